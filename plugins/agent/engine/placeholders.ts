import { mkdirSync, rmdirSync, rmSync } from 'node:fs';
import { basename } from 'node:path';

const held = new Map<string, number>();

/** Creates empty folders for commands to mount over. They are removed when the last command that uses them ends. */
export function holdPlaceholders(paths: readonly string[]): { release(): void } {
  for (const path of paths) {
    mkdirSync(path, { recursive: true });
    held.set(path, (held.get(path) ?? 0) + 1);
  }
  return {
    release: () => {
      for (const path of paths) {
        const left = (held.get(path) ?? 1) - 1;
        if (left > 0) held.set(path, left);
        else {
          held.delete(path);
          removeEmpty(path);
        }
      }
    },
  };
}

/** Whether a folder exists only because a sandboxed command runs now. */
export function isPlaceholder(path: string): boolean {
  return held.has(path);
}

/** Removes files that a command must not leave behind; returns their names. */
export function removeUnwanted(paths: readonly string[]): readonly string[] {
  return paths
    .filter(path => {
      try {
        rmSync(path, { recursive: true });
        return true;
      } catch {
        // It does not exist, as it should be.
        return false;
      }
    })
    .map(path => basename(path));
}

function removeEmpty(path: string): void {
  try {
    rmdirSync(path);
  } catch {
    // It is no longer empty, so it is kept.
  }
}
