import { existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describedBy } from '@atelier/schemas/profile/paths.mjs';
import type { SecretStore } from '../context/secret-store.ts';
import { backupsFolderOf, databaseFileOf, dataFolderOf, type HostPart } from '../data-paths.ts';
import { slugOf } from '../slug.ts';
import { backupsOf } from '../storage/backup.ts';
import { createdMark } from '../storage/recover.ts';

/** The places of the data of extensions. */
export interface DataParts extends HostPart {
  readonly secrets: SecretStore;
}

/** Deletes all data of one extension: its database with the backups, its folder, its secrets. */
export async function deleteData(parts: DataParts, id: string): Promise<void> {
  const file = databaseFileOf(parts, id);
  const isOfDatabase = (name: string) =>
    describedBy(`data/${name}`).some(({ name: row, slug }) => row === 'database' && slug === slugOf(id));
  const beside = readdirSync(dirname(file)).filter(isOfDatabase);
  for (const name of beside) rmSync(join(dirname(file), name), { force: true });
  rmSync(dataFolderOf(parts, id), { recursive: true, force: true });
  const folder = backupsFolderOf(parts);
  for (const backup of existsSync(folder) ? backupsOf({ owner: id, file, folder }) : []) rmSync(backup.file, { force: true });
  rmSync(createdMark({ owner: id, file, folder }), { force: true });
  await parts.secrets.forget(id);
}
