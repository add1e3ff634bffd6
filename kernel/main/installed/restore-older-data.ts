import { rmSync } from 'node:fs';
import { isAppError } from '@atelier/kernel';
import { backupsFolderOf, databaseFileOf, type HostPart } from '../data-paths.ts';

/** A backup that replaced a database which a newer version had migrated. */
export interface RestoredData {
  /** For the person: when the backup was made, and where the newer database was moved. */
  readonly notice: { readonly time: string; readonly keptAs: string };
  /** Deletes the newer database, of which the failed replacement has a copy. */
  deleteNewer(): void;
}

/** If `error` says that a database is too new, replaces it with the last backup that the version can read; else undefined. */
export async function restoreOlderData(parts: HostPart, id: string, error: unknown): Promise<RestoredData | undefined> {
  if (!isAppError(error) || error.code !== 'storage/newer-database') return undefined;
  const [{ restoreOlderBackup }, { connect }] = await Promise.all([import('../storage/recover.ts'), import('../storage/storage.ts')]);
  const place = { owner: id, file: databaseFileOf(parts, id), folder: backupsFolderOf(parts) };
  const restored = restoreOlderBackup(place, Number(error.details.known), connect);
  if (restored === undefined) return undefined;
  const { time, keptAs } = restored;
  return { notice: { time: new Date(time).toISOString(), keptAs }, deleteNewer: () => rmSync(keptAs, { force: true }) };
}
