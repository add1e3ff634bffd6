import type { Database } from '@atelier/kernel';
import type { Conflict } from '../../contract/index.ts';
import type { InPieces } from '../pieces.ts';
import { columns, type Row, recordOf } from '../store/rows.ts';

const usualLimit = 50;
const mostTopics = 1000;
const piece = 500;
/** No topic comes after it. */
const last = '\u{10ffff}';
/** So many topics are read in one piece. */
const few = 10;

/** Active memories of one topic that may be told together: of one place or of everywhere, of several kinds or said of several places. */
export function openConflicts(db: Database, now: () => number, keysOf: (project: string) => readonly string[]) {
  // The topics of so many rows are looked at in one piece: the last one with all of its rows.
  const bound = db.prepare<{ topic: string }>(`SELECT topic FROM memories WHERE topic > ? ORDER BY topic LIMIT 1 OFFSET ${piece}`);
  const topics = db.prepare<{ topic: string; at: number }>(
    `SELECT topic, max(updated_at) AS at FROM memories WHERE topic > :after AND topic <= :upTo AND status = 'active'
     AND kind <> 'summary' AND topic <> '-' AND coalesce(valid_until > :now, 1) GROUP BY topic HAVING count(DISTINCT said) > 1`,
  );
  const ofTopic = db.prepare<Row>(
    `SELECT ${columns} FROM memories WHERE topic = ? AND status = 'active' AND kind <> 'summary' AND coalesce(valid_until > ?, 1)
     ORDER BY number DESC LIMIT 50`,
  );
  return function* conflicts(limit = usualLimit): InPieces<Conflict[]> {
    const found: { readonly topic: string; readonly at: number }[] = [];
    for (let after: string | undefined = ''; after !== undefined; ) {
      const upTo: string | undefined = bound.get(after)?.topic;
      found.push(...topics.all({ after, upTo: upTo ?? last, now: now() }));
      after = upTo;
      if (after !== undefined) yield;
    }
    const conflicts: Conflict[] = [];
    for (const [at, { topic }] of found
      .sort((a, b) => b.at - a.at)
      .slice(0, mostTopics)
      .entries()) {
      if (conflicts.length >= limit) break;
      if (at % few === few - 1) yield;
      for (const rows of togetherOf(ofTopic.all(topic, now()), keysOf)) conflicts.push({ topic, memories: rows.map(recordOf) });
    }
    return conflicts.slice(0, limit);
  };
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
