import { join } from 'node:path';
import type { Core } from './core.ts';
import { slugOf } from './slug.ts';
import { makePrivateFolder } from './storage/atomic-write.ts';

/** An extension's own folder; it may not be there yet. */
export function dataFolderOf(core: Pick<Core, 'host'>, id: string): string {
  return join(core.host.paths.userData, 'data', slugOf(id));
}

/** The same, made if it is missing, for this user only. */
export function makeDataFolder(core: Pick<Core, 'host'>, id: string): string {
  const folder = dataFolderOf(core, id);
  makePrivateFolder(folder);
  return folder;
}

/** An extension's database; beside its folder, so that its code cannot reach the file itself. */
export function databaseFileOf(core: Pick<Core, 'host'>, id: string): string {
  return `${dataFolderOf(core, id)}.sqlite`;
}

/** Where the backups of every database lie. */
export function backupsFolderOf(core: Pick<Core, 'host'>): string {
  return join(core.host.paths.userData, 'backups');
}
