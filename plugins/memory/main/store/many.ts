import type { Database } from '@atelier/kernel';
import type { MemoryRecord, Preview, Selection } from '../../contract/index.ts';
import { errors } from '../errors.ts';
import { atOnce, type InPieces, inPieces } from '../pieces.ts';
import type { ReadDraft } from '../taking-along.ts';
import type { Changes } from './changes.ts';
import { openImporting, type ReadyRow, type Taken } from './importing.ts';
import { byPerson } from './making.ts';
import type { Places } from './places.ts';
import type { Proposed } from './proposed.ts';
import type { Brought } from './restoring.ts';
import { columns, type Row, type RowWriter, recordOf } from './rows.ts';
import type { Selecting } from './selecting.ts';
import type { Changing } from './store.ts';
import type { Tombstones } from './tombstones.ts';

/** More are counted and not listed. */
const mostShown = 1000;
/** So many are written in one transaction. */
const piece = 100;
/** Of so many on one topic an import is compared with each. */
const mostOnTopic = 50;
/** So many are read in one piece. */
const readAtOnce = 250;

interface Parts {
  readonly db: Database;
  readonly writer: RowWriter;
  readonly tombstones: Tombstones;
  readonly changes: Changes;
  readonly proposed: Proposed;
  readonly selecting: Selecting;
  readonly places: Places;
  now(): number;
  changed(numbers: readonly number[]): void;
  change(what: string, work: () => Changing): string;
  goOn(id: string, work: () => Changing): void;
  add(row: ReadyRow['row'], vector: Uint8Array): Row;
  restore(rows: readonly Row[], ids: ReadonlySet<string>): Brought;
}

/** A memory as it was when it was asked about: what changed since does not go. */
export interface Shown {
  readonly id: string;
  /** The hash of its words. */
  readonly said?: number;
  /** The extension that stored it. */
  readonly by?: string | null;
}

/** How much came back, and how much of it only as what was said before something that holds now. */
export interface Restored {
  readonly restored: number;
  readonly replaced: number;
}

/** What became of a selection. */
export interface Gone {
  readonly forgotten: number;
  readonly change?: string;
  readonly ids: readonly string[];
}

/** What may be about all memories there are, each in pieces. A kill leaves whole pieces done, and the change that takes back what was. */
export function openMany({ db, writer, tombstones, changes, proposed, selecting, places, ...store }: Parts) {
  const { now, changed, change, goOn, add, restore } = store;
  const byId = db.prepare<Row>(`SELECT ${columns} FROM memories WHERE id = ?`);
  const bySaid = db.prepare<Row>(`SELECT ${columns} FROM memories WHERE said = ? AND status <> 'deleted'`);
  const numbered = db.prepare<Row>(
    `SELECT ${columns} FROM memories WHERE number IN (SELECT value FROM json_each(?)) AND status <> 'deleted' ORDER BY number DESC`,
  );
  const after = db.prepare<Row>(
    `SELECT ${columns} FROM memories WHERE number > ? AND status <> 'deleted' ORDER BY number LIMIT ${readAtOnce}`,
  );
  const remove = db.prepare('DELETE FROM memories WHERE id = ?');
  const end = db.prepare('UPDATE memories SET superseded_by = ? WHERE id = ?');
  const highest = db.prepare<{ number: number }>('SELECT max(number) AS number FROM memories');
  const byTopic = db.prepare<Row>(`SELECT ${columns} FROM memories WHERE topic = ? AND status = 'active' LIMIT ${mostOnTopic}`);
  const importing = openImporting({ db, bySaid, byTopic, tombstones, placesOf: places.placesOf, now, changed });
  const shownOf = db.prepare<Required<Shown> & { readonly number: number }>(
    'SELECT number, id, said, stored_by AS "by" FROM memories WHERE number IN (SELECT value FROM json_each(?)) ORDER BY number DESC LIMIT ?',
  );
  const isOwn = `(theirs > 0 OR origin IN (${byPerson.map(origin => `'${origin}'`).join(', ')}))`;
  const thereOf = db.prepare<Row>(
    `SELECT ${columns} FROM memories WHERE id IN (SELECT value FROM json_each(?)) AND status <> 'deleted'
     ORDER BY ${isOwn} DESC, number DESC LIMIT ? OFFSET ?`,
  );
  const saidOf = db.prepare<{ id: string; said: number }>(
    "SELECT id, said FROM memories WHERE id IN (SELECT value FROM json_each(?)) AND status <> 'deleted'",
  );
  const namesOf = db.prepare<{ id: string }>('SELECT id FROM memories WHERE id IN (SELECT value FROM json_each(?)) AND stored_by = ?');
  const countOf = db.prepare<{ count: number; own: number }>(
    `SELECT count(*) AS count, coalesce(sum(${isOwn}), 0) AS own FROM memories
     WHERE id IN (SELECT value FROM json_each(?)) AND status <> 'deleted'`,
  );
  const rowsOf = (numbers: readonly number[]) => numbered.all(JSON.stringify(numbers));

  function* previewing(selection: Selection): InPieces<Preview> {
    const upTo = highest.get()?.number ?? 0;
    const numbers = yield* selecting.select({ ...selection, upTo: selection.upTo ?? upTo });
    const memories: MemoryRecord[] = [];
    for (let at = 0; at < Math.min(numbers.length, mostShown); at += readAtOnce) {
      if (at > 0) yield;
      memories.push(...rowsOf(numbers.slice(at, at + readAtOnce)).map(recordOf));
    }
    return { memories, total: numbers.length, upTo, proposals: proposed.fitting(selection).length };
  }

  /** Of these what was shown; throws if one of them says something else now. */
  const asShown = (numbers: readonly number[], shown: readonly Shown[]): number[] => {
    const before = new Map(shown.map(one => [one.id, one]));
    return shownOf.all(JSON.stringify(numbers), numbers.length).flatMap(({ number, id, said, by }) => {
      const was = before.get(id);
      if (was === undefined) return [];
      if (said !== (was.said ?? said) || (was.by !== undefined && by !== was.by)) throw errors['memory/changed-meanwhile']({});
      return [number];
    });
  };

  function* forgetting(selection: Selection, shown?: readonly Shown[]): InPieces<Gone> {
    const chosen = yield* selecting.select(selection);
    const numbers = shown === undefined ? chosen : asShown(chosen, shown);
    const isAny = numbers.length > 0 || proposed.fitting(selection).length > 0;
    // Only an extension that takes back what it stored names itself.
    const by = new Map(shown?.map(one => [one.id, one.by]));
    const ids: string[] = [];
    let id: string | undefined;
    for (let at = 0; isAny && (at === 0 || at < numbers.length); at += piece) {
      if (at > 0) yield;
      const work = (): Changing => {
        const rows = rowsOf(numbers.slice(at, at + piece));
        const waiting = proposed.fitting(at === 0 ? selection : {}, rows);
        for (const row of rows) {
          writer.update({ ...row, status: 'deleted', updated_at: now() });
          tombstones.add(row, now(), by.get(row.id));
          ids.push(row.id);
        }
        proposed.remove(waiting);
        return { before: rows, added: [], proposals: waiting };
      };
      if (id === undefined) id = change('forget', work);
      else goOn(id, work);
    }
    return { forgotten: ids.length, ids, ...(id !== undefined && { change: id }) };
  }

  function* undoing(id: string | undefined): InPieces<Restored> {
    const { number, touched, alone } = yield* changes.find(id, now());
    let [restored, replaced] = [0, 0];
    for (;;) {
      const numbers: number[] = [];
      const isOver = db.transaction(() => {
        const done = alone === undefined ? changes.takePart(number) : { rows: [], added: [alone] };
        if (done === undefined) return true;
        const { rows, added, proposals = [], lifted = [] } = done;
        for (const one of added) {
          const row = byId.get(one);
          if (row !== undefined) numbers.push(row.number);
          remove.run(one);
        }
        const brought = restore(rows, touched);
        replaced += brought.replaced;
        for (const { number } of brought.ended) numbers.push(number);
        proposed.putBack(proposals);
        tombstones.layBack(lifted);
        for (const row of rows) numbers.push(row.number);
        restored += rows.length + added.length;
        return alone !== undefined;
      });
      changed(numbers);
      if (isOver) return { restored, replaced };
      yield;
    }
  }

  /** Takes drafts in as one change. What is there stays, what was forgotten stays forgotten, and what is like it is handed back. */
  function* takingIn(drafts: readonly ReadDraft[]): InPieces<Taken> {
    const batches = importing.batches();
    let id: string | undefined;
    for (let at = 0; at < drafts.length; at += piece) {
      if (at > 0) yield;
      const ready = yield* batches.ready(drafts.slice(at, at + piece));
      const fresh = batches.sorted(ready);
      const work = (): Changing => ({ before: [], added: fresh.map(({ row, vector }) => add(row, vector)) });
      if (fresh.length === 0) continue;
      if (id === undefined) id = change('import', work);
      else goOn(id, work);
    }
    const { endings } = batches;
    for (let at = 0; at < endings.length; at += piece) {
      yield;
      db.transaction(() => {
        for (const one of endings.slice(at, at + piece)) end.run(one.by, one.id);
      });
    }
    return { ...batches.taken, ...(id !== undefined && { change: id }) };
  }

  /** What was not forgotten, the oldest first, from one number on, and about so many of it. */
  function* reading(from = 0, limit = Number.POSITIVE_INFINITY): InPieces<Read> {
    const memories: MemoryRecord[] = [];
    for (let last = from; ; ) {
      const rows = after.all(last);
      memories.push(...rows.map(recordOf));
      last = rows.at(-1)?.number ?? last;
      if (rows.length < readAtOnce) return { memories };
      if (memories.length >= limit) return { memories, next: last };
      yield;
    }
  }

  return {
    ...{ previewing, forgetting, undoing, reading },
    /** The numbers of what forgetting a selection would take. */
    choosing: (selection: Selection): InPieces<readonly number[]> => selecting.select(selection),
    /** What they are, by ids, which no later memory gets; the newest first. */
    shownOf: (numbers: readonly number[], limit: number): Required<Shown>[] => shownOf.all(JSON.stringify(numbers), limit),
    /** Of these ids those of what an extension stored; all of them for Atelier itself. */
    namesOf: (by: string | undefined) => (ids: readonly string[]) =>
      by === undefined ? [...ids] : namesOf.all(JSON.stringify(ids), by).map(({ id }) => id),
    saidOf: (ids: readonly string[]) => saidOf.all(JSON.stringify(ids)),
    /** Those that are there, what the person wrote, imported, mended or kept first, then the newest; and how many there are, and are the person's. */
    thereOf(ids: readonly string[], limit: number, from = 0) {
      const list = JSON.stringify(ids);
      const { count = 0, own = 0 } = countOf.get(list) ?? {};
      return { memories: thereOf.all(list, limit, from).map(recordOf), count, own };
    },
    preview: (selection: Selection): Preview => atOnce(previewing(selection)),
    forget: (selection: Selection, shown?: readonly Shown[]): Gone => atOnce(forgetting(selection, shown)),
    undo: (id: string | undefined): Restored => atOnce(undoing(id)),
    /** All that was not forgotten, the oldest first. */
    everything: (): readonly MemoryRecord[] => atOnce(reading()).memories,
    importAll: async (drafts: readonly ReadDraft[]): Promise<Taken> => await inPieces(takingIn(drafts)),
  };
}

/** Memories that were read one after the other. */
export interface Read {
  readonly memories: readonly MemoryRecord[];
  /** Where the rest begins. */
  readonly next?: number;
}
