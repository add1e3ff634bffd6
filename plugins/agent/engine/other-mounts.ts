import { closeSync, constants, openSync, readFileSync, type Stats, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isInside } from './containment.ts';

interface Mount {
  readonly id: string;
  readonly device: string;
  /** The folder of the file system that is mounted. */
  readonly root: string;
  readonly at: string;
}

/** Where else a folder, or a part of it that is not in `except`, is reached because its file system is mounted more than once. */
export function otherMounts(folder: string, except: readonly string[]): readonly string[] {
  if (process.platform !== 'linux') return [];
  const mounts = readMounts();
  const own = mounts.find(({ id }) => id === mountOf(folder));
  if (own === undefined) return [];
  const inside = join(own.root, relative(own.at, folder));
  return mounts.flatMap(({ id, device, root, at }) => {
    if (id === own.id || device !== own.device) return [];
    const whole = isInside(inside, root, false);
    if (!whole && !isInside(root, inside, false)) return [];
    const original = whole ? folder : join(folder, relative(inside, root));
    const other = whole ? join(at, relative(root, inside)) : at;
    const isOpened = except.some(path => isInside(original, path, false));
    // Another mount may hide this one.
    return isOpened || isInside(other, folder, false) || !isSame(statOf(other), statOf(original)) ? [] : [other];
  });
}

function readMounts(): readonly Mount[] {
  const lines = readFileSync('/proc/self/mountinfo', 'utf8').trim().split('\n');
  const plain = (text = '') => text.replace(/\\(\d{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
  return lines.map(line => line.split(' ')).map(([id = '', , device = '', root, at]) => ({ id, device, root: plain(root), at: plain(at) }));
}

function mountOf(folder: string): string | undefined {
  const handle = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    return /^mnt_id:\s+(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${handle}`, 'utf8'))?.[1];
  } finally {
    closeSync(handle);
  }
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function isSame(one: Stats | undefined, other: Stats | undefined): boolean {
  return one !== undefined && one.ino === other?.ino && one.dev === other.dev;
}
