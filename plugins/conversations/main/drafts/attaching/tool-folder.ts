import { lstatSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** The folder for files that are sent by path. Tools may not read the app's own folders, so it is outside them; only this user can read it. */
export function toolFolder(): string {
  const folder = usualFolder();
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  // Another user of the machine may have created it first.
  return isOwnFolder(folder) ? folder : mkdtempSync(`${folder}-`);
}

/** Removes the copy that was made for an attachment. */
export function removeToolCopy(id: string): void {
  const folder = usualFolder();
  if (isOwnFolder(folder)) rmSync(join(folder, id), { recursive: true, force: true });
}

function usualFolder(): string {
  return join(tmpdir(), `atelier-attached-${userInfo().username.replaceAll(/[^\w-]/g, '_')}`);
}

function isOwnFolder(folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found === undefined || !found.isDirectory()) return false;
  return process.platform === 'win32' || (found.uid === userInfo().uid && (found.mode & 0o077) === 0);
}
