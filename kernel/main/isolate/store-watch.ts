import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { makeTempFolder } from '../../children/temp-folder.ts';

/** Called by the store when a call begins and when it has ended. */
export interface CallWatch {
  running(): void;
  waiting(): void;
}

/** What the kernel and one store share: a few bytes of an unlinked file, which no other process can open. */
export interface CallCells {
  /** The descriptor that is passed to the store. */
  readonly fd: number;
  /** Calls `slow` once when one call has run for longer than `callMs`. */
  watch(callMs: number, slow: () => void): void;
  close(): void;
}

const bytes = 4;

/**
 * The number is even while the store waits for the extension, odd while a call runs. SQLite then blocks the store's only thread,
 * so the kernel checks with its existing timer: a second thread would cost 18 MB in every store.
 */
export function openCallCells(): CallCells {
  const folder = makeTempFolder('store');
  const fd = openSync(join(folder, 'calls'), 'wx+', 0o600);
  rmSync(folder, { recursive: true });
  const cells = Buffer.alloc(bytes);
  writeSync(fd, cells, 0, bytes, 0);
  let looking: NodeJS.Timeout | undefined;
  return {
    fd,
    watch(callMs, slow) {
      let seen = 0;
      looking = setInterval(() => {
        readSync(fd, cells, 0, bytes, 0);
        const count = cells.readUInt32LE();
        if (count % 2 === 1 && count === seen) {
          clearInterval(looking);
          slow();
        }
        seen = count;
      }, callMs).unref();
    },
    close() {
      clearInterval(looking);
      closeSync(fd);
    },
  };
}

/** The store's side. */
export function tellCalls(fd: number): CallWatch {
  const cells = Buffer.alloc(bytes);
  let count = 0;
  const tell = (more: number) => {
    count = (count + more) >>> 0;
    cells.writeUInt32LE(count);
    writeSync(fd, cells, 0, bytes, 0);
  };
  return {
    running: () => tell(1 + (count % 2)),
    waiting() {
      if (count % 2 === 1) tell(1);
    },
  };
}
