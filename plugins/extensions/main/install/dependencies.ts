import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Package } from '../../contract/index.ts';
import { errors } from '../errors.ts';
import { hardening, type NpmPlaces, npm } from '../npm.ts';
import { integrityOf, readTarball, refusedFor, tarballLimits, unpack } from '../package/tarball.ts';
import { asksOf, download, record, text } from '../registry/packument.ts';
import type { Asked } from '../registry/request.ts';

/** Where one install takes from. */
export interface Source {
  /** The id among the person's registries. */
  readonly registryId: string;
  readonly registry: Asked;
  /** Registries that are asked for one scope alone. */
  readonly scopes: ReadonlyMap<string, Asked>;
  readonly npm: NpmPlaces;
  readonly signal: AbortSignal;
}

/** What was brought in for an extension. */
export interface Brought {
  readonly packages: readonly Package[];
  /** Packages that would run something at install; nothing of it was run. */
  readonly scripts: readonly string[];
  /** Path below the extension's folder, and bytes. */
  readonly files: readonly { readonly path: string; readonly bytes: Buffer }[];
}

interface Locked {
  readonly path: string;
  readonly name: string;
  readonly version: string;
  readonly resolved: string;
  readonly integrity: string;
  readonly scripts: boolean;
}

const most = { packages: 300, files: 20_000, bytes: 250 * 1024 * 1024, atOnce: 6 } as const;
const place = /^node_modules\/(?:@[a-z0-9][\w.-]*\/)?[\w.-]+(?:\/node_modules\/(?:@[a-z0-9][\w.-]*\/)?[\w.-]+)*$/i;

/**
 * Brings in the packages that an extension depends on, each of the version and with the checksum that its own lock file keeps from
 * then on. npm decides which; it neither fetches nor unpacks them.
 */
export async function bringDependencies(source: Source, manifest: Readonly<Record<string, unknown>>, folder: string): Promise<Brought> {
  const wanted = Object.keys({ ...record(manifest.dependencies), ...record(manifest.optionalDependencies) });
  if (wanted.length === 0) return { packages: [], scripts: [], files: [] };
  const lock = await resolve(source, manifest, folder);
  const locked = lockedIn(source, manifest, lock);
  const waiting = [...locked];
  const files: { path: string; bytes: Buffer }[] = [];
  const packages: Package[] = [];
  const bring = async (): Promise<void> => {
    for (let one = waiting.pop(); one; one = waiting.pop()) {
      const got = await bringOne(source, one, folder);
      packages.push(got.package);
      files.push(...got.files);
      const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
      if (files.length > most.files) throw refusedFor(String(manifest.name))('tooMany', most.files);
      if (bytes > most.bytes) throw refusedFor(String(manifest.name))('bomb', most.bytes);
    }
  };
  await Promise.all(Array.from({ length: most.atOnce }, bring));
  await writeFile(join(folder, 'package-lock.json'), lock, { flag: 'wx', mode: 0o644 });
  return { packages, files, scripts: locked.filter(one => one.scripts).map(one => one.name) };
}

/** Lets npm work out the tree, in a folder where nothing of the package itself lies. */
async function resolve(source: Source, manifest: Readonly<Record<string, unknown>>, folder: string): Promise<string> {
  const scratch = `${folder}-resolving`;
  const { name, version, dependencies, optionalDependencies, overrides } = manifest;
  await mkdir(scratch, { mode: 0o700 });
  try {
    const asked = { name, version, private: true, dependencies, optionalDependencies, overrides };
    await writeFile(join(scratch, 'package.json'), JSON.stringify(asked), { mode: 0o600 });
    const places: NpmPlaces = source.npm;
    const run = { folder: scratch, registry: source.registry, scopes: source.scopes, signal: source.signal, limitMs: 60_000 };
    const answer = await npm(places, ['install', '--package-lock-only', ...hardening], run);
    if (answer.code !== 0) throw failed(manifest, reasonIn(answer.out) ?? `npm ended with ${answer.code}`);
    return await readFile(join(scratch, 'package-lock.json'), 'utf8');
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

function lockedIn(source: Source, manifest: Readonly<Record<string, unknown>>, lock: string): readonly Locked[] {
  const entries = Object.entries(record(record(JSON.parse(lock)).packages)).filter(([path]) => path !== '');
  if (entries.length > most.packages) throw failed(manifest, `${entries.length} packages, more than ${most.packages}`);
  return entries
    .map(([path, entry]) => ({ path, entry: record(entry) }))
    .filter(({ entry }) => entry.dev !== true && entry.peer !== true && fitsHere(entry))
    .map(({ path, entry }) => {
      const name = text(entry.name) ?? path.slice(path.lastIndexOf('node_modules/') + 13);
      const [version, resolved, integrity] = [text(entry.version), text(entry.resolved), text(entry.integrity)];
      const isWhole = version !== undefined && resolved !== undefined && integrity?.startsWith('sha512-') === true;
      if (!place.test(path) || path.includes('..') || entry.link === true || !isWhole) {
        throw failed(manifest, `${name} does not come from a registry with a sha512 checksum`);
      }
      if (registryFor(source, name).url === undefined || new URL(resolved).origin !== new URL(registryFor(source, name).url).origin) {
        throw failed(manifest, `${name} lies on another server, ${new URL(resolved).host}`);
      }
      return { path, name, version, resolved, integrity, scripts: entry.hasInstallScript === true };
    });
}

async function bringOne(source: Source, locked: Locked, folder: string): Promise<{ package: Package; files: Brought['files'] }> {
  const { name, version, path } = locked;
  const what = `${name} ${version}`;
  const registry = registryFor(source, name);
  const packed = await download(registry, locked.resolved, what, tarballLimits.packedBytes, source.signal);
  if (integrityOf(packed) !== locked.integrity) throw errors['extensions/integrity']({ what, registry: registry.name });
  const written = await unpack(await readTarball(what, packed), join(folder, path));
  const manifest = manifestIn(written);
  const asks = asksOf(manifest);
  return {
    package: { name, version, ...(Object.keys(asks).length > 0 && { asks }) },
    files: written.map(file => ({ path: `${path}/${file.path}`, bytes: file.bytes })),
  };
}

function manifestIn(files: Brought['files']): Record<string, unknown> {
  try {
    return record(JSON.parse(files.find(({ path }) => path === 'package.json')?.bytes.toString('utf8') ?? '{}'));
  } catch {
    return {};
  }
}

/** npm locks what other systems need too; here it would only lie about. */
function fitsHere(entry: Readonly<Record<string, unknown>>): boolean {
  const fits = (list: unknown, own: string): boolean => {
    if (!Array.isArray(list) || list.length === 0) return true;
    if (list.includes(`!${own}`)) return false;
    return list.includes(own) || list.every(one => String(one).startsWith('!'));
  };
  return fits(entry.os, process.platform) && fits(entry.cpu, process.arch);
}

function registryFor({ registry, scopes }: Source, name: string): Asked {
  return scopes.get(name.split('/', 1)[0] ?? '') ?? registry;
}

function failed({ name, version }: Readonly<Record<string, unknown>>, reason: string) {
  return errors['extensions/dependencies']({ id: name, version, reason });
}

function reasonIn(out: string): string | undefined {
  try {
    const { summary, code } = record(record(JSON.parse(out)).error);
    return [code, summary].filter(Boolean).join(': ').split('\n', 1)[0]?.slice(0, 300);
  } catch {
    return undefined;
  }
}
