import { tmpdir } from 'node:os';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { isInside, isTooWide, realPath } from '../../../engine/containment.ts';
import { isFixed, type SimpleCommand, unknown } from '../shell/shell-line.ts';

/** What commands may change without a question: the folder that the conversation works in, and temporary files. */
export interface Where {
  /** The real folder; undefined if it is so wide that the home folder lies in it. */
  readonly root: string | undefined;
  /** The real folders of temporary files. */
  readonly temporary: readonly string[];
  /** The real path of a folder. */
  real(path: string): string;
}

export function whereOf(folder: string, temporary: readonly string[] = []): Where {
  const known = new Map<string, string>();
  const real = (path: string): string => {
    const found = known.get(path) ?? realOr(path);
    known.set(path, found);
    return found;
  };
  const root = real(folder);
  return { root: isTooWide(root) ? undefined : root, temporary: temporary.map(real), real };
}

/** The places for the table of decisions: what a command puts into the temporary folders is gone by itself. */
export const placesOf = (folder: string): Where => whereOf(folder, [tmpdir(), '/tmp', '/var/tmp']);

/** The real path; `/` where it cannot be told, so that it is elsewhere. */
function realOr(path: string): string {
  try {
    return realPath(path);
  } catch {
    return '/';
  }
}

/** Where a path leads: into the folder or to temporary files, to all of the folder at once, elsewhere, or nobody knows. */
export type Reach = 'inside' | 'whole' | 'outside' | 'unknown';

/** Files that belong to nobody. */
const devices: ReadonlySet<string> = new Set(['/dev/null', '/dev/stdout', '/dev/stderr', '/dev/tty', '/dev/zero', '/dev/full']);

/** Where the values of a path lead, from each folder that the command may run in. */
export function reachesOf(value: string, { places }: SimpleCommand, where: Where): readonly Reach[] {
  if (value === '' || devices.has(value) || value.startsWith('/dev/fd/')) return [];
  return pathsOf(value, places).map(path => (path === undefined ? 'unknown' : reachOf(path, where)));
}

/** The absolute paths that a value may name, with what is not known in it; undefined for one that may be anywhere. */
export function pathsOf(value: string, places: SimpleCommand['places']): readonly (string | undefined)[] {
  if (value.includes(unknown)) return [undefined];
  if (isAbsolute(value)) return [resolve(value)];
  return places.map(place => (place === undefined ? undefined : resolve(place, value)));
}

function reachOf(path: string, { root, temporary, real }: Where): Reach {
  const resolved = isFixed(path) ? join(real(dirname(path)), basename(path)) : path;
  const fixed = fixedPart(resolved, real);
  const isAll = isFixed(resolved) || isEverything(resolved);
  if (root !== undefined && isInside(fixed, root, false))
    return (fixed === root && isAll) || isInside(fixed, join(root, '.git'), true) ? 'whole' : 'inside';
  return temporary.some(one => isInside(fixed, one, false) && !(fixed === one && isAll)) ? 'inside' : 'outside';
}

/** Whether the first part of a path that is not known may be any name. */
function isEverything(path: string): boolean {
  const part = path.split('/').find(each => !isFixed(each));
  return part === undefined || /^[\uE001\uE002.]+$/.test(part);
}

/** The folder of a path before the first part of it that is not known. */
function fixedPart(path: string, real: Where['real']): string {
  if (isFixed(path)) return path;
  const parts = path.split('/');
  const known = parts
    .slice(
      0,
      parts.findIndex(part => !isFixed(part)),
    )
    .join('/');
  return real(known === '' ? '/' : known);
}
