import type { Database, Statement } from '@atelier/kernel';
import { storageErrors } from '../errors/storage.ts';
import type { Connection, DriverStatement } from './connection.ts';
import { codeOf, driverError, type StoragePlace } from './driver-errors.ts';
import { refusedStatement } from './sql-guard.ts';

/** Called with each error of the driver before it is translated. */
export type FaultListener = (error: unknown) => void;

/** A connection for an extension: its own file only, transactions only by `transaction`, errors as AppErrors. */
export function guardDatabase(
  connection: Connection,
  place: StoragePlace,
  onFault: FaultListener,
  written: () => void = () => undefined,
): Database {
  const run = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw translate(error);
    }
  };
  const translate = (error: unknown): unknown => {
    if (!connection.open) return storageErrors['storage/closed']({ owner: place.owner }, error);
    onFault(error);
    const isMisuse = codeOf(error) === '' && (error instanceof TypeError || error instanceof RangeError);
    return isMisuse
      ? storageErrors['storage/bad-statement']({ owner: place.owner, reason: error.message }, error)
      : driverError(error, place);
  };
  const check = (sql: string): void => {
    const refusal = refusedStatement(sql);
    if (refusal) throw storageErrors['storage/statement-refused']({ owner: place.owner, ...refusal });
  };
  const control = (sql: string) => run(() => connection.exec(sql));

  return {
    exec(sql) {
      check(sql);
      control(sql);
      written();
    },
    prepare<Row>(sql: string): Statement<Row> {
      check(sql);
      const statement: DriverStatement = run(() => connection.prepare(sql));
      return {
        all: (...params) => run(() => statement.all(...params) as Row[]),
        get: (...params) => run(() => statement.get(...params) as Row | undefined),
        run: (...params) =>
          run(() => {
            const { changes } = statement.run(...params);
            written();
            return { changes };
          }),
      };
    },
    transaction<T>(work: () => T): T {
      const nested = connection.inTransaction;
      // IMMEDIATE: a transaction that reads and then writes can otherwise fail at once because of another writer.
      control(nested ? 'SAVEPOINT nested' : 'BEGIN IMMEDIATE');
      try {
        const result = work();
        refuseAsync(result, place);
        control(nested ? 'RELEASE nested' : 'COMMIT');
        return result;
      } catch (error) {
        // SQLite may already have rolled it back because of a full disk.
        if (connection.open && connection.inTransaction) control(nested ? 'ROLLBACK TO nested; RELEASE nested' : 'ROLLBACK');
        throw error;
      }
    },
  };
}

function refuseAsync(result: unknown, { owner }: StoragePlace): void {
  if (typeof result !== 'object' || result === null || !('then' in result) || typeof result.then !== 'function') return;
  // Its own rejection would come later, as an unhandled one without context.
  if (result instanceof Promise) result.catch(() => undefined);
  throw storageErrors['storage/async-transaction']({ owner });
}

/** A connection of which an extension can only read; `refuse` throws for everything else, and for what the tables here do not allow. */
export function guardToRead(connection: Connection, place: StoragePlace, refuse: () => never): Database {
  const guarded = guardDatabase(connection, place, () => undefined);
  return {
    exec: refuse,
    prepare<Row>(sql: string): Statement<Row> {
      let statement: Statement<Row>;
      try {
        statement = guarded.prepare<Row>(sql);
        if (!connection.prepare(sql).readonly) return { all: refuse, get: refuse, run: refuse };
      } catch (error) {
        // A table or column that is another one now: what does not need it still works.
        const fail = (): never => {
          throw error;
        };
        return { all: fail, get: fail, run: refuse };
      }
      return { ...statement, run: refuse };
    },
    transaction<T>(work: () => T): T {
      return work();
    },
  };
}
