import { existsSync, mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { mark } from './banner.ts';
import folders from './folders.json' with { type: 'json' };
import { find, type Outputs } from './outputs.ts';

/** A file that differs from the generator's output. */
export interface Difference {
  readonly path: string;
  readonly kind: 'missing' | 'differs' | 'left over';
}

const emitted = ['schemas/generated/**/*.*', ...folders.contracts.map(folder => `${folder}/{generated.ts,*.validate.js,*.validate.d.ts}`)];

/** Compares the outputs with the files on disk, byte by byte. */
export function differences(root: string, { files, owns }: Outputs): Difference[] {
  const changed = [...files].flatMap(([path, text]): Difference[] => {
    if (!existsSync(join(root, path))) return [{ path, kind: 'missing' }];
    return readFileSync(join(root, path), 'utf8') === text ? [] : [{ path, kind: 'differs' }];
  });
  const leftOver = find(root, emitted)
    .filter(path => owns(path) && !files.has(path))
    .filter(path => readFileSync(join(root, path), 'utf8').includes(mark));
  return [...changed, ...leftOver.map((path): Difference => ({ path, kind: 'left over' }))].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Writes the outputs that differ, and no others. Each file is replaced atomically. */
export function write(root: string, outputs: Outputs): Difference[] {
  const changes = differences(root, outputs);
  for (const { path } of changes) {
    const text = outputs.files.get(path);
    if (text === undefined) remove(root, path);
    else replace(root, path, text);
  }
  return changes;
}

function replace(root: string, path: string, text: string): void {
  const target = join(root, path);
  // In .build, which git ignores, in case an interrupted run leaves the file behind.
  const temporary = join(root, '.build', `generating-${process.pid}`);
  for (const file of [target, temporary]) mkdirSync(dirname(file), { recursive: true });
  writeFileSync(temporary, text);
  renameSync(temporary, target);
}

/** Also removes the folders that become empty: git keeps them after their plugin was deleted, because it ignores the file. */
function remove(root: string, path: string): void {
  rmSync(join(root, path), { force: true });
  try {
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) rmdirSync(join(root, folder));
  } catch {
    // Ends at the first folder that is not empty.
  }
}
