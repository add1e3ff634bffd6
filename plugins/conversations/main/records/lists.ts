import type { Database, Statement } from '@atelier/kernel';
import type { View } from '../../contract/index.ts';
import type { ConversationColumns } from './conversations.ts';
import type { ListedRecord } from './rows.ts';
import { searchedTitle } from './searched-title.ts';

export interface ListQuestion {
  /** Empty: those without a project. */
  readonly project?: string;
  readonly sort?: View['sort'];
  readonly show?: View['show'];
  readonly text?: string;
  readonly after?: string;
  readonly limit?: number;
  /** Running or asking now, which the database does not know. */
  readonly live: readonly string[];
  readonly now: number;
}

export interface Lists {
  page(question: ListQuestion): { readonly records: readonly ListedRecord[]; readonly next?: string };
  /** How many there are by project; those without one under ''. */
  counts(show: View['show'], live: readonly string[], now: number): ReadonlyMap<string, number>;
}

interface Cursor {
  readonly pinned: number;
  readonly at: number;
  readonly id: string;
}

const usualLimit = 50;
const recentMs = 14 * 24 * 3600 * 1000;
const columns = 'id, title, project, unread, pinned, archived_at, created_at, updated_at, last_message_at, channel, location, state, tasks';
const common = 'removed_at IS NULL AND hidden = 0';
const isRelevant =
  "(unread = 1 OR pinned = 1 OR state IN ('queued', 'failed') OR updated_at > :since OR id IN (SELECT value FROM json_each(:live)))";

/** Pages of the list. Each shape of question is one statement, so that a page costs the same however long the list is. */
export function openLists(db: Database): Lists {
  const statements = new Map<string, Statement<ConversationColumns>>();
  const prepared = (sql: string) => {
    const there = statements.get(sql);
    if (there !== undefined) return there;
    const made = db.prepare<ConversationColumns>(sql);
    statements.set(sql, made);
    return made;
  };
  return {
    page(question) {
      const { project, sort = 'created', show = 'all', text = '', after, limit = usualLimit, live, now } = question;
      const by = orderOf(sort, show);
      const cursor = after === undefined ? undefined : readCursor(after);
      const typed = searchedTitle(text);
      const conditions = [
        ...conditionsOf(show),
        ...(project === undefined ? [] : [project === '' ? 'project IS NULL' : 'project = :project']),
        ...(cursor === undefined ? [] : [show === 'archived' ? `(${by}, id) < (:at, :id)` : `(pinned, ${by}, id) < (:pinned, :at, :id)`]),
        ...(typed === undefined ? [] : [typed.condition]),
      ];
      const order = `${show === 'archived' ? '' : 'pinned DESC, '}${by} DESC, id DESC`;
      const sql = `SELECT ${columns} FROM conversations WHERE ${conditions.join(' AND ')} ORDER BY ${order} LIMIT :limit`;
      const rows = prepared(sql).all({
        limit: limit + 1,
        ...valuesOf(show, live, now),
        ...(project !== undefined && project !== '' && { project }),
        ...(cursor && (show === 'archived' ? { at: cursor.at, id: cursor.id } : cursor)),
        ...typed?.values,
      });
      const hasMore = rows.length > limit;
      if (hasMore) rows.pop();
      const records = rows.map(listedOf);
      const last = rows.at(-1);
      return { records, ...(hasMore && last && { next: `${last.pinned}:${last[by]}:${last.id}` }) };
    },
    counts(show, live, now) {
      const sql = `SELECT ifnull(project, '') AS project, count(*) AS count FROM conversations WHERE ${conditionsOf(show).join(' AND ')} GROUP BY project`;
      const values = show === 'relevant' ? [valuesOf(show, live, now)] : [];
      return new Map(
        prepared(sql)
          .all(...values)
          .map(row => [String(row.project), Number(row.count)]),
      );
    },
  };
}

function orderOf(sort: View['sort'], show: View['show']): 'archived_at' | 'updated_at' | 'created_at' {
  if (show === 'archived') return 'archived_at';
  return sort === 'updated' ? 'updated_at' : 'created_at';
}

function conditionsOf(show: View['show']): readonly string[] {
  if (show === 'archived') return [common, 'archived_at IS NOT NULL'];
  return show === 'relevant' ? [common, 'archived_at IS NULL', isRelevant] : [common, 'archived_at IS NULL'];
}

function valuesOf(show: View['show'], live: readonly string[], now: number): Readonly<Record<string, unknown>> {
  return show === 'relevant' ? { since: now - recentMs, live: JSON.stringify(live) } : {};
}

/** Written out, because a page of a hundred is made at every scroll. */
function listedOf(row: ConversationColumns): ListedRecord {
  return {
    id: row.id,
    title: row.title,
    project: row.project ?? undefined,
    unread: row.unread === 1,
    pinned: row.pinned === 1,
    archivedAt: row.archived_at ?? undefined,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    lastMessageAt: row.last_message_at ?? undefined,
    channel: row.channel ?? undefined,
    location: row.location,
    state: row.state,
    tasks: row.tasks ?? undefined,
  } as ListedRecord;
}

/** A cursor that nobody of ours made begins anew. */
function readCursor(text: string): Cursor | undefined {
  const parts = /^([01]):(\d{1,16}):([A-Za-z0-9_-]{1,64})$/.exec(text);
  return parts === null ? undefined : { pinned: Number(parts[1]), at: Number(parts[2]), id: parts[3] ?? '' };
}
