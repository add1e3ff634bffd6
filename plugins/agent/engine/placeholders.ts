import { mkdirSync, rmdirSync, rmSync } from 'node:fs';
import { basename } from 'node:path';

const held = new Map<string, number>();

/** Holds empty folders while commands run over them; the last command that ends takes them away, for none may lose its mount. */
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

/** Whether a folder is there only because a command of ours runs now. */
export function isPlaceholder(path: string): boolean {
  return held.has(path);
}

/** Takes away what a command must not leave behind, and says what it was. */
export function removeUnwanted(paths: readonly string[]): readonly string[] {
  return paths
    .filter(path => {
      try {
        rmSync(path, { recursive: true });
        return true;
      } catch {
        // It is not there, as it should be.
        return false;
      }
    })
    .map(path => basename(path));
}

function removeEmpty(path: string): void {
  try {
    rmdirSync(path);
  } catch {
    // Somebody has put something into it meanwhile, which is theirs.
  }
}
