import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, watch } from 'node:fs';
import { join } from 'node:path';

/** The consequence of a change: none, reload the extension, or read its manifest again and reload it. */
export type Consequence = 'none' | 'reload' | 'manifest';

const passedOver = /(?:^|[\\/])(?:node_modules|\.git|coverage)(?:[\\/]|$)|(?:^|[\\/])\.|~$|\.tgz$/;
const manifestOnly = /^(?:package\.json$|text\/|contract\/)/;
const testsOnly = /(?:^|\/)test\/|\.test\.[jt]s$|^README|^LICENSE/i;
const quietMs = 120;

/** The files of a folder that the app reads, with a mark of their content. */
export type Snapshot = ReadonlyMap<string, string>;

/** The current files of an extension. */
export function snapshotOf(folder: string): Snapshot {
  const held = new Map<string, string>();
  const visit = (inside: string): void => {
    for (const entry of readdirSync(join(folder, inside), { withFileTypes: true })) {
      const path = inside === '' ? entry.name : `${inside}/${entry.name}`;
      if (passedOver.test(path)) continue;
      if (entry.isDirectory()) visit(path);
      else if (entry.isFile()) held.set(path, markOf(join(folder, path)));
    }
  };
  visit('');
  return held;
}

/** Empty where an editor has removed the file since it was listed. */
function markOf(file: string): string {
  try {
    return createHash('sha1').update(readFileSync(file)).digest('hex');
  } catch {
    return '';
  }
}

/** The files whose content differs; a file that was saved without a change does not count. */
export function differing(before: Snapshot, after: Snapshot): readonly string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter(path => before.get(path) !== after.get(path)).toSorted();
}

/** The consequence of changed files for the running app. */
export function consequenceOf(paths: readonly string[]): Consequence {
  const seen = paths.filter(path => !testsOnly.test(path));
  if (seen.length === 0) return 'none';
  return seen.some(path => manifestOnly.test(path)) ? 'manifest' : 'reload';
}

/** Calls after a burst of changes: an editor writes a file in several steps. */
export function watchFolder(folder: string, changed: () => void): { close(): void } {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const watcher = watch(folder, { recursive: true }, (_event, file) => {
    if (file === null || passedOver.test(file)) return;
    clearTimeout(waiting);
    waiting = setTimeout(changed, quietMs);
  });
  return {
    close() {
      clearTimeout(waiting);
      watcher.close();
    },
  };
}
