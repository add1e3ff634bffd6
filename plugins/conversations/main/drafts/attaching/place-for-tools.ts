import { lstatSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** The app's own folders are closed to tools in both modes, so what goes by its path is put beside them, where only this person reads it. */
export function placeForTools(): string {
  const place = usualPlace();
  try {
    mkdirSync(place, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  // Whoever shares the machine may have made it first.
  return isOurs(place) ? place : mkdtempSync(`${place}-`);
}

/** Takes away what was put there for an attachment that is gone. */
export function emptyPlaceOf(id: string): void {
  const place = usualPlace();
  if (isOurs(place)) rmSync(join(place, id), { recursive: true, force: true });
}

function usualPlace(): string {
  return join(tmpdir(), `atelier-attached-${userInfo().username.replaceAll(/[^\w-]/g, '_')}`);
}

function isOurs(place: string): boolean {
  const found = lstatSync(place, { throwIfNoEntry: false });
  if (found === undefined || !found.isDirectory()) return false;
  return process.platform === 'win32' || (found.uid === userInfo().uid && (found.mode & 0o077) === 0);
}
