import type { Log } from '@atelier/kernel';
import { makePrivateFolder } from './atomic-write.ts';
import { backUpDaily } from './daily-backup.ts';
import { keepReserve } from './disk-reserve.ts';
import type { OpenDatabase } from './storage.ts';
import { checkWeekly, type DamageListener } from './weekly-check.ts';

const settlingMs = 10_000;
const hourMs = 60 * 60 * 1000;

/** What is looked after, and who hears of it. */
export interface UpkeepOptions {
  /** The folder of the databases. */
  readonly folder: string;
  /** Those open now. */
  readonly databases: ReadonlySet<OpenDatabase>;
  readonly log: Log;
  readonly damaged: DamageListener;
}

/**
 * Keeps the disk's reserve, backs up daily and checks weekly while the app runs. The first ten seconds belong to the start, and
 * no timer keeps the process alive. `end` resolves when nothing of it is at work any more.
 */
export function startUpkeep({ folder, databases, log, damaged }: UpkeepOptions): { end(): Promise<void> } {
  let work: Promise<unknown> = Promise.resolve();
  const reserve = setTimeout(() => {
    work = work.then(async () => {
      makePrivateFolder(folder);
      await keepReserve(folder);
    });
  }, settlingMs).unref();
  const round = setInterval(() => {
    work = work.then(async () => {
      await backUpDaily([...databases], Date.now(), log);
      await checkWeekly([...databases], Date.now(), log, damaged);
    });
  }, hourMs).unref();
  return {
    async end() {
      clearTimeout(reserve);
      clearInterval(round);
      await work.catch(() => undefined);
    },
  };
}
