import type { Log } from '@atelier/kernel';
import { isAppError } from '@atelier/kernel';
import type { OpenDatabase } from './storage.ts';

const day = 24 * 60 * 60 * 1000;

/**
 * Backs up, one after another, the databases that changed and have no backup of the last 24 hours. A failure does not
 * stop the next backup. Call it every hour; most calls do nothing.
 */
export async function backUpDaily(databases: Iterable<OpenDatabase>, now: number, log: Log): Promise<void> {
  for (const database of databases) {
    try {
      const { time, isCurrent } = database.lastBackup();
      if (isCurrent || (time !== undefined && now - time < day)) continue;
      await database.backUp();
    } catch (error) {
      log.error('A daily backup failed.', { file: database.file, error: isAppError(error) ? error.toRecord() : error });
    }
  }
}
