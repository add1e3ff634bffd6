import { readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { readRegularSync } from '../../children/regular-file.ts';
import { extensionErrors } from '../errors/extension.ts';
import type { Starts } from '../starts/starts.ts';
import type { Contributes, Problem } from './contributes.ts';
import { type Found, readManifest } from './manifest.ts';
import type { Refusal } from './plan.ts';

/** The folders of extensions; the folder decides about trust, never the manifest. */
export interface Roots {
  readonly bundled: string;
  readonly installed: string;
  /** A file with the result of the last discovery; may be deleted at any time. */
  readonly index: string;
  /** The kernel's version: another version may read manifests differently, so it writes a new index. */
  readonly kernel: string;
  readonly starts?: Pick<Starts, 'reading' | 'leavesUnread'>;
}

export interface Discovery {
  readonly found: readonly Found[];
  readonly unreadable: readonly Refusal[];
  /** The stored plan of exactly these extensions; undefined if a new one must be made. */
  readonly order: readonly string[] | undefined;
  /** Identifies the state of the disk that this was read from. */
  readonly stamps: string;
}

/** A `Found` without what can be derived from the rest: reading the index is most of the work of a start. */
interface IndexEntry extends Omit<Found, 'requires' | 'optional' | 'contributes' | 'problems'> {
  readonly contributes: Partial<Contributes>;
  readonly problems?: readonly Problem[];
}

interface Index {
  readonly v: 3;
  readonly stamps: string;
  readonly found: readonly IndexEntry[];
  readonly order: readonly string[];
}

/** Up to this number, each installed manifest is checked for changes, which authors rely on while they write an extension. */
const maxCheckedEach = 50;

/**
 * Finds every extension. The index is valid while its stamps are: the time of each root, of each bundled manifest and, if they
 * are few, of each installed one. Many are changed only by an installer, which touches their root: a thousand cost one stat.
 */
export function discover(roots: Roots): Discovery {
  const bundled = foldersIn(roots.bundled);
  const index = readIndex(roots.index);
  if (index && index.stamps === stampsOf(roots, bundled, index.found)) {
    return { found: index.found.map(fromIndexEntry), unreadable: [], order: index.order, stamps: index.stamps };
  }
  const found: Found[] = [];
  const unreadable: Refusal[] = [];
  for (const [folders, isBundled] of [[bundled, true] as const, [foldersIn(roots.installed), false] as const]) {
    for (const folder of folders) {
      if (!isBundled) {
        if (roots.starts?.leavesUnread(folder)) {
          unreadable.push({ id: folder, folder, error: extensionErrors['extension/manifest-held-back']({ folder }) });
          continue;
        }
        roots.starts?.reading(folder);
      }
      const reading = readManifest(folder, isBundled);
      if (!reading) continue;
      if ('found' in reading) found.push(reading.found);
      else unreadable.push(reading);
    }
  }
  roots.starts?.reading(undefined);
  return { found, unreadable, order: undefined, stamps: stampsOf(roots, bundled, found) };
}

/** The index of a discovery of which nothing was refused; the next start then skips reading and planning. */
export function indexText({ found, stamps }: Discovery, order: readonly string[]): string {
  const index: Index = { v: 3, stamps, found: found.map(toIndexEntry), order };
  return JSON.stringify(index);
}

function toIndexEntry({ requires: _, optional: __, contributes, problems, ...rest }: Found): IndexEntry {
  const filled = Object.entries(contributes).filter(([, list]) => Object.keys(list).length > 0);
  return { ...rest, contributes: Object.fromEntries(filled), ...(problems.length > 0 && { problems }) };
}

function fromIndexEntry({ id, version, folder, bundled, description, engine, atelier, contributes, problems }: IndexEntry): Found {
  return {
    id,
    version,
    folder,
    bundled,
    description,
    engine,
    requires: atelier.requires ?? nothing,
    optional: atelier.optional ?? nothing,
    atelier,
    contributes: {
      views: contributes.views ?? none,
      commands: contributes.commands ?? none,
      keybindings: contributes.keybindings ?? none,
      deepLinks: contributes.deepLinks ?? none,
      others: contributes.others ?? nothing,
    },
    problems: problems ?? none,
  };
}

const none: readonly never[] = [];
const nothing: Readonly<Record<string, never>> = {};

function foldersIn(root: string): readonly string[] {
  try {
    return (
      readdirSync(root, { withFileTypes: true })
        .filter(entry => (entry.isDirectory() || entry.isSymbolicLink()) && !entry.name.startsWith('.'))
        // A linked folder is known by its real path: its code is loaded from there, and the sandbox must contain it.
        .map(entry => (entry.isSymbolicLink() ? realpathSync(join(root, entry.name)) : `${root}${sep}${entry.name}`))
        .sort()
    );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function stampsOf(roots: Roots, bundled: readonly string[], found: readonly Pick<Found, 'bundled' | 'folder'>[]): string {
  const installed = found.filter(one => !one.bundled).map(one => one.folder);
  const checked = installed.length > maxCheckedEach ? bundled : [...bundled, ...installed];
  const places = [roots.bundled, roots.installed, ...checked.map(folder => join(folder, 'package.json'))];
  return [roots.kernel, ...places.map(place => `${place}\t${stampOf(place)}`)].join('\n');
}

function stampOf(place: string): string {
  const stats: Stats | undefined = statSync(place, { throwIfNoEntry: false });
  return stats ? `${stats.mtimeMs}:${stats.ctimeMs}:${stats.size}:${stats.ino}` : 'none';
}

function readIndex(file: string): Index | undefined {
  try {
    const index = JSON.parse(readRegularSync(file)) as Index;
    return index.v === 3 && Array.isArray(index.found) && Array.isArray(index.order) ? index : undefined;
  } catch {
    return undefined;
  }
}
