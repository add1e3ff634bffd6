import { statSync, utimesSync, writeFileSync } from 'node:fs';
import type { Log } from '@atelier/kernel';
import { bareReasonOf } from '../reason.ts';
import { privateFile } from './atomic-write.ts';
import type { OpenDatabase } from './storage.ts';

const week = 7 * 24 * 60 * 60 * 1000;

/** Called with damage that the check found. */
export type DamageListener = (database: OpenDatabase, reason: string) => void;

/**
 * Reads every page of the databases that were not checked for a week: SQLite itself finds damage only where it reads. A new
 * database is first checked after a week. Call it every hour; most calls do nothing.
 */
export async function checkWeekly(databases: Iterable<OpenDatabase>, now: number, log: Log, damaged: DamageListener): Promise<void> {
  for (const database of databases) {
    const mark = `${database.file}.checked`;
    try {
      const last = statSync(mark, { throwIfNoEntry: false })?.mtimeMs;
      if (last !== undefined && now - last < week && last <= now) continue;
      const found = last === undefined ? 'ok' : await database.check();
      writeFileSync(mark, '', { mode: privateFile });
      utimesSync(mark, now / 1000, now / 1000);
      if (found !== 'ok') damaged(database, found);
    } catch (error) {
      log.error('A weekly check failed.', { file: database.file, reason: bareReasonOf(error) });
    }
  }
}
