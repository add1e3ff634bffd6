import type { ProfileUse, Undescribed } from '@atelier/kernel';
import { layout, type Row } from '@atelier/schemas/profile/layout.mjs';
import { handedTo, linkOnTheWay, openToTools, pathIn, type RowName, walkProfile } from '@atelier/schemas/profile/paths.mjs';
import { extensionErrors } from './errors/extension.ts';
import { idOf } from './slug.ts';

const program: ReadonlySet<string> = new Set(['kernel', 'host', 'shell']);

/** The extension that requests a path of the profile. */
export interface PathRequester {
  readonly id: string;
  readonly bundled: boolean;
}

/** The path of a row of the profile, for an extension that the row names. */
export function profilePath(profile: string, { id, bundled }: PathRequester, name: string): string {
  const row: Row | undefined = Object.hasOwn(layout, name) ? layout[name as RowName] : undefined;
  if (!bundled || row?.handedTo?.includes(id) !== true) {
    throw extensionErrors['extension/profile-closed']({ id, name });
  }
  const link = linkOnTheWay(profile, name as RowName);
  if (link !== undefined) throw extensionErrors['extension/profile-link']({ id, name, path: link });
  return pathIn(profile, name as RowName);
}

/** The rows whose paths an extension may request. */
export function handedRows({ id, bundled }: PathRequester): readonly string[] {
  return bundled ? handedTo(id) : [];
}

/** The folders that are open to tools, for a bundled plugin; the list would show other extensions the layout of the profile. */
export function openPaths(profile: string, { bundled }: PathRequester): readonly string[] {
  return bundled ? openToTools(profile) : [];
}

/** The files of the profile, added up by row and owner. */
export async function profileUse(profile: string): Promise<{ uses: readonly ProfileUse[]; undescribed: readonly Undescribed[] }> {
  const { files, undescribed } = await walkProfile(profile);
  const uses = new Map<string, ProfileUse>();
  for (const { row, slug, bytes } of files) {
    const { secret, bound, owner }: Row = layout[row];
    const whose = slug === undefined ? owner : idOf(slug);
    const key = `${row} ${whose}`;
    const before = uses.get(key);
    uses.set(key, {
      ...{ row, owner: whose, ownedBy: program.has(owner) ? 'program' : 'extension', secret: secret === true, bound },
      files: (before?.files ?? 0) + 1,
      bytes: (before?.bytes ?? 0) + bytes,
    });
  }
  return { uses: [...uses.values()], undescribed };
}
