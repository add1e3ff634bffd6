import { randomUUIDv7 } from 'node:crypto';
import type { Store } from '../store/store.ts';

/** Does one job; throws if it should be tried again later. */
export type Handler = (body: unknown) => Promise<void>;

export interface JobsLog {
  warn(fields: object, message: string): void;
}

/** Work that must happen even if the process dies: a row that is kept until it is done. */
export interface Jobs {
  /** In the given transaction, so that the job exists exactly if what it follows from does. */
  add(store: Store, kind: string, body: object): Promise<void>;
  /** Looks for work now, and not only at the next turn. */
  wake(): void;
  stop(): Promise<void>;
}

export interface JobsOptions {
  readonly store: Store;
  readonly handlers: Readonly<Record<string, Handler>>;
  readonly log: JobsLog;
  readonly now: () => number;
  /** How long a failed job waits, by the number of its attempts. */
  readonly delay?: (attempts: number) => number;
  readonly everyMs?: number;
}

/** A job whose worker died is taken again after this. */
const lockMs = 60_000;
/** With the delays below, about twenty hours. */
const maxAttempts = 20;
const batch = 8;

export function startJobs({ store, handlers, log, now, delay = backOff, everyMs = 2_000 }: JobsOptions): Jobs {
  let isStopped = false;
  let running: Promise<void> | undefined;
  let again = false;

  const takeOne = async () => {
    const due = await store
      .selectFrom('jobs')
      .selectAll()
      .where('state', '=', 'queued')
      .where('run_at', '<=', now())
      .where('locked_until', '<=', now())
      .orderBy('run_at')
      .executeTakeFirst();
    if (due === undefined) return undefined;
    const { numUpdatedRows } = await store
      .updateTable('jobs')
      .set({ locked_until: now() + lockMs, attempts: due.attempts + 1 })
      .where('id', '=', due.id)
      .where('locked_until', '=', due.locked_until)
      .executeTakeFirst();
    return numUpdatedRows === 1n ? { ...due, attempts: due.attempts + 1 } : undefined;
  };

  const doOne = async (): Promise<boolean> => {
    const job = await takeOne();
    if (job === undefined) return false;
    try {
      const handler = handlers[job.kind];
      if (handler === undefined) throw new Error(`This program does no jobs of the kind ${job.kind}.`);
      await handler(JSON.parse(job.body) as unknown);
      await store.deleteFrom('jobs').where('id', '=', job.id).execute();
    } catch (error) {
      const reason = error instanceof Error ? ('code' in error && String(error.code)) || error.name : 'unknown';
      const isLast = job.attempts >= maxAttempts;
      await store
        .updateTable('jobs')
        .set({ state: isLast ? 'failed' : 'queued', run_at: now() + delay(job.attempts), locked_until: 0, last_error: reason })
        .where('id', '=', job.id)
        .execute();
      log.warn({ job: job.id, kind: job.kind, attempts: job.attempts, reason, isLast }, 'a job failed');
    }
    return true;
  };

  const run = async (): Promise<void> => {
    do {
      again = false;
      const worked = await Promise.all(Array.from({ length: batch }, () => doOne()));
      if (worked.some(Boolean)) again = true;
    } while (again && !isStopped);
  };

  const wake = () => {
    if (isStopped) return;
    again = true;
    running ??= run()
      .catch((error: unknown) => log.warn({ reason: String(error) }, 'the jobs could not be read'))
      .finally(() => {
        running = undefined;
      });
  };

  const clock = setInterval(wake, everyMs);
  wake();
  return {
    async add(within, kind, body) {
      const row = { id: randomUUIDv7(), kind, body: JSON.stringify(body), state: 'queued', attempts: 0, run_at: now() };
      await within
        .insertInto('jobs')
        .values({ ...row, locked_until: 0, created_at: now() })
        .execute();
    },
    wake,
    async stop() {
      isStopped = true;
      clearInterval(clock);
      await running;
    },
  };
}

/** 1 s, doubling to 3 hours. */
function backOff(attempts: number): number {
  return Math.min(1_000 * 2 ** (attempts - 1), 3 * 3_600_000);
}
