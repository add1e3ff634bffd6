import type { Database } from '@atelier/kernel';
import { errors } from '../errors.ts';
import type { ProposedRow } from './proposed.ts';
import type { Row } from './rows.ts';
import type { Lifted } from './tombstones.ts';

export const undoMs = 3600 * 1000;

/** What a change did: the rows as they were, and the ids of those that it added. */
export interface Before {
  readonly rows: readonly Row[];
  readonly added: readonly string[];
  /** The proposals that went along. */
  readonly proposals?: readonly ProposedRow[];
  /** The tombstones that it took away. */
  readonly lifted?: readonly Lifted[];
}

/** The changes of the last hour, for undoing them. */
export interface Changes {
  /** The number of a change that begins. */
  begin(): number;
  /** Notes what it did; not needed for one that did nothing but add a row which has its number. */
  add(number: number, what: string, before: Before, at: number): void;
  /** Takes a change, the newest if none is named; throws if there is none, or if a later one touches the same memories. */
  take(id: string | undefined, now: number): Before;
  /** Forgets those that are older than an hour. */
  prune(now: number): void;
}

interface Noted extends Before {
  readonly number: number;
}

/** So many of the newest memories are looked at for the changes that only added one. */
const newest = 10_000;

export function openChanges(db: Database): Changes {
  const insert = db.prepare('INSERT INTO changes (number, what, before, at) VALUES (?, ?, ?, ?)');
  const since = db.prepare<{ number: number; before: string }>('SELECT number, before FROM changes WHERE at > ?');
  const additions = db.prepare<{ id: string; number: number }>(
    `SELECT id, change AS number FROM memories
     WHERE number > (SELECT max(number) - ${newest} FROM memories) AND change IS NOT NULL AND created_at > ?`,
  );
  const remove = db.prepare('DELETE FROM changes WHERE number = ?');
  const prune = db.prepare('DELETE FROM changes WHERE at <= ?');
  let last =
    db
      .prepare<{ number: number }>(
        `SELECT max(coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'changes'), 0),
           coalesce((SELECT max(change) FROM (SELECT change FROM memories ORDER BY number DESC LIMIT 1000)), 0)) AS number`,
      )
      .get()?.number ?? 0;
  return {
    begin() {
      last += 1;
      return last;
    },
    add: (number, what, before, at) => void insert.run(number, what, JSON.stringify(before), at),
    take(id, now) {
      const noted = since.all(now - undoMs).map(({ number, before }): Noted => ({ number, ...(JSON.parse(before) as Before) }));
      const added = additions.all(now - undoMs).map((row): Noted => ({ number: row.number, rows: [], added: [row.id] }));
      const all = [...noted, ...added].sort((a, b) => b.number - a.number);
      const at = id === undefined ? 0 : all.findIndex(change => String(change.number) === id);
      const found = all[at];
      if (found === undefined) throw errors['memory/nothing-to-undo']({});
      const touched = idsOf(found);
      const isCovered = all.slice(0, at).some(later => [...idsOf(later)].some(one => touched.has(one)));
      if (isCovered) throw errors['memory/nothing-to-undo']({});
      remove.run(found.number);
      // A former version noted rows without the number of their change.
      return { ...found, rows: found.rows.map(row => ({ ...row, change: row.change ?? null })) };
    },
    prune: now => void prune.run(now - undoMs),
  };
}

function idsOf({ rows, added }: Before): Set<string> {
  return new Set([...rows.map(row => row.id), ...added]);
}
