import type { Log } from '@atelier/kernel';
import { makePrivateFolder } from './atomic-write.ts';
import { keepReserve } from './disk-reserve.ts';
import { backUpDue } from './due-backup.ts';
import type { OpenDatabase } from './storage.ts';
import { checkWeekly, type DamageListener } from './weekly-check.ts';

const settlingMs = 10_000;
const hourMs = 60 * 60 * 1000;

/** What is maintained, and its callbacks. */
export interface MaintenanceOptions {
  /** The folder of the databases. */
  readonly folder: string;
  /** The databases that are open now. */
  readonly databases: ReadonlySet<OpenDatabase>;
  readonly log: Log;
  readonly damaged: DamageListener;
}

/**
 * Maintains the disk reserve, backs up daily and checks weekly while the app runs. It begins ten seconds after the start, and no
 * timer keeps the process alive. `end` resolves when no work is running any more.
 */
export function startMaintenance({ folder, databases, log, damaged }: MaintenanceOptions): { end(): Promise<void> } {
  let work: Promise<unknown> = Promise.resolve();
  const reserve = setTimeout(() => {
    work = work.then(async () => {
      makePrivateFolder(folder);
      await keepReserve(folder);
    });
  }, settlingMs).unref();
  const round = setInterval(() => {
    work = work.then(async () => {
      await backUpDue([...databases], 'hourly', Date.now(), log);
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
