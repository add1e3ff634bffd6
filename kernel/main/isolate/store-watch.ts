import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Told by the store when a call begins and when it is over. */
export interface CallWatch {
  running(): void;
  waiting(): void;
}

/** What the kernel and one store share: a few bytes of a file that has no name any more, so that nobody else finds it. */
export interface CallCells {
  /** For the store, which is given it as a descriptor of its own. */
  readonly fd: number;
  /** Calls `slow` once when one call has run for longer than `callMs`. */
  watch(callMs: number, slow: () => void): void;
  close(): void;
}

const bytes = 4;

/**
 * Even while the store waits for the extension, odd while a call runs. SQLite keeps the store's only thread busy then, so
 * somebody else must look: the kernel, which has a clock already, where a thread of the store's own costs 18 MB in each of them.
 */
export function openCallCells(): CallCells {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-store-'));
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

/** The store's side of it. */
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
