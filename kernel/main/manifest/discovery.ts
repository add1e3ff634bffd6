import { readdirSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Contributes, Problem } from './contributes.ts';
import { type Found, readManifest } from './manifest.ts';
import type { Refusal } from './plan.ts';

/** Where extensions lie; trust follows the folder, never the manifest. */
export interface Roots {
  readonly bundled: string;
  readonly installed: string;
  /** One file that remembers the last discovery; may be deleted at any time. */
  readonly index: string;
  /** The kernel's version: another one may read manifests differently, so it starts an index of its own. */
  readonly kernel: string;
}

export interface Discovery {
  readonly found: readonly Found[];
  readonly unreadable: readonly Refusal[];
  /** The plan that was made of just these; undefined where a new one must be made. */
  readonly order: readonly string[] | undefined;
  /** Names the state of the disk this was read from. */
  readonly stamps: string;
}

/** A `Found` without what can be found again in the rest of it: reading the index is most of what a start does. */
interface Remembered extends Omit<Found, 'requires' | 'optional' | 'contributes' | 'problems'> {
  readonly contributes: Partial<Contributes>;
  readonly problems?: readonly Problem[];
}

interface Index {
  readonly v: 3;
  readonly stamps: string;
  readonly found: readonly Remembered[];
  readonly order: readonly string[];
}

/** Up to so many installed extensions are looked at one by one, which is what their authors count on while they write them. */
const mostLookedAt = 50;

/**
 * Finds every extension. The index holds while its stamps do: the time of each root, of each bundled manifest and, where they
 * are few, of each installed one. Many change only through an installer, which touches their root: a thousand cost one stat.
 */
export function discover(roots: Roots): Discovery {
  const bundled = foldersIn(roots.bundled);
  const index = readIndex(roots.index);
  if (index && index.stamps === stampsOf(roots, bundled, index.found)) {
    return { found: index.found.map(recalled), unreadable: [], order: index.order, stamps: index.stamps };
  }
  const found: Found[] = [];
  const unreadable: Refusal[] = [];
  for (const [folders, isBundled] of [[bundled, true] as const, [foldersIn(roots.installed), false] as const]) {
    for (const folder of folders) {
      const reading = readManifest(folder, isBundled);
      if (!reading) continue;
      if ('found' in reading) found.push(reading.found);
      else unreadable.push(reading);
    }
  }
  return { found, unreadable, order: undefined, stamps: stampsOf(roots, bundled, found) };
}

/** What the index is to remember of a discovery of which nothing was refused; the next start then skips reading and planning. */
export function indexText({ found, stamps }: Discovery, order: readonly string[]): string {
  const index: Index = { v: 3, stamps, found: found.map(remembered), order };
  return JSON.stringify(index);
}

function remembered({ requires: _, optional: __, contributes, problems, ...rest }: Found): Remembered {
  const filled = Object.entries(contributes).filter(([, list]) => Object.keys(list).length > 0);
  return { ...rest, contributes: Object.fromEntries(filled), ...(problems.length > 0 && { problems }) };
}

function recalled({ id, version, folder, bundled, description, engine, atelier, contributes, problems }: Remembered): Found {
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
        // A linked folder goes by its real place: that is where its code is loaded from, and what a sandbox must show.
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
  const looked = installed.length > mostLookedAt ? bundled : [...bundled, ...installed];
  const places = [roots.bundled, roots.installed, ...looked.map(folder => join(folder, 'package.json'))];
  return [roots.kernel, ...places.map(place => `${place}\t${stampOf(place)}`)].join('\n');
}

function stampOf(place: string): string {
  const stats: Stats | undefined = statSync(place, { throwIfNoEntry: false });
  return stats ? `${stats.mtimeMs}:${stats.ctimeMs}:${stats.size}:${stats.ino}` : 'none';
}

function readIndex(file: string): Index | undefined {
  try {
    const index = JSON.parse(readFileSync(file, 'utf8')) as Index;
    return index.v === 3 && Array.isArray(index.found) && Array.isArray(index.order) ? index : undefined;
  } catch {
    return undefined;
  }
}
