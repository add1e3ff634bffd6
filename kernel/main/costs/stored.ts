import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A limit, so that a folder of a million files does not delay the number. */
const maxEntries = 500;

/** The bytes that an extension keeps on the disk: its database with SQLite's files beside it, and its folder. */
export function storedBytes(database: string, folder: string): number {
  const beside = ['', '-wal'].reduce((total, end) => total + sizeOf(database + end), 0);
  let left = maxEntries;
  const walk = (inside: string): number => {
    try {
      return readdirSync(inside, { withFileTypes: true }).reduce((total, entry) => {
        if (left <= 0 || entry.isSymbolicLink()) return total;
        left -= 1;
        const path = join(inside, entry.name);
        return total + (entry.isDirectory() ? walk(path) : sizeOf(path));
      }, 0);
    } catch {
      return 0;
    }
  };
  return beside + walk(folder);
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
