import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { layout, type Row } from '@atelier/schemas/profile/layout.mjs';
import { copiedFolders, describedBy } from '@atelier/schemas/profile/paths.mjs';
import { codeOf } from '../storage/driver-errors.ts';

/** One file of the profile that a new version may change. */
export interface ProfileFile {
  /** Relative to the profile's folder, with forward slashes. */
  readonly path: string;
  readonly size: number;
}

/** Files that contain keys: their copies must not outlive the update, or a key that the person removes would remain there. */
export function holdsKeys(path: string): boolean {
  return describedBy(path).some(({ name }) => (layout[name] as Row).secret === true);
}

/** The files to copy before a new version starts, in a fixed order. */
export function profileFiles(userData: string): readonly ProfileFile[] {
  return copiedFolders().flatMap(folder =>
    namesIn(userData, folder)
      .map(name => (folder === '' ? name : `${folder}/${name}`))
      .filter(isCopied)
      .sort()
      .flatMap(path => {
        // Links are refused where they are opened; their targets are outside of the profile and are not copied.
        const found = lstatSync(join(userData, path), { throwIfNoEntry: false });
        return found?.isFile() === true ? [{ path, size: found.size }] : [];
      }),
  );
}

/** A file of a row that is copied, or a part of its content beside it, as a database's journal is. */
function isCopied(path: string): boolean {
  return describedBy(path).some(({ name, part }) => (layout[name] as Row).copied === true && (part === 'own' || part === 'content'));
}

/** Empty if a link is on the path: its target is not part of the profile. */
function namesIn(userData: string, folder: string): readonly string[] {
  const steps = folder.split('/').filter(step => step !== '');
  const isLinked = steps.some((_, at) => lstatSync(join(userData, ...steps.slice(0, at + 1)), { throwIfNoEntry: false })?.isSymbolicLink());
  if (isLinked) return [];
  try {
    return readdirSync(join(userData, folder));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}
