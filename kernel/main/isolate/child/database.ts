import type { AppError, Database, DatabaseState, Migration, OwnDatabase } from '@atelier/kernel';
import { isolateErrors } from '../../errors/isolate.ts';
import { storageErrors } from '../../errors/storage.ts';
import { type SyncLines, syncLines } from './sync-line.ts';
import { type ChildInit, decode, encode, type WireError } from './wire.ts';
import { fromWireError, toWireError } from './wire-error.ts';

// Not imported statically, as in sync-line.ts.
const { writeSync } = process.getBuiltinModule('node:fs');

/** Requests of the child to its store. A transaction or a migration is a dialogue: the requests that follow belong to it. */
export type StoreAsk =
  | { readonly op: 'open'; readonly migrations: readonly { readonly id: number; readonly name: string }[] }
  | { readonly op: 'exec' | 'prepare'; readonly sql: string }
  | { readonly op: 'all' | 'get' | 'run'; readonly sql: string; readonly params: readonly unknown[] }
  | { readonly op: 'begin' | 'done' | 'undo' }
  /** The step threw this. */
  | { readonly op: 'failed'; readonly error: WireError };

/** `step` asks the child to run one of its migrations, statement by statement. */
export type StoreAnswer = { readonly step: number } | { readonly error: WireError } | { readonly value?: unknown };

type Store = Pick<ChildInit, 'wakeFd' | 'storeFds' | 'storeMs'> & { readonly id: string };

/**
 * `ctx.database` in the child: every call blocks on a socket to the store, a process of the kernel that has the file open.
 * If a store was ended because a call took too long, the next call uses a new store.
 */
export function openRemoteDatabase(store: Store): (migrations: readonly Migration[]) => OwnDatabase {
  const { id } = store;
  let steps: readonly Migration[] = [];
  let lines: SyncLines | undefined;
  let used = 0;
  let state: DatabaseState = 'ready';

  function connect(): SyncLines {
    const fd = store.storeFds[used++];
    if (fd === undefined) throw isolateErrors['storage/unreachable']({ id });
    writeSync(store.wakeFd, '\n');
    const fresh = syncLines(fd, Number.POSITIVE_INFINITY);
    if (fresh.read() === undefined) throw isolateErrors['storage/unreachable']({ id });
    lines = fresh;
    state = converse(fresh, { op: 'open', migrations: steps.map(({ id, name }) => ({ id, name })) }) as DatabaseState;
    return fresh;
  }

  function converse(over: SyncLines, ask: StoreAsk): unknown {
    const started = performance.now();
    for (let next = ask; ; ) {
      const line = over.write(encode(next)) ? over.read() : undefined;
      if (line === undefined) throw lost(over, performance.now() - started);
      const answer = decode(line) as { step?: number; error?: WireError; value?: unknown };
      if (answer.error) throw fromWireError(answer.error);
      if (answer.step === undefined) return answer.value;
      next = runStep(over, answer.step);
    }
  }

  // The store rolls a failed step back and names it in the error, so it is sent the reason.
  function runStep(over: SyncLines, step: number): StoreAsk {
    try {
      const answer: unknown = steps.find(migration => migration.id === step)?.up(databaseOver(() => over));
      if (!(answer instanceof Promise)) return { op: 'done' };
      answer.catch(() => undefined);
      throw new Error('up() must not be async');
    } catch (error) {
      return { op: 'failed', error: toWireError(error) };
    }
  }

  function lost(over: SyncLines, ms: number): AppError {
    if (lines === over) lines = undefined;
    if (ms < store.storeMs * 0.9) return isolateErrors['storage/unreachable']({ id });
    return isolateErrors['storage/too-slow']({ id, seconds: store.storeMs / 1000 });
  }

  function databaseOver(current: () => SyncLines): Database {
    return {
      exec: sql => void converse(current(), { op: 'exec', sql }),
      prepare: <Row>(sql: string) => {
        converse(current(), { op: 'prepare', sql });
        const ask = (op: 'all' | 'get' | 'run', params: readonly unknown[]) => converse(current(), { op, sql, params });
        return {
          all: (...params) => ask('all', params) as Row[],
          get: (...params) => ask('get', params) as Row | undefined,
          run: (...params) => ask('run', params) as { changes: number },
        };
      },
      transaction(work) {
        const over = current();
        converse(over, { op: 'begin' });
        const before = pinned;
        // All requests of a transaction go to the store it began in; a new store does not know the transaction.
        pinned = over;
        try {
          const result = work();
          refuseAsync(result);
          converse(over, { op: 'done' });
          return result;
        } catch (error) {
          if (lines === over) converse(over, { op: 'undo' });
          throw error;
        } finally {
          pinned = before;
        }
      },
    };
  }

  function refuseAsync(result: unknown): void {
    if (typeof result !== 'object' || result === null || !('then' in result) || typeof result.then !== 'function') return;
    if (result instanceof Promise) result.catch(() => undefined);
    throw storageErrors['storage/async-transaction']({ owner: id });
  }

  let pinned: SyncLines | undefined;
  return migrations => {
    steps = migrations;
    if (!lines) connect();
    return { ...databaseOver(() => pinned ?? lines ?? connect()), state };
  };
}
