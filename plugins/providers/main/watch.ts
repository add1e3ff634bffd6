import { type FSWatcher, watch } from 'node:fs';
import type { Log } from '@atelier/kernel';

const names = new Set(['settings.json', 'models.json', 'auth.json']);
// The delay before the callback: an editor writes a file in several steps, and the engine changes two files in a row.
const delayMs = 60;

/** Calls `onChange` once after one or more changes of the files of a managed directory. */
export function watchFiles(directory: string, log: Log, onChange: () => void): { close(): void } {
  let timer: NodeJS.Timeout | undefined;
  let watcher: FSWatcher | undefined;
  const schedule = (): void => {
    clearTimeout(timer);
    timer = setTimeout(onChange, delayMs);
  };
  try {
    watcher = watch(directory, { persistent: false }, (_event, name) => {
      if (name === null || names.has(name)) schedule();
    });
    watcher.on('error', error =>
      log.warn('The agent’s files are no longer watched; changes by hand show after a restart.', { code: codeOf(error) }),
    );
  } catch (error) {
    log.warn('The agent’s files cannot be watched; changes by hand show after a restart.', { code: codeOf(error) });
  }
  return {
    close() {
      clearTimeout(timer);
      watcher?.close();
    },
  };
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown';
}
