import { lstatSync, readdirSync, readlinkSync, realpathSync, type Stats, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { protectedPart } from './protected-paths.ts';
import type { AccessMode } from './protocol.ts';

/** What a conversation's file tools may reach. */
export interface Reach {
  readonly cwd: string;
  readonly mode: AccessMode;
  /** Refused in both modes: the app's own data and credentials. */
  readonly forbidden: readonly string[];
  /** Folders of this conversation that are open although they lie in a forbidden one. */
  readonly opened?: readonly string[];
  /** Left out: to write, which is the narrower one. */
  readonly use?: 'read' | 'write';
  /** Left out: as this system is. */
  readonly ignoresCase?: boolean;
}

export type Refusal = 'not-a-path' | 'outside' | 'forbidden' | 'protected' | 'hard-link' | 'process';

/** `path` is the real one, without links; `why` is said to the model. */
export type CheckedPath =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly code: Refusal; readonly why: string };

const mostLinks = 40;
const unicodeSpaces = /[\u00A0\u2000-\u200A\u202F\u205F\u3000]/g;

/** Says where a path that the model wrote really leads, and whether this conversation may go there. */
export function checkPath(path: string, reach: Reach): CheckedPath {
  const { cwd, mode, use = 'write' } = reach;
  let real: string;
  let root: string;
  try {
    if (path.includes('\0')) throw new Error('it holds a zero byte');
    real = realPath(expandPath(path, cwd));
    root = realPath(resolve(cwd));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, code: 'not-a-path', why: `This path cannot be used: ${reason}.` };
  }
  if (/^\/proc\/(?:\d+|self|thread-self)(?:\/|$)/.test(real)) {
    return { ok: false, code: 'process', why: 'Files of running processes cannot be used by this tool.' };
  }
  if (isForbidden(real, root, reach)) {
    return { ok: false, code: 'forbidden', why: 'This path holds data of the app itself or credentials. No access mode opens it.' };
  }
  const stats = look(real);
  if (stats && stats.nlink > 1 && stats.isFile() && isForbiddenFile(stats, reach.forbidden)) {
    return { ok: false, code: 'forbidden', why: 'This file is another name of data of the app itself. No access mode opens it.' };
  }
  if (mode === 'open') return { ok: true, path: real };
  if (isTooWide(root)) return { ok: false, code: 'outside', why: tooWide(root) };
  if (!isInside(real, root, ignoresCase(reach))) {
    return { ok: false, code: 'outside', why: `Secure mode: ${real} is outside the working directory ${root}.` };
  }
  const inside = relative(root, real);
  const part = use === 'write' ? protectedPart(inside) : undefined;
  if (part !== undefined) {
    return { ok: false, code: 'protected', why: `Secure mode: ${part} can be read, not written, because other programs run what it says.` };
  }
  if (stats && isHardLink(stats) && !(use === 'read' && sharesFiles(inside))) {
    return {
      ok: false,
      code: 'hard-link',
      why: `Secure mode: ${inside} has other names (hard links) that may lie outside the working directory.`,
    };
  }
  return { ok: true, path: real };
}

/** A working directory that holds the whole home, or the system, leaves nothing for secure mode to keep out. */
export function isTooWide(root: string): boolean {
  return [realPath(homedir()), '/usr', '/tmp', '/proc'].some(path => isInside(path, root, false));
}

export function tooWide(root: string): string {
  return `Secure mode cannot confine anything to ${root}, because the home folder or the system lies in it. Choose a narrower working directory.`;
}

/** As the engine's own tools read a path: `@`, `~`, `file://`, odd spaces, relative. */
export function expandPath(path: string, cwd: string): string {
  let plain = path.replace(unicodeSpaces, ' ');
  if (plain.startsWith('@')) plain = plain.slice(1);
  if (plain === '~') return homedir();
  if (plain.startsWith('~/')) plain = join(homedir(), plain.slice(2));
  else if (plain.startsWith('file://')) plain = fileURLToPath(plain);
  return isAbsolute(plain) ? resolve(plain) : resolve(cwd, plain);
}

/** The path without links; of what is not there yet, where it would be made. A link to nothing counts as what it names. */
export function realPath(path: string, links = 0): string {
  if (links > mostLinks) throw new Error('its links go round in a circle');
  try {
    return realpathSync(path);
  } catch {
    const target = linkTarget(path);
    if (target !== undefined) return realPath(resolve(dirname(path), target), links + 1);
    const above = dirname(path);
    return above === path ? path : join(realPath(above, links + 1), basename(path));
  }
}

/** Whether one path is the other or lies in it; a sibling whose name begins alike does not. */
export function isInside(path: string, folder: string, anyCase: boolean): boolean {
  const [inner, outer] = anyCase ? [folded(path), folded(folder)] : [path, folder];
  return inner === outer || inner.startsWith(outer.endsWith(sep) ? outer : outer + sep);
}

/** Of files that have another name, one cannot say where. */
export function isHardLink(stats: { readonly nlink: number; isFile(): boolean }): boolean {
  return stats.isFile() && stats.nlink > 1;
}

/** Where package stores and git itself link files, so that reading them is everyday work. */
export function sharesFiles(inside: string): boolean {
  return inside.split(sep).some(part => part === 'node_modules' || part === '.git');
}

/** A working directory within the app's data (a worktree, the global workspace) is open, what lies around it is not. */
function isForbidden(real: string, root: string, reach: Reach): boolean {
  const open = [root, ...(reach.opened ?? []).map(folder => realPath(resolve(folder)))];
  return reach.forbidden.some(folder => {
    const closed = realPath(resolve(folder));
    // Refusing too much is the safe side, so that case never counts here.
    if (!isInside(real, closed, true) && !liesUnder(real, closed)) return false;
    return !open.some(folder => folder !== closed && isInside(folder, closed, true) && isInside(real, folder, ignoresCase(reach)));
  });
}

/** By identity: other spellings of a name, other mounts of a folder. */
function liesUnder(path: string, folder: string): boolean {
  const closed = look(folder);
  if (!closed) return false;
  for (let at = path; ; at = dirname(at)) {
    const stats = look(at);
    if (stats && stats.ino === closed.ino && stats.dev === closed.dev) return true;
    if (dirname(at) === at) return false;
  }
}

function isForbiddenFile(stats: Stats, forbidden: readonly string[]): boolean {
  let left = 5_000;
  const holds = (path: string): boolean => {
    left -= 1;
    const found = left > 0 ? look(path) : undefined;
    if (!found || found.dev !== stats.dev) return false;
    if (found.isFile()) return found.ino === stats.ino;
    return found.isDirectory() && namesIn(path).some(name => holds(join(path, name)));
  };
  return forbidden.some(path => holds(realPath(resolve(path))));
}

function look(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // What cannot be looked at cannot be opened either.
    return undefined;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function linkTarget(path: string): string | undefined {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(path) : undefined;
}

function ignoresCase(reach: Reach): boolean {
  return reach.ignoresCase ?? (process.platform === 'darwin' || process.platform === 'win32');
}

function folded(path: string): string {
  return path.normalize('NFC').toLowerCase();
}
