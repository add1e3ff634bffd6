import { join } from 'node:path';
import type { Host } from '@atelier/kernel/host';
import { pathIn } from '@atelier/schemas/profile/paths.mjs';
import { slugOf } from './slug.ts';
import { makePrivateFolder } from './storage/atomic-write.ts';

/** Parts with the host's folders. */
export interface HostPart {
  readonly host: Pick<Host, 'paths'>;
}

/** An extension's own folder; it may not exist yet. */
export function dataFolderOf(parts: HostPart, id: string): string {
  return join(pathIn(parts.host.paths.userData, 'data'), slugOf(id));
}

/** The same, created if it is missing, accessible by this user only. */
export function makeDataFolder(parts: HostPart, id: string): string {
  const folder = dataFolderOf(parts, id);
  makePrivateFolder(folder);
  return folder;
}

/** An extension's database; beside its folder, so that its code cannot reach the file itself. */
export function databaseFileOf(parts: HostPart, id: string): string {
  return pathIn(parts.host.paths.userData, 'database', { slug: slugOf(id) });
}

/** The folder of the backups of every database. */
export function backupsFolderOf(parts: HostPart): string {
  return pathIn(parts.host.paths.userData, 'backups');
}
