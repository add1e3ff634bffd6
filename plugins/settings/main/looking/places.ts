import type { ExtensionContext, InspectionService, ProfileUse } from '@atelier/kernel';
import type { Owner, Place, SettingsShape } from '../../contract/index.ts';

type Places = SettingsShape['calls']['places']['result'];

/** How much of the profile is whose, by the rows of its layout, and what none of them describes. */
export async function measured(inspection: Pick<InspectionService, 'profile'>, paths: ExtensionContext['paths']): Promise<Places> {
  const { uses, undescribed } = await inspection.profile();
  return {
    profile: placeOf(paths.profile('profile'), uses),
    sessions: placeOf(paths.profile('sessions'), uses, 'sessions'),
    logs: placeOf(paths.profile('logs'), uses, 'log'),
    owners: ownersOf(uses),
    undescribed: undescribed.map(one => ({ ...one })),
  };
}

function placeOf(folder: string, uses: readonly ProfileUse[], row?: string): Place {
  const inside = uses.filter(use => row === undefined || use.row === row);
  return { folder, files: sum(inside, 'files'), bytes: sum(inside, 'bytes') };
}

function ownersOf(uses: readonly ProfileUse[]): Owner[] {
  const byOwner = Map.groupBy(
    uses.filter(({ ownedBy }) => ownedBy === 'extension'),
    ({ owner }) => owner,
  );
  const owners = [...byOwner].map(([id, all]) => {
    const copies = all.filter(({ row }) => row === 'backup');
    const own = all.filter(({ row }) => row !== 'backup');
    return { id, bytes: sum(own, 'bytes'), backups: sum(copies, 'files'), backupBytes: sum(copies, 'bytes') };
  });
  return owners.sort((a, b) => b.bytes - a.bytes || a.id.localeCompare(b.id));
}

function sum(uses: readonly ProfileUse[], what: 'files' | 'bytes'): number {
  return uses.reduce((total, use) => total + use[what], 0);
}
