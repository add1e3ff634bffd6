import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The paths of all files below a folder that is in use: what vanishes meanwhile is left out. */
export function filesBelow(folder: string): readonly string[] {
  return entriesOf(folder).flatMap(entry => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(path);
    return entry.isFile() ? [path] : [];
  });
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
