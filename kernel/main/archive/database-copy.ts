import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { verifyBackup } from '../storage/backup.ts';
import { type Connection, userVersion } from '../storage/connection.ts';
import { isForeign, siblingSuffixes, sizeOf } from '../storage/database-file.ts';
import { connect } from '../storage/storage.ts';

/** A table of a database, as its own definition says it. */
export interface Table {
  readonly name: string;
  readonly sql: string;
}

/** A checked copy of a database in a file of its own. */
export interface DatabaseCopy {
  readonly tables: readonly Table[];
  stream(): Readable;
  /** The rows of its tables as JSON Lines; undefined for one that is large. */
  lines(): Readable | undefined;
  remove(): Promise<void>;
}

/** Larger ones are in the archive as a database only. */
const maxTextBytes = 4 * 1024 * 1024;
const pagesAtOnce = 1000;

/** Copies a database as it is at one moment, also while it is in use; undefined if it is damaged, empty or no database. */
export async function copyDatabase(file: string, target: string): Promise<DatabaseCopy | undefined> {
  if (sizeOf(file) === 0 || isForeign(file)) return undefined;
  const remove = async () => {
    for (const suffix of ['', ...siblingSuffixes]) await rm(`${target}${suffix}`, { force: true });
  };
  let tables: readonly Table[];
  try {
    await remove();
    const version = await copied(file, target);
    if (!verifyBackup(target, version, connect)) throw new Error('the copy does not pass its check');
    tables = reading(target, tablesOf);
  } catch (error) {
    await remove();
    const code = (error as NodeJS.ErrnoException).code ?? '';
    // What is wrong with the disk of the archive is not a damage of the database.
    if (['ENOSPC', 'EDQUOT', 'EACCES', 'EROFS', 'SQLITE_FULL', 'SQLITE_CANTOPEN'].includes(code)) throw error;
    return undefined;
  }
  return {
    tables,
    stream: () => createReadStream(target),
    lines: () => (sizeOf(target) > maxTextBytes ? undefined : Readable.from(reading(target, reader => linesOf(reader, tables)))),
    remove,
  };
}

async function copied(file: string, target: string): Promise<number> {
  const source = connect(file, 'read');
  try {
    // Reading once holds the moment: without it, a copy of a busy database would begin again with each write.
    source.exec('BEGIN');
    const version = userVersion(source);
    source.prepare('SELECT count(*) FROM sqlite_master').get();
    await source.backup(target, { progress: () => pagesAtOnce });
    source.exec('ROLLBACK');
    const copy = connect(target, 'write');
    try {
      // A copy in WAL mode could not be read from a folder that nobody may write to.
      copy.pragma('journal_mode = DELETE');
    } finally {
      copy.close();
    }
    return version;
  } finally {
    source.close();
  }
}

function reading<T>(file: string, read: (connection: Connection) => T): T {
  const connection = connect(file, 'read');
  try {
    return read(connection);
  } finally {
    connection.close();
  }
}

/** Tables without those in which a search index keeps its parts. */
function tablesOf(connection: Connection): readonly Table[] {
  const all = connection
    .prepare("SELECT name, sql FROM sqlite_master WHERE type = 'table' AND sql IS NOT NULL ORDER BY name")
    .all() as Table[];
  const indexes = all.filter(({ sql }) => /^CREATE VIRTUAL/i.test(sql)).map(({ name }) => name);
  return all.filter(({ name }) => !name.startsWith('sqlite_') && !indexes.some(index => name === index || name.startsWith(`${index}_`)));
}

function linesOf(connection: Connection, tables: readonly Table[]): readonly string[] {
  return tables.flatMap(({ name }) =>
    connection
      .prepare(`SELECT * FROM "${name.replaceAll('"', '""')}"`)
      .all()
      .map(row => `${JSON.stringify({ table: name, row }, asText)}\n`),
  );
}

/** Bytes as base64. A buffer arrives here as what its own `toJSON` made of it. */
function asText(_name: string, value: unknown): unknown {
  const { type, data } = (value ?? {}) as { readonly type?: unknown; readonly data?: unknown };
  return type === 'Buffer' && Array.isArray(data) ? Buffer.from(data as number[]).toString('base64') : value;
}
