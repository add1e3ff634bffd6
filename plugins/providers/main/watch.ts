import { type FSWatcher, watch } from 'node:fs';
import type { Log } from '@atelier/kernel';

const names = new Set(['settings.json', 'models.json', 'auth.json']);
// An editor writes a file in several steps, and the engine changes two files in a row.
const restMs = 60;

/** Tells once when one of the files of a managed directory has changed and rests again. */
export function watchFiles(directory: string, log: Log, changed: () => void): { close(): void } {
  let clock: NodeJS.Timeout | undefined;
  let watcher: FSWatcher | undefined;
  const later = (): void => {
    clearTimeout(clock);
    clock = setTimeout(changed, restMs);
  };
  try {
    watcher = watch(directory, { persistent: false }, (_event, name) => {
      if (name === null || names.has(name)) later();
    });
    watcher.on('error', error =>
      log.warn('The agent’s files are no longer watched; changes by hand show after a restart.', { code: codeOf(error) }),
    );
  } catch (error) {
    log.warn('The agent’s files cannot be watched; changes by hand show after a restart.', { code: codeOf(error) });
  }
  return {
    close() {
      clearTimeout(clock);
      watcher?.close();
    },
  };
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown';
}
