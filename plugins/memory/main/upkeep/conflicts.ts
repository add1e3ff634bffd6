import type { Database } from '@atelier/kernel';
import type { Conflict } from '../../contract/index.ts';
import { columns, type Row, recordOf } from '../store/rows.ts';

const usualLimit = 50;

/** Active memories of one topic that may be told together: of one place or of everywhere, of several kinds or said of several places. */
export function openConflicts(db: Database, now: () => number, keysOf: (project: string) => readonly string[]) {
  const topics = db.prepare<{ topic: string }>(
    `SELECT topic FROM memories WHERE status = 'active' AND kind <> 'summary' AND topic <> '-' AND coalesce(valid_until > ?, 1)
     GROUP BY topic HAVING count(DISTINCT said) > 1 ORDER BY max(updated_at) DESC LIMIT 1000`,
  );
  const ofTopic = db.prepare<Row>(
    `SELECT ${columns} FROM memories WHERE topic = ? AND status = 'active' AND kind <> 'summary' AND coalesce(valid_until > ?, 1)
     ORDER BY number DESC LIMIT 50`,
  );
  return (limit = usualLimit): Conflict[] =>
    topics
      .all(now())
      .flatMap(({ topic }) => togetherOf(ofTopic.all(topic, now()), keysOf).map(rows => ({ topic, memories: rows.map(recordOf) })))
      .slice(0, limit);
}

/** One group for each project, with the memories that hold everywhere; without any project, one group of those. */
function togetherOf(rows: readonly Row[], keysOf: (project: string) => readonly string[]): Row[][] {
  const projects = [...new Set(rows.map(row => row.project).filter(project => project !== null))];
  const global = rows.filter(row => row.project === null);
  const groups =
    projects.length === 0
      ? [global]
      : projects.map(keysOf).map(keys => rows.filter(row => row.project === null || keys.includes(row.project)));
  // A project that had several keys is there once, with all that it is told.
  const largest = groups.filter(
    (group, at) =>
      !groups.some(
        (other, its) =>
          group.every(row => other.includes(row)) && (other.length > group.length || (other.length === group.length && its < at)),
      ),
  );
  return largest.filter(group => new Set(group.map(row => row.said)).size > 1);
}
