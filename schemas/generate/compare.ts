import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { mark } from './banner.ts';
import { find } from './outputs.ts';

/** A committed file that is not what the generator makes. */
export interface Difference {
  readonly path: string;
  readonly kind: 'missing' | 'differs' | 'left over';
}

const emitted = [
  'schemas/generated/**/*.*',
  '**/contract/{generated.ts,*.validate.js,*.validate.d.ts}',
  'kernel/main/{generated.ts,*.validate.js,*.validate.d.ts}',
];

/** Compares what should be there with what is, byte by byte. */
export function differences(root: string, outputs: ReadonlyMap<string, string>): Difference[] {
  const changed = [...outputs].flatMap(([path, text]): Difference[] => {
    if (!existsSync(join(root, path))) return [{ path, kind: 'missing' }];
    return readFileSync(join(root, path), 'utf8') === text ? [] : [{ path, kind: 'differs' }];
  });
  const leftOver = find(root, emitted).filter(path => !outputs.has(path) && readFileSync(join(root, path), 'utf8').includes(mark));
  return [...changed, ...leftOver.map((path): Difference => ({ path, kind: 'left over' }))].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Makes the tree what the outputs say; touches nothing that is right already. */
export function write(root: string, outputs: ReadonlyMap<string, string>): Difference[] {
  const changes = differences(root, outputs);
  for (const { path } of changes) {
    const text = outputs.get(path);
    const target = join(root, path);
    if (text === undefined) {
      rmSync(target);
      continue;
    }
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
  return changes;
}
