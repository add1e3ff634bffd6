import { type Database, fromStoredPath, toStoredPath } from '@atelier/kernel';
import type { State } from '../content/state.ts';

/** One file of an operation: its states before and after, and the state that the conversation left, before and after. */
export interface Step {
  readonly path: string;
  readonly was: State;
  readonly becomes: State;
  readonly baseWas: State | undefined;
  readonly leftWas: State | undefined;
  readonly leftBecomes: State;
}

export interface Operation {
  readonly id: number;
  readonly conversation: string;
  readonly kind: 'revert' | 'rewind';
  /** `prepared` and `undoing` operations are running or were interrupted; `undone` ones are finished. */
  readonly state: 'prepared' | 'done' | 'undoing' | 'undone';
  /** The message that a rewind goes back before. */
  readonly entry: string | undefined;
  /** The entry to which the conversation's redo returns. */
  readonly leaf: string | undefined;
}

/** Every file operation is written here before the first file is changed. */
export interface Journal {
  prepare(
    conversation: string,
    kind: Operation['kind'],
    steps: readonly Step[],
    rewind?: { entry: string; leaf: string | undefined },
  ): Operation;
  steps(operation: Operation): Step[];
  setState(operation: Operation, state: Operation['state'], leaf?: string): void;
  remove(operation: Operation): void;
  operation(conversation: string, id: number): Operation | undefined;
  /** The rewind that can be redone next. */
  lastRewind(conversation: string): Operation | undefined;
  /** Deletes the rewinds that could be redone; returns whether there was any. */
  closeRewinds(conversation: string): boolean;
  /** The operations that a crash interrupted. */
  unfinished(): Operation[];
}

/** As in the database: null instead of undefined. */
type Row<T> = { [Key in keyof T]: undefined extends T[Key] ? Exclude<T[Key], undefined> | null : T[Key] };

/** Paths are stored relative to `profile`, where they are in it. */
export function openJournal(db: Database, now: () => number, profile: string): Journal {
  const columns = 'id, conversation, kind, state, entry, leaf';
  const insert = db.prepare<{ id: number }>(
    "INSERT INTO operations (conversation, kind, state, entry, leaf, at) VALUES (?, ?, 'prepared', ?, ?, ?) RETURNING id",
  );
  const insertStep = db.prepare(
    'INSERT INTO steps (operation, path, was, becomes, base_was, left_was, left_becomes) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const selectSteps = db.prepare<Row<Step>>(
    'SELECT path, was, becomes, base_was AS baseWas, left_was AS leftWas, left_becomes AS leftBecomes FROM steps WHERE operation = ? ORDER BY path',
  );
  const update = db.prepare('UPDATE operations SET state = ?, leaf = coalesce(?, leaf) WHERE id = ?');
  const remove = db.prepare('DELETE FROM operations WHERE id = ?');
  const selectOne = db.prepare<Row<Operation>>(`SELECT ${columns} FROM operations WHERE conversation = ? AND id = ?`);
  const selectLast = db.prepare<Row<Operation>>(
    `SELECT ${columns} FROM operations WHERE conversation = ? AND kind = 'rewind' AND state = 'done' ORDER BY id DESC LIMIT 1`,
  );
  const close = db.prepare("DELETE FROM operations WHERE conversation = ? AND kind = 'rewind' AND state = 'done'");
  const selectUnfinished = db.prepare<Row<Operation>>(
    `SELECT ${columns} FROM operations WHERE state IN ('prepared', 'undoing') ORDER BY id DESC`,
  );

  return {
    prepare(conversation, kind, steps, rewind) {
      return db.transaction(() => {
        const { id } = insert.get(conversation, kind, rewind?.entry ?? null, rewind?.leaf ?? null, now())!;
        for (const { path, was, becomes, baseWas, leftWas, leftBecomes } of steps) {
          insertStep.run(id, toStoredPath(profile, path), was, becomes, baseWas ?? null, leftWas ?? null, leftBecomes);
        }
        return { id, conversation, kind, state: 'prepared' as const, entry: rewind?.entry, leaf: rewind?.leaf };
      });
    },
    steps: ({ id }) =>
      selectSteps.all(id).map(({ path, was, becomes, baseWas, leftWas, leftBecomes }) => ({
        path: fromStoredPath(profile, path),
        was,
        becomes,
        baseWas: baseWas ?? undefined,
        leftWas: leftWas ?? undefined,
        leftBecomes,
      })),
    setState: ({ id }, state, leaf) => void update.run(state, leaf ?? null, id),
    remove: ({ id }) => void remove.run(id),
    operation: (conversation, id) => operationOf(selectOne.get(conversation, id)),
    lastRewind: conversation => operationOf(selectLast.get(conversation)),
    closeRewinds: conversation => close.run(conversation).changes > 0,
    unfinished: () => selectUnfinished.all().map(row => operationOf(row)!),
  };
}

function operationOf(row: Row<Operation> | undefined): Operation | undefined {
  return row && { ...row, entry: row.entry ?? undefined, leaf: row.leaf ?? undefined };
}
