import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Exported, exported } from '@atelier/schemas/profile/exported.mjs';
import { layout } from '@atelier/schemas/profile/layout.mjs';
import { describedBy, isOnTheWay, type RowName } from '@atelier/schemas/profile/paths.mjs';

/** Where the files of the profile are in an archive. */
export const profileFolder = 'profile/';

const inArchive: ReadonlySet<Exported> = new Set(['whole', 'database', 'withoutKeys', 'choices']);
const keysOnly: ReadonlySet<Exported> = new Set(['sealed', 'secrets']);

/** What an archive does with a row. */
export function exportedAs(row: RowName): Exported {
  return exported[row].as;
}

/** The row of a file that may be in the folder `profile` of an archive; undefined for any other path. */
export function rowInArchive(path: string): { readonly row: RowName; readonly slug?: string } | undefined {
  return ownRow(path, inArchive);
}

/** The row of a file that may be among the keys of an archive. */
export function rowAmongKeys(path: string): RowName | undefined {
  return ownRow(path, new Set<Exported>(['sealed', 'withoutKeys']))?.row;
}

function ownRow(path: string, kinds: ReadonlySet<Exported>): { readonly row: RowName; readonly slug?: string } | undefined {
  if (/[\0\\]/.test(path) || (process.platform === 'win32' && path.includes(':'))) return undefined;
  const [described, other] = describedBy(path);
  if (described === undefined || other !== undefined || described.part !== 'own' || !kinds.has(exportedAs(described.name)))
    return undefined;
  const { name: row, slug } = described;
  // The folder of a row itself is no file.
  if (layout[row].path.endsWith('/**') && path.split('/').length < layout[row].path.split('/').length) return undefined;
  return { row, ...(slug !== undefined && { slug }) };
}

/**
 * The files and folders below `root` that an import replaces, each as a whole, and what their writers put beside them; with `keys`,
 * those that hold keys too. Paths from the root, with forward slashes.
 */
export function contentIn(root: string, keys: boolean): readonly string[] {
  const isReplaced = (row: RowName) => {
    const as = exportedAs(row);
    return inArchive.has(as) || as === 'replaced' || (keys && keysOnly.has(as));
  };
  const found: string[] = [];
  const look = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      const [described] = describedBy(path);
      if (described !== undefined && isReplaced(described.name)) found.push(path);
      else if (entry.isDirectory() && (isOnTheWay(path) || (described && exportedAs(described.name) === 'folder'))) look(path);
    }
  };
  if (lstatSync(root, { throwIfNoEntry: false })?.isDirectory() === true) look('');
  return found.sort();
}
