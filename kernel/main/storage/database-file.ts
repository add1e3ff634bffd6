import { chmodSync, closeSync, existsSync, lstatSync, openSync, readdirSync, readSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { storageErrors } from '../errors/storage.ts';
import { privateFile } from './atomic-write.ts';
import { type Connect, userVersion } from './connection.ts';

/** What SQLite, and we, put beside a database. */
export const companions = ['-wal', '-shm', '-journal'] as const;

/** The size of a file, 0 when there is none. */
export function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** When the database was last written, journal included. */
export function changedAt(file: string): number {
  return Math.max(...[file, `${file}-wal`].map(path => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0));
}

/** True when the last user of the database did not close it. */
export function wasLeftOpen(file: string): boolean {
  return sizeOf(`${file}-wal`) > 0;
}

/** Makes the file if there is none, and sees to it that nobody else may read it; SQLite gives its journals the same rights. */
export function preparePrivately(file: string): void {
  if (!existsSync(file)) closeSync(openSync(file, 'wx', privateFile));
  if (process.platform !== 'win32' && (statSync(file).mode & 0o777) !== privateFile) chmodSync(file, privateFile);
}

/** Refuses a link, a folder and whatever else is not a file of ours. */
export function refuseOddFile(file: string): void {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found?.isSymbolicLink()) throw storageErrors['storage/symlink']({ file });
  if (found && !found.isFile()) throw storageErrors['storage/not-a-file']({ file });
}

/** The step a database stands at, found without changing one byte of it; 0 for what is no database. */
export function versionOnDisk(file: string, connect: Connect): number {
  const inFile = versionInHeader(file);
  if (inFile === undefined || !wasLeftOpen(file)) return inFile ?? 0;
  // The newest header may still lie in the journal.
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

/** A file whose presence means: SQLite met damage in here, check every page at the next start. */
export function suspectMark(file: string): string {
  return `${file}.suspect`;
}

/** Leaves the mark; on a disk that takes none the check waits for the next damage met. */
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
 * True when the header is none of SQLite's. Asked before SQLite opens the file, because on finding the same it deletes
 * the journal, which may hold the newest rows.
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
