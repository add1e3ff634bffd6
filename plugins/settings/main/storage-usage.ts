import type { ExtensionContext, InspectionService, ProfileUse } from '@atelier/kernel';
import type { FolderUsage, OwnerUsage, SettingsShape } from '../contract/index.ts';

type StorageUsage = SettingsShape['calls']['places']['result'];

/** The disk usage of the profile by owner, from the rows of its layout, and the paths that no row describes. */
export async function storageUsage(
  inspection: Pick<InspectionService, 'profile'>,
  paths: ExtensionContext['paths'],
): Promise<StorageUsage> {
  const { uses, undescribed } = await inspection.profile();
  return {
    profile: folderUsage(paths.profile('profile'), uses),
    sessions: folderUsage(paths.profile('sessions'), uses, 'sessions'),
    logs: folderUsage(paths.profile('logs'), uses, 'log'),
    owners: usageByOwner(uses),
    undescribed: undescribed.map(one => ({ ...one })),
  };
}

function folderUsage(folder: string, uses: readonly ProfileUse[], row?: string): FolderUsage {
  const inside = uses.filter(use => row === undefined || use.row === row);
  return { folder, files: sum(inside, 'files'), bytes: sum(inside, 'bytes') };
}

function usageByOwner(uses: readonly ProfileUse[]): OwnerUsage[] {
  const byOwner = Map.groupBy(
    uses.filter(({ ownedBy }) => ownedBy === 'extension'),
    ({ owner }) => owner,
  );
  const owners = [...byOwner].map(([id, all]) => {
    const backups = all.filter(({ row }) => row === 'backup');
    const own = all.filter(({ row }) => row !== 'backup');
    return { id, bytes: sum(own, 'bytes'), backups: sum(backups, 'files'), backupBytes: sum(backups, 'bytes') };
  });
  return owners.sort((a, b) => b.bytes - a.bytes || a.id.localeCompare(b.id));
}

function sum(uses: readonly ProfileUse[], property: 'files' | 'bytes'): number {
  return uses.reduce((total, use) => total + use[property], 0);
}
