import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { migrations } from './migrations.ts';
import { isBusy, PatientDialect } from './patient.ts';
import type { Tables } from './schema.ts';
import { plainText } from './text.ts';

export type Store = Kysely<Tables>;

/** Opens the database of one process and brings it to the newest step; a database of a newer program is refused. */
export async function openStore(file: string): Promise<Store> {
  // SQLite would make it readable for everybody.
  closeSync(openSync(file, 'a', 0o600));
  const sqlite = new Sqlite(file);
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = FULL');
  sqlite.pragma('foreign_keys = ON');
  // Waiting in SQLite would hold the whole process.
  sqlite.pragma('busy_timeout = 10');
  // What is deleted is not left in the file.
  sqlite.pragma('secure_delete = ON');
  // Its own lower() knows the letters of English alone.
  sqlite.function('plain', { deterministic: true }, text => (typeof text === 'string' ? plainText(text) : null));
  const store = new Kysely<Tables>({ dialect: new PatientDialect({ database: sqlite }) });
  try {
    const { error } = await new Migrator({ db: store, provider: { getMigrations: async () => ({ ...migrations }) } }).migrateToLatest();
    if (error !== undefined) throw error;
    return store;
  } catch (error) {
    await store.destroy();
    throw error;
  }
}

/** Writes the journal into the database and empties it; whether it is empty now. */
export async function emptyJournal(store: Store): Promise<boolean> {
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(store);
  return rows[0]?.busy === 0;
}

/** What a query finds for many values, by as many queries as it takes: one statement has a bound of values. */
export async function inParts<Row>(all: readonly string[], find: (some: readonly string[]) => Promise<readonly Row[]>): Promise<Row[]> {
  const found: Row[] = [];
  for (let at = 0; at < all.length; at += partLength) found.push(...(await find(all.slice(at, at + partLength))));
  return found;
}

const partLength = 1_000;

/** Keeps a data folder for one process; the system lets go of it with the process, however that ends. Undefined if another has it. */
export function lockFolder(folder: string): (() => void) | undefined {
  const file = join(folder, 'in-use.lock');
  closeSync(openSync(file, 'a', 0o600));
  const lock = new Sqlite(file, { timeout: 0 });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
  return () => void lock.close();
}
