import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
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
    [Symbol.dispose]: () => remove(path),
  };
}

function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error;
    // What is tested may have taken the rights from folders.
    openFolders(path);
    rmSync(path, { recursive: true, force: true });
  }
}

function openFolders(path: string): void {
  chmodSync(path, 0o700);
  for (const entry of readdirSync(path, { withFileTypes: true })) if (entry.isDirectory()) openFolders(join(path, entry.name));
}
