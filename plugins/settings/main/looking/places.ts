import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Owner, Place } from '../../contract/index.ts';

const atOnce = 64;

/** The folders that hold what is the person's. */
export interface Folders {
  readonly profile: string;
  readonly sessions: string;
  readonly logs: string;
  readonly backups: string;
}

/** The extension's own folder lies in `data` of the profile. */
export function foldersOf(dataFolder: string): Folders {
  const profile = join(dataFolder, '..', '..');
  return {
    profile,
    sessions: join(profile, '.agent', 'agent', 'sessions'),
    logs: join(profile, 'logs'),
    backups: join(profile, 'backups'),
  };
}

/** How much lies where. What comes or goes meanwhile is counted or not; nothing fails by it. */
export async function measured({ profile, sessions, logs }: Folders): Promise<{
  profile: Place;
  sessions: Place;
  logs: Place;
  owners: Owner[];
}> {
  const [all, owners] = await Promise.all([filesIn(profile), ownersIn(profile)]);
  const under = (folder: string) =>
    total(
      folder,
      all.filter(({ path }) => path.startsWith(join(folder, '/'))),
    );
  return { profile: total(profile, all), sessions: under(sessions), logs: under(logs), owners };
}

interface Sized {
  readonly path: string;
  readonly bytes: number;
}

function total(folder: string, files: readonly Sized[]): Place {
  return { folder, files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
}

/** By extension: `data/<slug>.sqlite` and what stands beside it, the folder `data/<slug>`, and `backups/<slug>.…`. */
async function ownersIn(profile: string): Promise<Owner[]> {
  const [data, backups] = await Promise.all([filesIn(join(profile, 'data')), filesIn(join(profile, 'backups'))]);
  const slugs = new Set(data.flatMap(({ path }) => /[\\/]data[\\/]([a-z0-9-]+)(?:\.sqlite|[\\/])/.exec(path)?.[1] ?? []));
  const owners = [...slugs].map(slug => {
    const own = data.filter(({ path }) => new RegExp(`[\\\\/]data[\\\\/]${slug}(?:\\.sqlite(?:-\\w+)?$|[\\\\/])`).test(path));
    const copies = backups.filter(({ path }) => path.includes(`${slug}.`) && path.endsWith('.sqlite'));
    return {
      id: slug.includes('--') ? `@${slug.replace('--', '/')}` : slug,
      bytes: total('', own).bytes,
      backups: copies.length,
      backupBytes: total('', copies).bytes,
    };
  });
  return owners.sort((a, b) => b.bytes - a.bytes || a.id.localeCompare(b.id));
}

async function filesIn(folder: string): Promise<readonly Sized[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name));
  const sized: Sized[] = [];
  for (let at = 0; at < paths.length; at += atOnce) {
    const some = paths.slice(at, at + atOnce).map(async path => ({ path, bytes: (await stat(path).catch(() => undefined))?.size ?? 0 }));
    sized.push(...(await Promise.all(some)));
  }
  return sized;
}
