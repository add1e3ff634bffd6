import { chmodSync, closeSync, constants, copyFileSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { storageErrors } from '../errors/storage.ts';
import { bareReasonOf } from '../reason.ts';
import { makePrivateFolder, privateFile, syncFolder } from './atomic-write.ts';
import { type Connect, type Connection, pragmaValue, userVersion } from './connection.ts';
import { sizeOf } from './database-file.ts';
import { codeOf, type StoragePlace } from './driver-errors.ts';

/** The database of the backups, and their folder. */
export interface BackupPlace extends StoragePlace {
  readonly folder: string;
}

/** One backup, which was checked when it was made. `time` is in milliseconds. */
export interface Backup {
  readonly file: string;
  readonly time: number;
  readonly version: number;
}

const hour = 60 * 60 * 1000;
const keptNewest = 3;
/** Beyond the newest ones, the newest of each of so many hours and days that have one. */
const keptOf = [
  { span: hour, count: 3 },
  { span: 24 * hour, count: 7 },
];
/** All backups of one database together; only its newest two may be larger. */
const keptBytes = 256 * 1024 * 1024;

/** The backups of one database, newest first. */
export function backupsOf(place: BackupPlace): Backup[] {
  const prefix = backupPrefix(place);
  return namesIn(place.folder)
    .map(name => readName(place.folder, name, prefix))
    .filter(backup => backup !== undefined)
    .sort((a, b) => b.time - a.time || b.version - a.version);
}

/**
 * Copies a database that is not open, byte for byte, and checks the copy; it becomes a backup only once it is durable. Not
 * by VACUUM INTO: that renumbers the rows of tables without an integer key, which breaks indexes that refer to them. Not
 * with an open connection: closing a second descriptor of a file drops the locks that SQLite holds on it.
 */
export function backUp(place: BackupPlace, version: number, connect: Connect): Backup {
  makePrivateFolder(place.folder);
  const target = newName(place, version);
  const partial = `${target}.partial`;
  try {
    copyFileSync(place.file, partial, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    return settle(partial, target, version, connect);
  } catch (error) {
    rmSync(partial, { force: true });
    throw backupFailed(error, place);
  }
}

/** Copies a database in use without blocking the event loop, for the daily backup: a thousand pages at a time. */
export async function backUpSlowly(source: Connection, place: BackupPlace, connect: Connect): Promise<Backup> {
  makePrivateFolder(place.folder);
  const version = userVersion(source);
  const target = newName(place, version);
  const partial = `${target}.partial`;
  try {
    closeSync(openSync(partial, 'wx', privateFile));
    await source.backup(partial, { progress: () => 1000 });
    return settle(partial, target, version, connect);
  } catch (error) {
    rmSync(partial, { force: true });
    throw backupFailed(error, place);
  }
}

/** The backups that are not kept; `backups` are the newest first. */
export function surplusOf<B extends { readonly time: number; readonly bytes: number }>(backups: readonly B[]): readonly B[] {
  const wanted = new Set(backups.slice(0, keptNewest));
  for (const { span, count } of keptOf) {
    const newest = new Map<number, B>();
    for (const backup of backups) {
      const at = Math.floor(backup.time / span);
      if (!newest.has(at) && newest.size < count) newest.set(at, backup);
    }
    for (const backup of newest.values()) wanted.add(backup);
  }
  let bytes = 0;
  return backups.filter((backup, at) => {
    if (!wanted.has(backup)) return true;
    bytes += backup.bytes;
    return at > 1 && bytes > keptBytes;
  });
}

/** Deletes the backups that are too many or too large, and copies that were never finished. */
export function pruneBackups(place: BackupPlace): void {
  for (const { file } of surplusOf(backupsOf(place).map(backup => ({ ...backup, bytes: sizeOf(backup.file) }))))
    rmSync(file, { force: true });
  const prefix = backupPrefix(place);
  for (const name of namesIn(place.folder)) {
    if (name.startsWith(prefix) && name.endsWith('.partial')) rmSync(join(place.folder, name), { force: true });
  }
}

/** True if the file can be opened, all its pages are sound, and it is at `version`. Changes nothing. */
export function verifyBackup(file: string, version: number, connect: Connect): boolean {
  try {
    const copy = connect(file, 'read');
    try {
      return userVersion(copy) === version && pragmaValue(copy, 'quick_check(1)') === 'ok';
    } finally {
      copy.close();
    }
  } catch {
    return false;
  }
}

/** The newest backup that passes the check and is not from a newer app. */
export function newestGoodBackup(place: BackupPlace, newestVersion: number, connect: Connect): Backup | undefined {
  return backupsOf(place).find(({ file, version }) => version <= newestVersion && verifyBackup(file, version, connect));
}

/** Syncs a file to the disk. */
export function syncFile(file: string): void {
  const descriptor = openSync(file, constants.O_RDWR);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function settle(partial: string, target: string, version: number, connect: Connect): Backup {
  chmodSync(partial, privateFile);
  leaveWal(partial, connect);
  syncFile(partial);
  if (!verifyBackup(partial, version, connect)) throw new Error('the copy does not pass its check');
  renameSync(partial, target);
  syncFolder(dirname(target));
  return { file: target, time: timeOf(target), version };
}

/** A file in WAL mode cannot be read without creating files beside it; a backup must be readable without any. */
function leaveWal(file: string, connect: Connect): void {
  const copy = connect(file, 'write');
  try {
    copy.pragma('journal_mode = DELETE');
  } finally {
    copy.close();
  }
}

function backupFailed(error: unknown, { owner, folder, file }: BackupPlace): unknown {
  const code = codeOf(error);
  if (code.startsWith('SQLITE_')) return error;
  if (code === 'ENOSPC' || code === 'EDQUOT') return storageErrors['storage/full']({ owner, file: folder }, error);
  return storageErrors['storage/backup-failed']({ owner, folder, file, reason: bareReasonOf(error) }, error);
}

/** What the names of all backups of a database begin with. */
export function backupPrefix({ owner, file }: StoragePlace): string {
  return `${owner.replaceAll('/', '--').replaceAll(/[^\w@.-]/g, '-')}.${basename(file, '.sqlite')}.`;
}

function newName(place: BackupPlace, version: number): string {
  // Two backups within one millisecond would otherwise get the same name.
  const newest = backupsOf(place)[0]?.time ?? 0;
  const stamp = new Date(Math.max(Date.now(), newest + 1)).toISOString().replaceAll(/[-:.]/g, '');
  return join(place.folder, `${backupPrefix(place)}${stamp}.v${version}.sqlite`);
}

function readName(folder: string, name: string, prefix: string): Backup | undefined {
  if (!name.startsWith(prefix)) return undefined;
  const version = /^\d{8}T\d{9}Z\.v(\d+)\.sqlite$/.exec(name.slice(prefix.length))?.[1];
  if (version === undefined) return undefined;
  return { file: join(folder, name), time: timeOf(name), version: Number(version) };
}

function timeOf(name: string): number {
  const [, year, month, day, hour, minute, second, milli] =
    /(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z\.v\d+\.sqlite$/.exec(name) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${milli}Z`);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}
