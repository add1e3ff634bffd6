import { randomBytes } from 'node:crypto';
import { accessSync, closeSync, constants, existsSync, fsyncSync, mkdirSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AppError } from '@atelier/kernel';
import { hostErrors } from './errors.ts';

/** Makes the profile's folder where it is missing, and writes into it once, so that a start ends here and not half-way. */
export function prepareProfile(userData: string): void {
  try {
    makeFolder(userData);
    const owner = statSync(userData).uid;
    const user = process.geteuid?.();
    // As root everything can be written, and then belongs to root: the person's own start would find it closed.
    if (user !== undefined && owner !== user) throw hostErrors['host/profile-foreign']({ folder: userData, owner, user });
    tryWriting(userData);
  } catch (error) {
    throw folderProblem(error, userData) ?? error;
  }
}

/** The sentence for a folder or disk that does not take what we write; undefined for every other error. */
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
    case 'ENOTDIR':
    case 'EEXIST':
      return hostErrors['host/profile-no-folder']({ folder }, error);
    default:
      return undefined;
  }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    let above = dirname(folder);
    while (!existsSync(above)) above = dirname(above);
    // Node says of a disk that may only be read that there is no such file; asked about a folder on it, the system says why.
    accessSync(above, constants.W_OK);
    throw error;
  }
}

function tryWriting(folder: string): void {
  const file = join(folder, `.try-${randomBytes(6).toString('hex')}`);
  const handle = openSync(file, 'wx', 0o600);
  try {
    let left = Buffer.alloc(64 * 1024);
    // A disk that is nearly full takes a part and says nothing.
    while (left.length > 0) left = left.subarray(writeSync(handle, left));
    fsyncSync(handle);
  } finally {
    closeSync(handle);
    rmSync(file, { force: true });
  }
}
