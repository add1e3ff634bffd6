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
  add(what: string, before: Before, at: number): string;
  /** Takes a change, the newest if none is named; throws if there is none, or if a later one touches the same memories. */
  take(id: string | undefined, now: number): Before;
  /** Forgets those that are older than an hour. */
  prune(now: number): void;
}

export function openChanges(db: Database): Changes {
  const insert = db.prepare<{ number: number }>('INSERT INTO changes (what, before, at) VALUES (?, ?, ?) RETURNING number');
  const since = db.prepare<{ number: number; before: string }>('SELECT number, before FROM changes WHERE at > ? ORDER BY number DESC');
  const remove = db.prepare('DELETE FROM changes WHERE number = ?');
  const prune = db.prepare('DELETE FROM changes WHERE at <= ?');
  return {
    add: (what, before, at) => String(insert.get(what, JSON.stringify(before), at)?.number),
    take(id, now) {
      const all = since.all(now - undoMs);
      const at = id === undefined ? 0 : all.findIndex(change => String(change.number) === id);
      const found = all[at];
      if (found === undefined) throw errors['memory/nothing-to-undo']({});
      const before = JSON.parse(found.before) as Before;
      const touched = idsOf(before);
      const isCovered = all.slice(0, at).some(later => [...idsOf(JSON.parse(later.before) as Before)].some(one => touched.has(one)));
      if (isCovered) throw errors['memory/nothing-to-undo']({});
      remove.run(found.number);
      return before;
    },
    prune: now => void prune.run(now - undoMs),
  };
}

function idsOf({ rows, added }: Before): Set<string> {
  return new Set([...rows.map(row => row.id), ...added]);
}
