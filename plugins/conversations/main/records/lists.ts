import type { Database, Statement } from '@atelier/kernel';
import type { View } from '../../contract/index.ts';
import type { ListedRecord } from './rows.ts';

export interface ListQuestion {
  /** Empty: conversations without a project. */
  readonly project?: string;
  readonly sort?: View['sort'];
  readonly show?: View['show'];
  readonly text?: string;
  readonly after?: string;
  readonly limit?: number;
  /** Conversations that run or wait for an answer, which the database does not know. */
  readonly live: readonly string[];
  readonly now: number;
}

export interface Lists {
  page(question: ListQuestion): { readonly records: readonly ListedRecord[]; readonly next?: string };
  /** The number of conversations by project; those without a project under ''. */
  counts(show: View['show'], live: readonly string[], now: number): ReadonlyMap<string, number>;
}

interface Cursor {
  readonly pinned: number;
  readonly at: number;
  readonly id: string;
}

const columnNames = { archivedAt: 'archived_at', updatedAt: 'updated_at', createdAt: 'created_at' } as const;
const usualLimit = 50;
const recentMs = 14 * 24 * 3600 * 1000;
const columns = `id, title, project, unread, private, pinned, archived_at AS archivedAt, created_at AS createdAt, updated_at AS updatedAt,
  last_message_at AS lastMessageAt, channel, location, state, tasks`;
const shown = 'removed_at IS NULL AND archived_at IS NULL AND hidden = 0';
const archived = 'removed_at IS NULL AND archived_at IS NOT NULL AND hidden = 0';
// A union of queries, each of which can use an index; one combined condition would scan every row.
const relevant = ['pinned = 1', 'pinned = 0 AND updated_at > :since', 'unread = 1', "state IN ('queued', 'failed')"]
  .map(reason => `SELECT number FROM conversations WHERE ${shown} AND ${reason}`)
  .concat('SELECT number FROM conversations WHERE id IN (SELECT value FROM json_each(:live))')
  .join(' UNION ALL ');

/** Pages of the list. The cost of a page does not depend on the length of the list. */
export function openLists(db: Database): Lists {
  const statements = new Map<string, Statement<ListedRecord>>();
  const prepared = (sql: string) => {
    const existing = statements.get(sql);
    if (existing !== undefined) return existing;
    const created = db.prepare<ListedRecord>(sql);
    statements.set(sql, created);
    return created;
  };
  return {
    page(question) {
      const { project, sort = 'created', show = 'all', text = '', after, limit = usualLimit, live, now } = question;
      const by = orderOf(sort, show);
      const column = columnNames[by];
      const cursor = after === undefined ? undefined : readCursor(after);
      const typed = searchedTitle(text);
      const conditions = [
        ...conditionsOf(show),
        ...(project === undefined ? [] : [project === '' ? 'project IS NULL' : 'project = :project']),
        ...(cursor === undefined
          ? []
          : [show === 'archived' ? `(${column}, id) < (:at, :id)` : `(pinned, ${column}, id) < (:pinned, :at, :id)`]),
        ...(typed === undefined ? [] : [typed.condition]),
      ];
      const order = `${show === 'archived' ? '' : 'pinned DESC, '}${column} DESC, id DESC`;
      const sql = `SELECT ${columns} FROM conversations WHERE ${conditions.join(' AND ')} ORDER BY ${order} LIMIT :limit`;
      const records = prepared(sql).all({
        limit: limit + 1,
        ...valuesOf(show, live, now),
        ...(project !== undefined && project !== '' && { project }),
        ...(cursor && (show === 'archived' ? { at: cursor.at, id: cursor.id } : cursor)),
        ...typed?.values,
      });
      const hasMore = records.length > limit;
      if (hasMore) records.pop();
      records.forEach(toRecord);
      const last = records.at(-1);
      return { records, ...(hasMore && last && { next: `${last.pinned ? 1 : 0}:${last[by]}:${last.id}` }) };
    },
    counts(show, live, now) {
      const sql = `SELECT ifnull(project, '') AS project, count(*) AS count FROM conversations WHERE ${conditionsOf(show).join(' AND ')} GROUP BY project`;
      const values = show === 'relevant' ? [valuesOf(show, live, now)] : [];
      const rows = prepared(sql).all(...values) as unknown as readonly { project: string; count: number }[];
      return new Map(rows.map(({ project, count }) => [project, count]));
    },
  };
}

function orderOf(sort: View['sort'], show: View['show']): 'archivedAt' | 'updatedAt' | 'createdAt' {
  if (show === 'archived') return 'archivedAt';
  return sort === 'updated' ? 'updatedAt' : 'createdAt';
}

function conditionsOf(show: View['show']): readonly string[] {
  if (show === 'archived') return [archived];
  return show === 'relevant' ? [shown, `number IN (${relevant})`] : [shown];
}

function valuesOf(show: View['show'], live: readonly string[], now: number): Readonly<Record<string, unknown>> {
  return show === 'relevant' ? { since: now - recentMs, live: JSON.stringify(live) } : {};
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Converts a row to a record in place, because every scroll reads a page of a hundred. */
function toRecord(record: ListedRecord): void {
  const row = record as Mutable<Record<keyof ListedRecord, unknown>>;
  row.unread = row.unread === 1;
  row.private = row.private === 1;
  row.pinned = row.pinned === 1;
  row.project ??= undefined;
  row.archivedAt ??= undefined;
  row.lastMessageAt ??= undefined;
  row.channel ??= undefined;
  row.tasks ??= undefined;
}

/** An invalid cursor starts from the beginning. */
function readCursor(text: string): Cursor | undefined {
  const parts = /^([01]):(\d{1,16}):([A-Za-z0-9_-]{1,64})$/.exec(text);
  return parts === null ? undefined : { pinned: Number(parts[1]), at: Number(parts[2]), id: parts[3] ?? '' };
}

/** The condition and values of a title search. */
interface SearchedTitle {
  readonly condition: string;
  readonly values: Readonly<Record<string, string>>;
}

const shortestGram = 3;

/** Searches titles by the trigram index, or with LIKE if fewer than three letters were typed. */
function searchedTitle(text: string): SearchedTitle | undefined {
  // SQLite ends a query at a NUL, and then fails because the closing quotation mark is missing.
  const typed = text.replaceAll(/\p{Cc}/gu, ' ').trim();
  if (typed === '') return undefined;
  // The index ignores combining marks, so they do not count as letters.
  const letters = typed.normalize('NFD').replaceAll(/\p{M}/gu, '');
  if ([...letters].length < shortestGram) {
    const forms = formsOf(typed).map(form => `%${form.replaceAll(/[\\%_]/g, '\\$&')}%`);
    return {
      condition: `(${forms.map((_, index) => `title LIKE :like${index} ESCAPE '\\'`).join(' OR ')})`,
      values: Object.fromEntries(forms.map((form, index) => [`like${index}`, form])),
    };
  }
  return {
    condition: 'number IN (SELECT rowid FROM titles WHERE titles MATCH :match)',
    values: { match: `"${typed.replaceAll('"', '""')}"` },
  };
}

/** LIKE ignores case for ASCII letters only, so the other forms are listed. */
function formsOf(typed: string): readonly string[] {
  if (/^[ -~]*$/.test(typed)) return [typed];
  const [small, large] = [typed.toLowerCase(), typed.toUpperCase()];
  const [first = '', ...others] = small;
  return [...new Set([small, large, first.toUpperCase() + others.join('')])];
}
