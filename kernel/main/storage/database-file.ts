import { chmodSync, closeSync, existsSync, lstatSync, openSync, readdirSync, readSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { storageErrors } from '../errors/storage.ts';
import { privateFile } from './atomic-write.ts';
import { type Connect, userVersion } from './connection.ts';

/** The suffixes of files that SQLite and this module create beside a database. */
export const siblingSuffixes = ['-wal', '-shm', '-journal'] as const;

/** The size of a file, 0 if it does not exist. */
export function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** When the database was last written, journal included; whole milliseconds, as the times of backups. */
export function changedAt(file: string): number {
  const times = [file, `${file}-wal`].map(path => statSync(path, { throwIfNoEntry: false })).filter(found => found && found.size > 0);
  return Math.max(0, ...times.map(found => Math.floor(found?.mtimeMs ?? 0)));
}

/** True if the last user of the database did not close it. */
export function wasLeftOpen(file: string): boolean {
  return sizeOf(`${file}-wal`) > 0;
}

/** Creates the file if it is missing, readable by this user only; SQLite gives its journals the same mode. */
export function preparePrivately(file: string): void {
  if (!existsSync(file)) closeSync(openSync(file, 'wx', privateFile));
  if (process.platform !== 'win32' && (statSync(file).mode & 0o777) !== privateFile) chmodSync(file, privateFile);
}

/** Throws for a link, a folder and anything else that is not a regular file. */
export function refuseIrregularFile(file: string): void {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found?.isSymbolicLink()) throw storageErrors['storage/symlink']({ file });
  if (found && !found.isFile()) throw storageErrors['storage/not-a-file']({ file });
}

/** The migration step of a database, read without changing a byte; 0 for a file that is no database. */
export function versionOnDisk(file: string, connect: Connect): number {
  const inFile = versionInHeader(file);
  if (inFile === undefined || !wasLeftOpen(file)) return inFile ?? 0;
  // The newest header may still be in the journal.
  try {
    const reader = connect(file, 'read');
    try {
      return userVersion(reader);
    } finally {
      reader.close();
    }
  } catch {
    return inFile;
  }
}

/** If this file exists, SQLite found damage: check every page at the next start. */
export function suspectMark(file: string): string {
  return `${file}.suspect`;
}

/** Creates the mark; on a disk that cannot be written, the check waits until SQLite finds damage again. */
export function markSuspect(file: string): void {
  try {
    writeFileSync(suspectMark(file), '', { mode: privateFile });
  } catch {}
}

/** The damaged files that were kept, their journals included. */
export function setAsideCopies(file: string): string[] {
  const folder = dirname(file);
  if (!existsSync(folder)) return [];
  const prefix = `${basename(file)}.corrupt-`;
  return readdirSync(folder)
    .filter(name => name.startsWith(prefix))
    .map(name => join(folder, name));
}

/**
 * True if the header is not SQLite's. Checked before SQLite opens the file, because SQLite would then delete the
 * journal, which may contain the newest rows.
 */
export function isForeign(file: string): boolean {
  return sizeOf(file) > 0 && versionInHeader(file) === undefined;
}

// https://www.sqlite.org/fileformat.html: 100 bytes; the magic, the page size at 16, three constants at 21, user_version at 60.
function versionInHeader(file: string): number | undefined {
  if (sizeOf(file) < 100) return undefined;
  const header = Buffer.alloc(100);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, header, 0, 100, 0);
  } finally {
    closeSync(descriptor);
  }
  const pageSize = header.readUInt16BE(16);
  const sound =
    header.toString('latin1', 0, 16) === 'SQLite format 3\0' &&
    (pageSize === 1 || (pageSize >= 512 && (pageSize & (pageSize - 1)) === 0)) &&
    header.readUIntBE(21, 3) === 0x402020;
  return sound ? header.readInt32BE(60) : undefined;
}
