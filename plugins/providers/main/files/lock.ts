import { setTimeout as pause } from 'node:timers/promises';
import { errors } from '../errors.ts';

export interface LockOptions {
  /** From which age on the engine itself takes such a lock over; the same here, so that neither robs the other. */
  readonly staleMs: number;
  readonly waitMs: number;
}

/** Works while holding the lock that the engine takes on this file: a folder beside it. */
export async function whileLocked<R>(path: string, { staleMs, waitMs }: LockOptions, work: () => Promise<R>): Promise<R> {
  const release = await acquire(path, staleMs, waitMs);
  try {
    return await work();
  } finally {
    // Taken over while we worked: then it is no longer ours to release.
    await release().catch(() => undefined);
  }
}

async function acquire(path: string, stale: number, waitMs: number): Promise<() => Promise<void>> {
  // Loaded at first use: it listens to the signals of the process, which an extension that only wakes need not do.
  const { default: lockfile } = await import('proper-lockfile');
  const until = Date.now() + waitMs;
  for (let delay = 10; ; delay = Math.min(delay * 2, 200)) {
    try {
      return await lockfile.lock(path, { realpath: false, retries: 0, stale, onCompromised: () => undefined });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ELOCKED') throw error;
      if (Date.now() + delay > until) throw errors['providers/file-locked']({ file: path, seconds: Math.ceil(waitMs / 1000) }, error);
    }
    await pause(delay);
  }
}
