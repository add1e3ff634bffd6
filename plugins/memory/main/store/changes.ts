import type { Database } from '@atelier/kernel';
import { errors } from '../errors.ts';
import type { InPieces } from '../pieces.ts';
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
  /** Notes what it did after that. */
  addPart(number: number, before: Before): void;
  /** Finds a change, the newest if none is named; throws if there is none, or if a later one touches the same memories. */
  find(id: string | undefined, now: number): InPieces<Found>;
  /** Takes what it did last: undefined when everything is taken. In one transaction with taking it back. */
  takePart(number: number): Before | undefined;
  /** Forgets a piece of those that are older than an hour. Returns whether that was all. */
  prune(now: number): boolean;
}

/** A change that can be taken back, and the ids of all that it touched. */
export interface Found {
  readonly number: number;
  readonly touched: ReadonlySet<string>;
  /** It only added this one, and has noted nothing. */
  readonly alone?: string;
}

/** So many of the newest memories are looked at for the changes that only added one. */
const newest = 10_000;
/** So many go in one piece; each holds up to a hundred memories. */
const mostPruned = 20;

export function openChanges(db: Database): Changes {
  const insert = db.prepare('INSERT INTO changes (number, what, before, at) VALUES (?, ?, ?, ?)');
  const insertPart = db.prepare('INSERT INTO change_parts (change, before) VALUES (?, ?)');
  const since = db.prepare<{ number: number }>('SELECT number FROM changes WHERE at > ? ORDER BY number DESC');
  const whatOf = db.prepare<{ before: string }>('SELECT before FROM changes WHERE number = ?');
  const partsOf = db.prepare<{ number: number }>('SELECT number FROM change_parts WHERE change = ? ORDER BY number DESC');
  const part = db.prepare<{ before: string }>('SELECT before FROM change_parts WHERE number = ?');
  const additions = db.prepare<{ id: string; number: number }>(
    `SELECT id, change AS number FROM memories
     WHERE number > (SELECT max(number) - ${newest} FROM memories) AND change IS NOT NULL AND created_at > ?`,
  );
  const remove = db.prepare('DELETE FROM changes WHERE number = ?');
  const removePart = db.prepare('DELETE FROM change_parts WHERE number = ?');
  const prune = db.prepare(`DELETE FROM changes WHERE number IN (SELECT number FROM changes WHERE at <= ? LIMIT ${mostPruned})`);
  const prunedParts = db.prepare(
    `DELETE FROM change_parts WHERE number IN (SELECT number FROM change_parts WHERE change NOT IN (SELECT number FROM changes) LIMIT ${mostPruned})`,
  );
  let last =
    db
      .prepare<{ number: number }>(
        `SELECT max(coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'changes'), 0),
           coalesce((SELECT max(change) FROM (SELECT change FROM memories ORDER BY number DESC LIMIT 1000)), 0)) AS number`,
      )
      .get()?.number ?? 0;
  /** Each piece of what a change did. One that only added a row has noted nothing. */
  function* piecesOf(number: number, added: ReadonlyMap<number, string>): Generator<Before> {
    const own = added.get(number);
    if (own !== undefined) yield { rows: [], added: [own] };
    const first = whatOf.get(number);
    if (first !== undefined) yield JSON.parse(first.before) as Before;
    for (const one of partsOf.all(number)) yield JSON.parse(part.get(one.number)?.before ?? nothing) as Before;
  }
  return {
    begin() {
      last += 1;
      return last;
    },
    add: (number, what, before, at) => void insert.run(number, what, JSON.stringify(before), at),
    addPart: (number, before) => void insertPart.run(number, JSON.stringify(before)),
    *find(id, now) {
      const all = () => {
        const added = new Map(additions.all(now - undoMs).map(row => [row.number, row.id]));
        const numbers = new Set([...since.all(now - undoMs).map(({ number }) => number), ...added.keys()]);
        return { added, numbers: [...numbers].sort((a, b) => b - a) };
      };
      const { added, numbers } = all();
      const number = id === undefined ? numbers[0] : numbers.find(one => String(one) === id);
      if (number === undefined) throw errors['memory/nothing-to-undo']({});
      const touched = new Set<string>();
      for (const piece of piecesOf(number, added)) {
        for (const one of idsOf(piece)) touched.add(one);
        yield;
      }
      const demandNot = (piece: Before) => {
        if (idsOf(piece).some(one => touched.has(one))) throw errors['memory/nothing-to-undo']({});
      };
      for (const later of numbers.filter(one => one > number))
        for (const piece of piecesOf(later, added)) {
          demandNot(piece);
          // What only added a row is looked at in no time.
          if (!added.has(later)) yield;
        }
      // Something may have been changed in between. From here on nothing is.
      const present = all();
      const [newest = 0] = numbers;
      for (const later of present.numbers.filter(one => one > newest)) for (const piece of piecesOf(later, present.added)) demandNot(piece);
      const alone = added.get(number);
      return { number, touched, ...(alone !== undefined && { alone }) };
    },
    takePart(number) {
      const [newest] = partsOf.all(number);
      const what = newest === undefined ? whatOf.get(number) : part.get(newest.number);
      if (newest === undefined) remove.run(number);
      else removePart.run(newest.number);
      if (what === undefined) return undefined;
      const found = JSON.parse(what.before) as Before;
      // A former version noted rows without the number of their change and without who stored them.
      return {
        ...found,
        rows: found.rows.map(row => ({ ...row, change: row.change ?? null, stored_by: row.stored_by ?? null, theirs: row.theirs ?? 0 })),
      };
    },
    prune: now => [prune.run(now - undoMs), prunedParts.run()].every(done => done.changes < mostPruned),
  };
}

const nothing = '{"rows":[],"added":[]}';
const idsOf = ({ rows, added }: Before): readonly string[] => [...rows.map(row => row.id), ...added];
