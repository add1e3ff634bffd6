import { randomBytes } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { AppError } from '@atelier/kernel';
import { hostErrors } from './errors.ts';

/** Creates the profile's folder if it is missing, and tests writing to it, so that a start fails here and not half-way. */
export function prepareProfile(userData: string): void {
  // The database's library refuses it later, with a reason that blames the rights.
  if (lengthOf(userData) > longestProfile) throw pathTooLong(userData);
  try {
    makeFolder(userData);
    const owner = statSync(userData).uid;
    const user = process.geteuid?.();
    // Root can write everywhere, but the files would belong to root: the person's own start could not use them.
    if (user !== undefined && owner !== user) throw hostErrors['host/profile-foreign']({ folder: userData, owner, user });
    tryWriting(userData);
  } catch (error) {
    throw folderProblem(error, userData) ?? error;
  }
}

/** SQLite takes 512 bytes for a path on Unix; the longest names in a profile, with what SQLite adds to them, need up to 112. */
const longestProfile = 400;

function lengthOf(path: string): number {
  return process.platform === 'win32' ? 0 : Buffer.byteLength(path);
}

function pathTooLong(folder: string, cause?: unknown): AppError {
  return hostErrors['host/profile-too-long']({ folder, length: Buffer.byteLength(folder), most: longestProfile }, cause);
}

/** The error for a folder or disk that cannot be written; undefined for every other error. */
export function folderProblem(error: unknown, folder: string): AppError | undefined {
  const { code = '', message } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'EACCES':
    case 'EPERM':
    case 'SQLITE_CANTOPEN':
    case 'SQLITE_PERM':
      return hostErrors['host/profile-unwritable']({ folder, why: message }, error);
    case 'EROFS':
    case 'SQLITE_READONLY':
      return hostErrors['host/disk-read-only']({ folder }, error);
    case 'ENOSPC':
    case 'EDQUOT':
    case 'SQLITE_FULL':
      return hostErrors['host/disk-full']({ folder }, error);
    case 'EFBIG':
      return hostErrors['host/file-size-limit']({ folder }, error);
    case 'EIO':
    case 'SQLITE_IOERR':
    case 'SQLITE_IOERR_WRITE':
      return hostErrors['host/write-failed']({ folder, why: message }, error);
    case 'ENAMETOOLONG':
      return pathTooLong(folder, error);
    case 'ENOTDIR':
    case 'EEXIST':
      return hostErrors['host/profile-no-folder']({ folder }, error);
    default:
      return undefined;
  }
}

/** The first link on the way to a folder that leads nowhere. */
function danglingLink(folder: string): string | undefined {
  const above = dirname(folder);
  const first = above === folder ? undefined : danglingLink(above);
  if (first !== undefined) return first;
  return lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() === true && !existsSync(folder) ? folder : undefined;
}

function isLoop(link: string): boolean {
  try {
    statSync(link);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ELOOP';
  }
}

function makeFolder(folder: string): void {
  const link = danglingLink(folder);
  if (link !== undefined)
    throw hostErrors[isLoop(link) ? 'host/profile-loop' : 'host/profile-dangling']({ folder, link, target: readlinkSync(link) });
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    let above = dirname(folder);
    while (!existsSync(above)) above = dirname(above);
    // For a read-only disk, Node reports that the file does not exist; checking an existing folder on it gives the real reason.
    accessSync(above, constants.W_OK);
    throw error;
  }
}

function tryWriting(folder: string): void {
  const file = join(folder, `.try-${randomBytes(6).toString('hex')}`);
  const handle = openSync(file, 'wx', 0o600);
  try {
    let left = Buffer.alloc(64 * 1024);
    // Near a full disk a write may be partial without an error.
    while (left.length > 0) left = left.subarray(writeSync(handle, left));
    fsyncSync(handle);
  } finally {
    closeSync(handle);
    rmSync(file, { force: true });
  }
}
