import { rmSync } from 'node:fs';
import { isAppError } from '@atelier/kernel';
import { backupsFolderOf, databaseFileOf, type OnHost } from '../data-places.ts';

/** A backup that replaced a database which a newer version had migrated. */
export interface SteppedBack {
  /** For the person: when the backup was made, and where the newer database was moved. */
  readonly notice: { readonly time: string; readonly keptAs: string };
  /** Deletes the newer database, of which the failed replacement has a copy. */
  forgetNewer(): void;
}

/** If `error` says that a database is too new, replaces it with the last backup that the version can read; else undefined. */
export async function stepBackData(parts: OnHost, id: string, error: unknown): Promise<SteppedBack | undefined> {
  if (!isAppError(error) || error.code !== 'storage/newer-database') return undefined;
  const [{ stepBack }, { connect }] = await Promise.all([import('../storage/recover.ts'), import('../storage/storage.ts')]);
  const place = { owner: id, file: databaseFileOf(parts, id), folder: backupsFolderOf(parts) };
  const steppedBack = stepBack(place, Number(error.details.known), connect);
  if (steppedBack === undefined) return undefined;
  const { time, keptAs } = steppedBack;
  return { notice: { time: new Date(time).toISOString(), keptAs }, forgetNewer: () => rmSync(keptAs, { force: true }) };
}
