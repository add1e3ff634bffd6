import type { Database, Statement } from '@atelier/kernel';
import type { View } from '../../contract/index.ts';
import { type ConversationColumns, type ConversationRecord, recordOf } from './conversations.ts';

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
  page(question: ListQuestion): { readonly records: readonly ConversationRecord[]; readonly next?: string };
  /** How many there are by project; those without one under ''. */
  counts(show: View['show'], live: readonly string[], now: number): ReadonlyMap<string, number>;
}

const usualLimit = 50;
const recentMs = 14 * 24 * 3600 * 1000;
const shortestGram = 3;
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
      const by = show === 'archived' ? 'archived_at' : sort === 'updated' ? 'updated_at' : 'created_at';
      const pinned = show === 'archived' ? '0' : 'pinned';
      const cursor = after === undefined ? undefined : readCursor(after);
      const typed = text.trim();
      const conditions = [
        common,
        show === 'archived' ? 'archived_at IS NOT NULL' : 'archived_at IS NULL',
        ...(show === 'relevant' ? [isRelevant] : []),
        ...(project === undefined ? [] : [project === '' ? 'project IS NULL' : 'project = :project']),
        ...(cursor === undefined ? [] : [`(${pinned}, ${by}, id) < (:pinned, :at, :id)`]),
        ...(typed === ''
          ? []
          : [
              [...typed].length < shortestGram
                ? "title LIKE :like ESCAPE '\\'"
                : 'number IN (SELECT rowid FROM titles WHERE titles MATCH :match)',
            ]),
      ];
      const sql = `SELECT * FROM conversations WHERE ${conditions.join(' AND ')} ORDER BY ${pinned === '0' ? '' : 'pinned DESC, '}${by} DESC, id DESC LIMIT :limit`;
      const values: Record<string, unknown> = {
        limit: limit + 1,
        ...(show === 'relevant' && { since: now - recentMs, live: JSON.stringify(live) }),
        ...(project !== undefined && project !== '' && { project }),
        ...cursor,
        ...(typed !== '' &&
          ([...typed].length < shortestGram
            ? { like: `%${typed.replaceAll(/[\\%_]/g, '\\$&')}%` }
            : { match: `"${typed.replaceAll('"', '""')}"` })),
      };
      const rows = prepared(sql).all(values);
      const records = rows.slice(0, limit).map(recordOf);
      const last = rows.length > limit ? records.at(-1) : undefined;
      return {
        records,
        ...(last && { next: cursorOf(last, show === 'archived' ? 'archivedAt' : sort === 'updated' ? 'updatedAt' : 'createdAt', show) }),
      };
    },
    counts(show, live, now) {
      const conditions = [
        common,
        show === 'archived' ? 'archived_at IS NOT NULL' : 'archived_at IS NULL',
        ...(show === 'relevant' ? [isRelevant] : []),
      ];
      const sql = `SELECT ifnull(project, '') AS project, count(*) AS count FROM conversations WHERE ${conditions.join(' AND ')} GROUP BY project`;
      const values = show === 'relevant' ? [{ since: now - recentMs, live: JSON.stringify(live) }] : [];
      return new Map(
        prepared(sql)
          .all(...values)
          .map(row => [String(row.project), Number(row.count)]),
      );
    },
  };
}

function cursorOf(record: ConversationRecord, by: 'archivedAt' | 'updatedAt' | 'createdAt', show: View['show']): string {
  return `${show !== 'archived' && record.pinned ? 1 : 0}:${record[by] ?? 0}:${record.id}`;
}

/** A cursor that nobody of ours made begins anew. */
function readCursor(text: string): { pinned: number; at: number; id: string } | undefined {
  const parts = /^([01]):(\d{1,16}):([A-Za-z0-9_-]{1,64})$/.exec(text);
  return parts === null ? undefined : { pinned: Number(parts[1]), at: Number(parts[2]), id: parts[3] ?? '' };
}
