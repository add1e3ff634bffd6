import { lstatSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Makes a folder in the system's temporary folder, which only this user may enter. Its name says which process it belongs to, so that a
 * later start can remove it if that process dies.
 */
export function makeTempFolder(what: string): string {
  return mkdtempSync(join(tmpdir(), `atelier-${what}-${processSpace}.${process.pid}-`));
}

/** Removes what processes that have died left in the temporary folder; returns the paths. Never throws. */
export function sweepTempFolders(): readonly string[] {
  const place = tmpdir();
  return namesIn(place)
    .filter(isOfDeadProcess)
    .map(name => join(place, name))
    .filter(path => isOwnFolder(path) && remove(path));
}

// Process ids are those of one space only: a container that shares this temporary folder counts its own.
const processSpace = spaceOfProcesses();

function spaceOfProcesses(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0';
  } catch {
    return '0';
  }
}

function isOfDeadProcess(name: string): boolean {
  const [, space, pid] = /^atelier-[a-z]+-(\d+)\.(\d+)-[\w-]{6}$/.exec(name) ?? [];
  if (space !== processSpace || pid === undefined) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    // A process of another user cannot be asked, and lives.
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/** A link, and a folder that another user could have put there, are left alone. */
function isOwnFolder(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isDirectory() === true && (process.getuid === undefined || (found.uid === process.getuid() && (found.mode & 0o077) === 0));
}

function remove(path: string): boolean {
  try {
    rmSync(path, { recursive: true, force: true });
    return true;
  } catch {
    return false;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
