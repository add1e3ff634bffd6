import type { ExtensionContext, InspectionService, ProfileUse } from '@atelier/kernel';
import type { FolderUsage, KindUsage, OwnerUsage, SettingsShape } from '../contract/index.ts';

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
    kinds: usageByKind(uses),
    owners: usageByOwner(uses),
    undescribed: undescribed.map(one => ({ ...one })),
  };
}

type Kind = KindUsage['kind'];

/** The kind of what stands in a row of the layout; others are small. */
const kinds: Readonly<Record<string, Kind>> = {
  ...{ worktrees: 'worktrees', sessions: 'sessions', database: 'databases', log: 'logs' },
  ...{ attachments: 'files', contents: 'files', uploads: 'files', exports: 'files', workspace: 'files' },
  ...{ backup: 'backups', beforeUpdate: 'backups', afterUpdate: 'backups', replacedProfile: 'backups' },
  ...{ extensions: 'extensions', thirdParty: 'extensions', skills: 'extensions' },
  ...{ npmCache: 'caches', npmTemp: 'caches', manifests: 'caches', catalog: 'caches', download: 'caches', agentPrograms: 'caches' },
};

function usageByKind(uses: readonly ProfileUse[]): KindUsage[] {
  const byKind = Map.groupBy(uses, ({ row }): Kind => kinds[row] ?? 'other');
  const found = [...byKind].map(([kind, all]) => ({ kind, files: sum(all, 'files'), bytes: sum(all, 'bytes') }));
  return found.sort((a, b) => b.bytes - a.bytes || a.kind.localeCompare(b.kind));
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
