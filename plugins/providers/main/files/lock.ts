import { setTimeout as pause } from 'node:timers/promises';
import { errors } from '../errors.ts';

export interface LockOptions {
  /** The age at which the engine takes over such a lock; the same value here, so that neither takes over the other's active lock. */
  readonly staleMs: number;
  readonly waitMs: number;
}

/** Runs `work` while it holds the lock that the engine also uses for this file: a folder beside it. */
export async function whileLocked<R>(path: string, { staleMs, waitMs }: LockOptions, work: () => Promise<R>): Promise<R> {
  const release = await acquire(path, staleMs, waitMs);
  try {
    return await work();
  } finally {
    // Another program has taken the lock over meanwhile, so it must not be released here.
    await release().catch(() => undefined);
  }
}

async function acquire(path: string, stale: number, waitMs: number): Promise<() => Promise<void>> {
  // Loaded at its first use, because it adds signal listeners to the process, which an extension that only starts does not need.
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
