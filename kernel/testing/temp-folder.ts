import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new folder for one test; `using` removes it with its content. */
export interface TempFolder extends Disposable {
  readonly path: string;
  file(name: string): string;
}

/** `using folder = tempFolder();` */
export function tempFolder(): TempFolder {
  const path = mkdtempSync(join(tmpdir(), 'atelier-test-'));
  return {
    path,
    file: name => join(path, name),
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  };
}
