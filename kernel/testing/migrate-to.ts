import type { Migration } from '@atelier/kernel';
import { type OpenDatabase, openDatabase } from '../main/storage/storage.ts';
import { keptLog } from './kept-log.ts';
import { tempFolder } from './temp-folder.ts';

/** A database in a temporary folder; `using` closes and removes it. */
export interface MigratedDatabase extends Disposable {
  /** The database at its current step. */
  readonly database: OpenDatabase;
  /** Migrates to step `id`, as an update of the app would, and returns the database. */
  goOnTo(id: number): OpenDatabase;
}

/**
 * Migrates a new database to step `id` and stops there, so that a test can insert rows as an older version left them:
 * `using old = migrateTo(migrations, 20); old.database.exec("INSERT …"); const now = old.goOnTo(30);`
 */
export function migrateTo(migrations: readonly Migration[], id: number): MigratedDatabase {
  const folder = tempFolder();
  const openAt = (step: number): OpenDatabase => {
    const some = migrations.filter(migration => migration.id <= step);
    if (some.at(-1)?.id !== step)
      throw new Error(`There is no migration ${step}; there are ${migrations.map(migration => migration.id).join(', ')}.`);
    return openDatabase(folder.file('test.sqlite'), some, { owner: '@test/migrations', backups: folder.file('backups'), log: keptLog() });
  };
  let database = openAt(id);
  return {
    get database() {
      return database;
    },
    goOnTo(step) {
      database.close();
      database = openAt(step);
      return database;
    },
    [Symbol.dispose]() {
      database.close();
      folder[Symbol.dispose]();
    },
  };
}
