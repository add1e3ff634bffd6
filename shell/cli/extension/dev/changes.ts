import { createHash } from 'node:crypto';
import { type Dirent, type FSWatcher, readdirSync, readFileSync, watch } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The consequence of a change: none, reload the extension, or read its manifest again and reload it. */
export type Consequence = 'none' | 'reload' | 'manifest';

const ignored = /(?:^|[\\/])(?:node_modules|\.git|coverage)(?:[\\/]|$)|(?:^|[\\/])\.|~$|\.tgz$/;
const manifestOnly = /^(?:package\.json$|text\/|contract\/)/;
const testsOnly = /(?:^|\/)test\/|\.test\.[jt]s$|^README|^LICENSE/i;
const debounceMs = 120;

/** The files of a folder that the app reads, with a hash of their content. */
export type Snapshot = ReadonlyMap<string, string>;

/** The current files of an extension. */
export function snapshotOf(folder: string): Snapshot {
  const files = new Map<string, string>();
  const visit = (inside: string): void => {
    for (const entry of entriesOf(join(folder, inside))) {
      const path = inside === '' ? entry.name : `${inside}/${entry.name}`;
      if (ignored.test(path)) continue;
      if (entry.isDirectory()) visit(path);
      else if (entry.isFile()) files.set(path, hashOf(join(folder, path)));
    }
  };
  visit('');
  return files;
}

/** None if the folder was removed since it was listed: it may be on its way back. */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Empty if the file was removed since it was listed. */
function hashOf(file: string): string {
  try {
    return createHash('sha1').update(readFileSync(file)).digest('hex');
  } catch {
    return '';
  }
}

/** The files whose content differs; a file that was saved without a change does not count. */
export function changedFiles(before: Snapshot, after: Snapshot): readonly string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter(path => before.get(path) !== after.get(path)).toSorted();
}

/** The consequence of changed files for the running app. */
export function consequenceOf(paths: readonly string[]): Consequence {
  const relevant = paths.filter(path => !testsOnly.test(path));
  if (relevant.length === 0) return 'none';
  return relevant.some(path => manifestOnly.test(path)) ? 'manifest' : 'reload';
}

/**
 * Calls after changes, debounced: an editor writes a file in several steps. Each folder is watched by itself: many editors save by
 * renaming a new file over the old one, after which a watch of the file, which is how Linux is watched recursively, is of no file.
 */
export function watchFolder(folder: string, changed: () => void): { close(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watchers = new Map<string, FSWatcher>();
  const later = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      follow();
      changed();
    }, debounceMs);
  };
  const drop = (path: string): void => {
    watchers.get(path)?.close();
    watchers.delete(path);
  };
  const dropAll = (): void => {
    for (const path of [...watchers.keys()]) drop(path);
  };
  const dropAllOf = (path: string): void => {
    for (const each of watchers.keys()) if (each === path || each.startsWith(`${path}/`)) drop(each);
  };
  const add = (path: string): void => {
    try {
      const watcher = watch(join(folder, path), (event, file) => {
        const changedPath = path === '' || file === null ? (file ?? '') : `${path}/${file}`;
        // A folder of the same name is another one, which the watch of the old one does not hear.
        if (event === 'rename' && changedPath !== '') dropAllOf(changedPath);
        if (file === null || !ignored.test(changedPath)) later();
      });
      watcher.on('error', () => drop(path));
      watchers.set(path, watcher);
    } catch {
      // Removed since it was listed.
    }
  };
  const follow = (): void => {
    const now = new Set(foldersIn(folder));
    for (const path of watchers.keys()) if (!now.has(path)) drop(path);
    for (const path of now) if (!watchers.has(path)) add(path);
  };
  follow();
  // The folder itself may go and come back, as with another clone; the watch of the old one does not hear of the new one.
  let around: FSWatcher | undefined;
  try {
    around = watch(dirname(folder), (_event, name) => {
      if (name !== basename(folder)) return;
      dropAll();
      later();
    });
    around.on('error', () => around?.close());
  } catch {
    // It may not be read.
  }
  return {
    close() {
      clearTimeout(timer);
      around?.close();
      dropAll();
    },
  };
}

/** The folder itself, as an empty path, and all inside it. */
function foldersIn(folder: string, inside = ''): readonly string[] {
  return [
    inside,
    ...entriesOf(join(folder, inside)).flatMap(entry => {
      const path = inside === '' ? entry.name : `${inside}/${entry.name}`;
      return entry.isDirectory() && !ignored.test(path) ? foldersIn(folder, path) : [];
    }),
  ];
}
