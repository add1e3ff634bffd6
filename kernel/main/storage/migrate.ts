import type { Database, Migration } from '@atelier/kernel';
import { isAppError } from '@atelier/kernel';
import { storageErrors } from '../errors/storage.ts';
import { bareReasonOf } from '../reason.ts';
import { type Connection, userVersion } from './connection.ts';
import { codeOf, isDamage } from './driver-errors.ts';

/** Throws if the numbers of the list are not increasing tens. */
export function checkOrder(owner: string, migrations: readonly Migration[]): void {
  let before = 0;
  for (const { id } of migrations) {
    if (!Number.isInteger(id) || id % 10 !== 0 || id <= before || id > 2_147_483_640)
      throw storageErrors['storage/migrations-unordered']({ owner, id });
    before = id;
  }
}

/** The step of a database after every migration has run. */
export function newestVersion(migrations: readonly Migration[]): number {
  return migrations.at(-1)?.id ?? 0;
}

/** Throws for a database that a newer app has migrated further than this app knows. */
export function refuseNewer(owner: string, found: number, migrations: readonly Migration[]): void {
  const known = newestVersion(migrations);
  if (found > known) throw storageErrors['storage/newer-database']({ owner, found, known });
}

/**
 * Runs every missing migration in one exclusive transaction that also sets `user_version`, so there is no state in
 * between. `database` is the same connection, wrapped for the migrations.
 */
export function migrate(connection: Connection, database: Database, migrations: readonly Migration[], owner: string): void {
  // With foreign keys on, dropping a table to rebuild it deletes rows that refer to it; the pragma has no effect inside a transaction.
  connection.pragma('foreign_keys = OFF');
  try {
    connection.exec('BEGIN EXCLUSIVE');
    try {
      runPending(connection, database, migrations, owner);
      connection.exec('COMMIT');
    } catch (error) {
      if (connection.inTransaction) connection.exec('ROLLBACK');
      throw error;
    }
  } finally {
    connection.pragma('foreign_keys = ON');
  }
}

function runPending(connection: Connection, database: Database, migrations: readonly Migration[], owner: string): void {
  // Read inside the transaction: another process may have migrated since the file was opened.
  const version = userVersion(connection);
  refuseNewer(owner, version, migrations);
  const orphansBefore = orphans(connection);
  for (const migration of migrations.filter(({ id }) => id > version)) {
    runOne(migration, database, owner);
    const left = orphans(connection);
    if (left > orphansBefore)
      throw failed(owner, migration, new Error(`it leaves ${left - orphansBefore} rows that point at rows that do not exist`));
    connection.pragma(`user_version = ${migration.id}`);
  }
}

function runOne(migration: Migration, database: Database, owner: string): void {
  let answer: unknown;
  try {
    answer = migration.up(database);
  } catch (error) {
    if (isDamage(error) || isAboutTheDisk(error)) throw error;
    throw failed(owner, migration, error);
  }
  if (answer instanceof Promise) {
    answer.catch(() => undefined);
    throw failed(owner, migration, new Error('up() must not be async'));
  }
}

function orphans(connection: Connection): number {
  return connection.prepare('PRAGMA foreign_key_check').all().length;
}

function isAboutTheDisk(error: unknown): boolean {
  if (isAppError(error)) return ['storage/full', 'storage/disk-failed', 'storage/not-writable', 'storage/locked'].includes(error.code);
  return /^SQLITE_(FULL|IOERR|BUSY|READONLY)/.test(codeOf(error));
}

function failed(owner: string, { id, name }: Migration, cause: unknown): Error {
  return storageErrors['storage/migration-failed']({ owner, id, name, reason: bareReasonOf(cause) }, cause);
}
