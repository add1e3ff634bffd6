import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../storage/driver-errors.ts';

/** One file of the profile that a new version may change. */
export interface ProfileFile {
  /** From the profile's folder, with forward slashes. */
  readonly path: string;
  readonly size: number;
}

/** What a version writes of its own accord at the top of the profile; sockets, locks, ports and caches are made anew. */
const topFile = /^(?!version\.json$)[\w-]+\.json$/;
/** A database and its journal; `-shm` is only an index of the journal. */
const dataFile = /^[\w@.-]+\.sqlite(?:-wal|-journal)?$/;

interface Place {
  readonly folder: string;
  readonly takes: RegExp;
}

/** What programs that an extension runs keep in hidden folders of the profile, two steps down: their settings, not their records. */
function placesIn(userData: string): readonly Place[] {
  const hidden = foldersIn(userData).filter(name => name.startsWith('.'));
  const below = hidden.flatMap(name => foldersIn(join(userData, name)).map(inner => `${name}/${inner}`));
  return [
    { folder: '', takes: topFile },
    { folder: 'data', takes: dataFile },
    ...below.sort().map(folder => ({ folder, takes: /^[\w-]+\.json$/ })),
  ];
}

/** Files with keys in them: a copy of one must not outlive the update, or a key that the person takes away would stay there. */
export function holdsKeys(path: string): boolean {
  return /(?:^|\/)(?:secrets|auth|models)\.json$/.test(path);
}

/** What is copied before a new version starts, in an order that is always the same. */
export function profileFiles(userData: string): readonly ProfileFile[] {
  return placesIn(userData).flatMap(({ folder, takes }) =>
    namesIn(join(userData, folder))
      .filter(name => takes.test(name))
      .sort()
      .flatMap(name => {
        const path = folder === '' ? name : `${folder}/${name}`;
        // A link is refused by whoever opens it; what it points at is not ours to copy.
        const found = lstatSync(join(userData, path), { throwIfNoEntry: false });
        return found?.isFile() === true ? [{ path, size: found.size }] : [];
      }),
  );
}

function foldersIn(folder: string): readonly string[] {
  return namesIn(folder).filter(name => lstatSync(join(folder, name), { throwIfNoEntry: false })?.isDirectory() === true);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}
