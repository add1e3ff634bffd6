import type { Migration } from '@atelier/kernel';
import { type OpenDatabase } from '../main/storage/storage.ts';
/** A database of its own in a temporary folder; `using` closes and removes it. */
export interface MigratedDatabase extends Disposable {
  /** The database at the step it stands at now. */
  readonly database: OpenDatabase;
  /** Goes on to step `id`, as an update of the app would, and gives the database as it then is. */
  goOnTo(id: number): OpenDatabase;
}
/**
 * Brings a new database to step `id` and stops there, so that a test can insert rows as an older version left them:
 * `using old = migrateTo(migrations, 20); old.database.exec("INSERT …"); const now = old.goOnTo(30);`
 */
export declare function migrateTo(migrations: readonly Migration[], id: number): MigratedDatabase;
