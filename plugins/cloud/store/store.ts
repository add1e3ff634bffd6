import { closeSync, openSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import { migrations } from './migrations.ts';
import type { Tables } from './schema.ts';

export type Store = Kysely<Tables>;

/** Opens the database of one process and brings it to the newest step; a database of a newer program is refused. */
export async function openStore(file: string): Promise<Store> {
  // SQLite would make it readable for everybody.
  closeSync(openSync(file, 'a', 0o600));
  const sqlite = new Sqlite(file);
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = FULL');
  sqlite.pragma('foreign_keys = ON');
  sqlite.pragma('busy_timeout = 5000');
  // What is deleted is not left in the file.
  sqlite.pragma('secure_delete = ON');
  const store = new Kysely<Tables>({ dialect: new SqliteDialect({ database: sqlite }) });
  try {
    const { error } = await new Migrator({ db: store, provider: { getMigrations: async () => ({ ...migrations }) } }).migrateToLatest();
    if (error !== undefined) throw error;
    return store;
  } catch (error) {
    await store.destroy();
    throw error;
  }
}
