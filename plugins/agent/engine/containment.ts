import { lstatSync, readdirSync, readlinkSync, realpathSync, type Stats, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { protectedNames, protectedPart } from './protected-paths.ts';
import type { AccessMode } from './protocol.ts';

/** What a conversation's file tools may reach. */
export interface Reach {
  readonly cwd: string;
  readonly mode: AccessMode;
  /** Refused in both modes, with everything in them: the app's own data and credentials. */
  readonly forbidden: readonly string[];
  /** The folders inside a forbidden one that conversations may use. */
  readonly opened?: readonly string[];
  /** The folders inside a forbidden one that conversations may read in both modes, and never write: those of skills. */
  readonly readable?: readonly string[];
  /** The default is `write`, which allows less. */
  readonly use?: 'read' | 'write';
  /** Real paths of the project that the person's git obeys, so that they are only read. */
  readonly obeyed?: readonly string[];
  /** All that may be written in secure mode; left out, the whole working directory. */
  readonly writes?: readonly string[] | undefined;
  /** The default is that of the operating system. */
  readonly ignoresCase?: boolean;
}

export type Refusal = 'not-a-path' | 'outside' | 'forbidden' | 'protected' | 'hard-link' | 'process';

/** `path` is the real path, without links; `why` is the reason for the model. */
export type CheckedPath =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly code: Refusal; readonly why: string };

const maxLinks = 40;
/** How many files of the app are compared with a file that has several names. */
const maxSearched = 20_000;
const systemIgnoresCase = process.platform === 'darwin' || process.platform === 'win32';
const unicodeSpaces = /[\u00A0\u2000-\u200A\u202F\u205F\u3000]/g;

/** Resolves a path that the model wrote to the real path, and checks whether this conversation may use it. */
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
  const { forbidden, opened = [], readable = [] } = reach;
  const shown = use === 'read' ? forbidden.flatMap(folder => openedIn(folder, readable)) : [];
  if (isForbidden(real, { ...reach, opened: [...opened, ...(use === 'read' ? readable : [])] })) {
    return { ok: false, code: 'forbidden', why: 'This path holds data of the app itself or credentials. No access mode opens it.' };
  }
  const stats = statOf(real);
  if (stats && stats.nlink > 1 && stats.isFile() && isForbiddenFile(stats, reach)) {
    return { ok: false, code: 'forbidden', why: 'This file is another name of data of the app itself. No access mode opens it.' };
  }
  if (mode === 'open' || shown.some(folder => isInside(real, folder, false))) return { ok: true, path: real };
  if (isTooWide(root)) return { ok: false, code: 'outside', why: tooWide(root) };
  if (!isInside(real, root, ignoresCase(reach))) {
    return { ok: false, code: 'outside', why: `Secure mode: ${real} is outside the working directory ${root}.` };
  }
  const inside = relative(root, real);
  if (use === 'write' && reach.writes?.some(path => isInside(real, realPath(path), ignoresCase(reach))) === false) {
    return { ok: false, code: 'outside', why: `This conversation writes only ${namedIn(root, reach.writes)}, and ${inside} is not in it.` };
  }
  const part = use === 'write' ? (protectedPart(inside) ?? linkedPart(real, root) ?? obeyedPart(real, root, reach)) : undefined;
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

function namedIn(root: string, paths: readonly string[]): string {
  return paths.length === 0 ? 'nothing' : paths.map(path => relative(root, path) || '.').join(', ');
}

/** The protected name of the project that is a link to where a path lies. */
function linkedPart(real: string, root: string): string | undefined {
  return protectedNames.find(name => {
    const path = join(root, name);
    return lstatOf(path)?.isSymbolicLink() === true && isInside(real, realPath(path), true);
  });
}

function obeyedPart(real: string, root: string, { obeyed = [] }: Reach): string | undefined {
  const found = obeyed.find(path => isInside(real, path, true));
  return found && relative(root, found);
}

/** Whether a working directory contains the home folder or the system, so that secure mode would protect nothing. */
export function isTooWide(root: string): boolean {
  return [realPath(homedir()), '/usr', '/tmp', '/proc'].some(path => isInside(path, root, false));
}

export function tooWide(root: string): string {
  return `Secure mode cannot confine anything to ${root}, because the home folder or the system lies in it. Choose a narrower working directory.`;
}

/** Expands a path as the engine's own tools do: `@`, `~`, `file://`, Unicode spaces, relative paths. */
export function expandPath(path: string, cwd: string): string {
  let plain = path.replace(unicodeSpaces, ' ');
  if (plain.startsWith('@')) plain = plain.slice(1);
  if (plain === '~') return homedir();
  if (plain.startsWith('~/')) plain = join(homedir(), plain.slice(2));
  else if (plain.startsWith('file://')) plain = fileURLToPath(plain);
  return isAbsolute(plain) ? resolve(plain) : resolve(cwd, plain);
}

/** The path without links. Works for a path that does not exist yet; a broken link counts as the path that it names. */
export function realPath(path: string, links = 0): string {
  if (links > maxLinks) throw new Error('its links go round in a circle');
  try {
    return realpathSync(path);
  } catch {
    const target = linkTarget(path);
    if (target !== undefined) return realPath(resolve(dirname(path), target), links + 1);
    const above = dirname(path);
    return above === path ? path : join(realPath(above, links + 1), basename(path));
  }
}

/** Whether a path is the folder or inside it; a sibling whose name begins with the folder's name is not. */
export function isInside(path: string, folder: string, anyCase: boolean): boolean {
  const [inner, outer] = anyCase ? [folded(path), folded(folder)] : [path, folder];
  return inner === outer || inner.startsWith(outer.endsWith(sep) ? outer : outer + sep);
}

/** Whether a file has other names, which may be outside the working directory. */
export function isHardLink(stats: { readonly nlink: number; isFile(): boolean }): boolean {
  return stats.isFile() && stats.nlink > 1;
}

/** Folders in which package managers and git use hard links, so that reading them must be allowed. */
export function sharesFiles(inside: string): boolean {
  return inside.split(sep).some(part => part === 'node_modules' || part === '.git');
}

/** Whether a real path is the app's data: inside a forbidden folder, in no folder that is opened in it. The path may not exist. */
export function isForbidden(real: string, { forbidden, opened, ignoresCase }: Omit<Reach, 'cwd' | 'mode'>): boolean {
  return forbidden.some(folder => {
    const closed = realPath(resolve(folder));
    // Case is ignored on every system, because refusing too much is safe.
    if (!isInside(real, closed, true) && !liesUnder(real, closed)) return false;
    return !openedIn(folder, opened).some(open => isInside(real, open, ignoresCase ?? systemIgnoresCase));
  });
}

/** The real paths of the opened folders in a forbidden one; one that a link replaces is left out, because the link may lead anywhere. */
export function openedIn(folder: string, opened: readonly string[] = []): readonly string[] {
  const closed = realPath(resolve(folder));
  return opened
    .map(path => [join(closed, relative(resolve(folder), resolve(path))), realPath(resolve(path))] as const)
    .flatMap(([path, real]) => (path === real && path !== closed && isInside(path, closed, false) ? [path] : []));
}

/** Compares inodes, to find other spellings of a name and other mounts of a folder. */
function liesUnder(path: string, folder: string): boolean {
  const closed = statOf(folder);
  if (!closed) return false;
  for (let at = path; ; at = dirname(at)) {
    const stats = statOf(at);
    if (stats && stats.ino === closed.ino && stats.dev === closed.dev) return true;
    if (dirname(at) === at) return false;
  }
}

/** Whether a file is another name of one of the app's data. Too much data to be searched counts as found. */
function isForbiddenFile(stats: Stats, { forbidden, opened }: Reach): boolean {
  let left = maxSearched;
  const holds = (path: string, open: readonly string[]): boolean => {
    left -= 1;
    if (left < 0) return true;
    const found = lstatOf(path);
    if (!found || found.dev !== stats.dev || open.includes(path)) return false;
    if (found.isFile()) return found.ino === stats.ino;
    return found.isDirectory() && namesIn(path).some(name => holds(join(path, name), open));
  };
  return forbidden.some(folder => holds(realPath(resolve(folder)), openedIn(folder, opened)));
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // A path whose status cannot be read cannot be opened either.
    return undefined;
  }
}

function lstatOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
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
  return reach.ignoresCase ?? systemIgnoresCase;
}

function folded(path: string): string {
  return path.normalize('NFC').toLowerCase();
}
