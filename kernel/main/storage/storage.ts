import { existsSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Database, DatabaseState, Log, Migration } from '@atelier/kernel';
import Driver from 'better-sqlite3';
import { storageErrors } from '../errors/storage.ts';
import { bareReasonOf } from '../reason.ts';
import { restoreAsAsked } from './asked-restore.ts';
import { makePrivateFolder } from './atomic-write.ts';
import { type Backup, type BackupPlace, backUp, backUpSlowly, backupsOf, pruneBackups } from './backup.ts';
import { type Connection, type ConnectMode, pragmaValue, userVersion } from './connection.ts';
import {
  changedAt,
  isForeign,
  markSuspect,
  preparePrivately,
  refuseIrregularFile,
  setAsideCopies,
  siblingSuffixes,
  sizeOf,
  suspectMark,
  versionOnDisk,
  wasLeftOpen,
} from './database-file.ts';
import { freeReserve } from './disk-reserve.ts';
import { codeOf, driverError, isDamage, isOverBudget, type StorageBudget } from './driver-errors.ts';
import { guardDatabase, guardToRead } from './guarded-database.ts';
import { checkOrder, migrate, newestVersion, refuseNewer } from './migrate.ts';
import { checkPages } from './page-check.ts';
import { createdMark, isLost, markCreated, type Recovered, recover } from './recover.ts';

/** The owner and the callbacks of a database. */
export interface DatabaseOptions {
  /** The extension that owns the data; every error names it. */
  readonly owner: string;
  /** The folder for backups; several databases may share it. */
  readonly backups: string;
  readonly log: Log;
  /** How large the file may become; undefined without a limit. */
  readonly budget?: StorageBudget;
  /** Called after each write. */
  readonly written?: () => void;
  /** Called when a write found the disk full. */
  readonly full?: () => void;
  /** Whether a database of a newer version is refused, or opened to be read only; refused without it. */
  readonly newer?: 'refuse' | 'read';
}

/** What is told of a database while it is open. */
type Told = Pick<DatabaseOptions, 'log' | 'written' | 'full'>;

/** An extension's database, for the kernel. */
export interface OpenDatabase extends Database {
  readonly owner: string;
  readonly file: string;
  /** The repair that it needed to open; usually undefined. */
  readonly recovered: Recovered | undefined;
  readonly state: DatabaseState;
  /** The newest step that its owner knows. */
  readonly known: number;
  /** The size of the file. */
  bytes(): number;
  /** Makes a checked copy, and deletes older ones that are too many. */
  backUp(): Promise<void>;
  /**
   * Reads every page of a new copy, in another thread; returns 'ok' or the damage, which is then repaired at the next start. A sound
   * copy becomes the newest backup; `temporary` removes it, because repeated checks must not displace older backups.
   */
  check(kind?: 'temporary'): Promise<string>;
  /** Empties the journal into the file: what was deleted stays in it otherwise until its place is used again. */
  emptyJournal(): void;
  /** When the newest copy was made, and whether nothing was written since; a database with nothing in it needs no copy. */
  lastBackup(): { readonly time: number | undefined; readonly isCurrent: boolean };
  /** Closing twice does nothing. */
  close(): void;
}

// FULL: NORMAL loses acknowledged writes in a power cut. SQL in the schema may not call functions with side effects.
// Opening waits less for a lock: an activation has five seconds, and the error that names the lock must come within them.
const openTimeout = 'busy_timeout = 3000';
const patience = 'busy_timeout = 5000';
const pragmas = [
  openTimeout,
  'journal_mode = WAL',
  'synchronous = FULL',
  'foreign_keys = ON',
  'trusted_schema = OFF',
  // What is deleted is overwritten, and does not stay in the file until its place is used again.
  'secure_delete = ON',
];
// fsync alone does not reach the platter on macOS.
const macPragmas = ['fullfsync = ON', 'checkpoint_fullfsync = ON'];

const driverPath = fileURLToPath(import.meta.resolve('better-sqlite3'));
const openFiles = new Set<string>();

/**
 * Opens an extension's database at its newest migration, or throws an AppError and leaves the file as it was. A
 * damaged file is set aside and its newest good backup restored; `recovered` reports it.
 */
export function openDatabase(
  file: string,
  migrations: readonly Migration[],
  { owner, backups, budget, newer, ...told }: DatabaseOptions,
): OpenDatabase {
  const place: BackupPlace = { owner, file: resolve(file), folder: backups, ...(budget && { budget }) };
  const { log } = told;
  checkOrder(owner, migrations);
  // Two connections of one process would share POSIX locks without knowing of each other.
  if (openFiles.has(place.file)) throw storageErrors['storage/already-open']({ owner, file: place.file });
  try {
    makePrivateFolder(dirname(place.file));
    refuseIrregularFile(place.file);
    const asked = restoreAsAsked({ place, newestVersion: newestVersion(migrations), connect, log });
    const found = versionOnDisk(place.file, connect);
    if (newer === 'read' && found > newestVersion(migrations)) return openNewer(place, found, newestVersion(migrations));
    refuseNewer(owner, found, migrations);
    const database = open(place, migrations, told, asked);
    markCreated(place);
    return database;
  } catch (error) {
    const isFull = codeOf(error) === 'SQLITE_FULL' && !isOverBudget(error, place);
    if (isFull || codeOf(error) === 'storage/full') {
      freeReserve(dirname(place.file));
      told.full?.();
    }
    throw driverError(error, place);
  }
}

/** Deletes a database for good, its backups and set-aside copies included. */
export function removeDatabase({ owner, file, backups }: { owner: string; file: string; backups: string }): void {
  const place = { owner, file, folder: backups };
  for (const backup of backupsOf(place)) rmSync(backup.file, { force: true });
  rmSync(createdMark(place), { force: true });
  for (const suffix of ['', ...siblingSuffixes, '.suspect', '.restoring', '.restore-from', '.checked'])
    rmSync(`${file}${suffix}`, { force: true });
  for (const aside of setAsideCopies(file)) rmSync(aside, { force: true });
}

/** The version of SQLite in use. */
export function sqliteVersion(): string {
  const connection = new Driver(':memory:');
  try {
    return String(connection.prepare('SELECT sqlite_version()').pluck().get());
  } finally {
    connection.close();
  }
}

/** Opens the driver's own connection, with no pragma set. For this folder and its tests. */
export function connect(file: string, mode: ConnectMode): Connection {
  return new Driver(file, { readonly: mode === 'read', fileMustExist: true });
}

function open(place: BackupPlace, migrations: readonly Migration[], told: Told, asked: Recovered | undefined): OpenDatabase {
  const recovery = { place, newestVersion: newestVersion(migrations), connect, log: told.log };
  const lost = isLost(place) ? recover('lost', 'the file was missing or empty', recovery) : undefined;
  try {
    return openOnce(place, migrations, told, lost ?? asked);
  } catch (error) {
    if (!isDamage(error)) throw error;
    return openOnce(place, migrations, told, recover('damaged', bareReasonOf(error), recovery));
  }
}

function openOnce(place: BackupPlace, migrations: readonly Migration[], told: Told, recovered: Recovered | undefined): OpenDatabase {
  let connection = connectChecked(place);
  const isNew = isEmpty(connection);
  try {
    const version = userVersion(connection);
    if (version < newestVersion(migrations)) {
      const backup = isNew ? undefined : closeAndBackUp(connection, place, version);
      if (backup) connection = connectChecked(place);
      try {
        migrate(
          connection,
          guardDatabase(connection, place, () => undefined),
          migrations,
          place.owner,
        );
      } catch (error) {
        // Nothing changed, so the copy is useless, and at every further try it would displace an older backup.
        if (backup) rmSync(backup.file, { force: true });
        throw error;
      }
      pruneBackups(place);
      told.log.info(`The database of ${place.owner} went from step ${version} to ${newestVersion(migrations)}.`);
    }
  } catch (error) {
    connection.close();
    throw error;
  }
  connection.pragma(patience);
  return openDatabaseOver(connection, place, { ...told, recovered, isNew, known: newestVersion(migrations) });
}

/** Checks for damage only if there is a reason: the last user did not close the file, or found damage. */
function connectChecked({ owner, file, budget }: BackupPlace): Connection {
  if (isForeign(file)) throw storageErrors['storage/corrupt']({ owner, file, reason: 'its first page is not that of a database' });
  const unclean = wasLeftOpen(file);
  const suspect = existsSync(suspectMark(file));
  preparePrivately(file);
  const connection = connect(file, 'write');
  try {
    for (const pragma of process.platform === 'darwin' ? [...pragmas, ...macPragmas] : pragmas) connection.pragma(pragma);
    connection.prepare('SELECT count(*) FROM sqlite_schema').get();
    const found = suspect ? pragmaValue(connection, 'integrity_check(1)') : unclean ? pragmaValue(connection, 'quick_check(1)') : 'ok';
    if (found !== 'ok') throw storageErrors['storage/corrupt']({ owner, file, reason: String(found) });
    rmSync(suspectMark(file), { force: true });
    if (budget) {
      // SQLite keeps a limit below the present size at that size.
      connection.pragma(`max_page_count = ${Math.max(1, Math.floor(budget.bytes / Number(pragmaValue(connection, 'page_size'))))}`);
      // 2: no temporary files, which would be neither seen nor limited; what a store holds in its process is both.
      connection.pragma('temp_store = 2');
    }
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

function closeAndBackUp(connection: Connection, place: BackupPlace, version: number): Backup {
  connection.close();
  // The last connection to close a database removes its journal.
  if (wasLeftOpen(place.file)) throw storageErrors['storage/locked']({ owner: place.owner, file: place.file });
  try {
    return backUp(place, version, connect);
  } catch (error) {
    // A copy may fail its check because its source is damaged.
    const source = connect(place.file, 'write');
    try {
      const found = pragmaValue(source, 'quick_check(1)');
      if (found !== 'ok') throw storageErrors['storage/corrupt']({ owner: place.owner, file: place.file, reason: String(found) });
    } finally {
      source.close();
    }
    throw error;
  }
}

function isEmpty(connection: Connection): boolean {
  return connection.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;
}

/** Opens a database that a newer version migrated further, so that no byte of the file changes. */
function openNewer(place: BackupPlace, found: number, known: number): OpenDatabase {
  const { owner, file } = place;
  const hadJournal = existsSync(`${file}-wal`);
  const connection = connect(file, 'read');
  openFiles.add(file);
  const refuse = (): never => {
    throw storageErrors['storage/read-only']({ owner, found, known });
  };
  return {
    ...guardToRead(connection, place, refuse),
    owner,
    file,
    recovered: undefined,
    state: 'newer',
    known,
    bytes: () => sizeOf(file),
    backUp: async () => refuse(),
    // It is not written to.
    emptyJournal: () => undefined,
    check: async () => await checkPages(file, driverPath),
    lastBackup: () => ({ time: backupsOf(place)[0]?.time, isCurrent: true }),
    close() {
      if (!connection.open) return;
      openFiles.delete(file);
      connection.close();
      // A reader leaves the empty journal that it needed.
      if (!hadJournal && !wasLeftOpen(file)) for (const suffix of ['-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
    },
  };
}

/** What else an open database is made of. */
interface Opened extends Told {
  readonly recovered: Recovered | undefined;
  /** Its tables were just created. */
  readonly isNew: boolean;
  readonly known: number;
}

function openDatabaseOver(
  connection: Connection,
  place: BackupPlace,
  { log, recovered, isNew, written, full, known }: Opened,
): OpenDatabase {
  const { owner, file } = place;
  openFiles.add(file);
  const onFault = (error: unknown): void => {
    if (codeOf(error) === 'SQLITE_FULL' && !isOverBudget(error, place)) {
      // Overwriting needs room in the journal. Until the next start only making room counts.
      connection.pragma('secure_delete = OFF');
      if (freeReserve(dirname(file)))
        log.warn(`The disk is full; ${owner} met it first. The reserve was given back so that there is room to clean up.`);
      full?.();
    }
    if (isDamage(error)) {
      log.error(`The database of ${owner} is damaged; it is checked and repaired at the next start.`, { file });
      markSuspect(file);
    }
  };
  /** Changes with every write, by whatever connection. */
  const content = () => JSON.stringify(['total_changes()', 'data_version', 'schema_version'].map(what => readValue(connection, what)));
  const newest = backupsOf(place)[0]?.time;
  let copied = isNew || (newest !== undefined && changedAt(file) <= newest) ? content() : undefined;
  const copy = async (): Promise<Backup> => {
    try {
      // Otherwise closing would write the journal into the file, which would then look changed.
      connection.pragma('wal_checkpoint(TRUNCATE)');
      return await backUpSlowly(connection, place, connect);
    } catch (error) {
      throw driverError(error, place);
    }
  };
  const isGone = recovered !== undefined && recovered.why !== 'asked' && !recovered.restored && !recovered.salvaged;
  return {
    ...guardDatabase(connection, place, onFault, written),
    owner,
    file,
    recovered,
    state: isGone ? 'lost' : 'ready',
    known,
    bytes: () => sizeOf(file),
    emptyJournal() {
      try {
        connection.pragma('wal_checkpoint(TRUNCATE)');
      } catch (error) {
        throw driverError(error, place);
      }
    },
    async backUp() {
      const before = content();
      await copy();
      copied = before;
      pruneBackups(place);
    },
    async check(kind) {
      const before = content();
      const fresh = await copy();
      const found = await checkPages(fresh.file, driverPath);
      if (found !== 'ok' || kind === 'temporary') rmSync(fresh.file, { force: true });
      else {
        copied = before;
        pruneBackups(place);
      }
      if (found !== 'ok') {
        log.error(`The database of ${owner} is damaged; it is checked and repaired at the next start.`, { file, reason: found });
        markSuspect(file);
      }
      return found;
    },
    lastBackup() {
      return { time: backupsOf(place)[0]?.time, isCurrent: copied === content() };
    },
    close() {
      if (!connection.open) return;
      openFiles.delete(file);
      connection.close();
    },
  };
}

function readValue(connection: Connection, what: string): unknown {
  return what.endsWith('()') ? Object.values(connection.prepare(`SELECT ${what}`).get() as object)[0] : pragmaValue(connection, what);
}
