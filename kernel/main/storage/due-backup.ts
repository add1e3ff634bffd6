import type { Log } from '@atelier/kernel';
import { isAppError } from '@atelier/kernel';
import type { OpenDatabase } from './storage.ts';

const minute = 60 * 1000;
const hour = 60 * minute;
const day = 24 * hour;
/** Copying a larger database takes noticeable time, so it is copied once a day. */
const largeBytes = 64 * 1024 * 1024;

/** How old the newest backup must be before another is made at this moment. */
const dueAfter = { change: 0, end: 0, quiet: hour, hourly: day } as const;

/** When backups are made: before much is changed, its extension stops or the app quits, nothing was written for a minute, an hour of the app's run is over. */
export type BackupMoment = keyof typeof dueAfter;

/**
 * Backs up, one after another, the databases that changed and whose newest backup is too old; of the other ones that changed the journal is
 * emptied. A failure does not stop the next one.
 */
export async function backUpDue(databases: Iterable<OpenDatabase>, moment: BackupMoment, now: number, log: Log): Promise<void> {
  for (const database of databases) {
    try {
      const { time, isCurrent } = database.lastBackup();
      const after = database.bytes() > largeBytes && moment !== 'change' ? day : dueAfter[moment];
      if (isCurrent) continue;
      // A copy empties the journal too.
      if (time === undefined || now - time >= after) await database.backUp();
      else database.emptyJournal();
    } catch (error) {
      log.error('A backup failed.', { file: database.file, error: isAppError(error) ? error.toRecord() : error });
    }
  }
}

/** Backs up a database once nothing has been written to it for a minute. While nothing is written, no timer runs. */
export class QuietBackup {
  readonly #run: () => Promise<void>;
  #timer: NodeJS.Timeout | undefined;
  #work: Promise<void> = Promise.resolve();

  constructor(run: () => Promise<void>) {
    this.#run = run;
  }

  written(): void {
    this.#timer = this.#timer?.refresh() ?? setTimeout(() => this.#quiet(), minute).unref();
  }

  /** Resolves when no backup is being made any more. */
  async end(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#work;
  }

  #quiet(): void {
    this.#timer = undefined;
    this.#work = this.#work.then(this.#run);
  }
}
