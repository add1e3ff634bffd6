import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Package } from '../../contract/index.ts';
import { errors } from '../errors.ts';
import { hardeningFlags, type NpmPaths, npm } from '../npm.ts';
import { integrityOf, readTarball, refusedFor, tarballLimits, unpack } from '../package/tarball.ts';
import { asksOf, download, record, text } from '../registry/packument.ts';
import type { RegistryEndpoint } from '../registry/request.ts';

/** Where an install downloads from. */
export interface Source {
  /** The id of `registry` in the person's registries. */
  readonly registryId: string;
  readonly registry: RegistryEndpoint;
  /** The registries that are each used for one scope only. */
  readonly scopes: ReadonlyMap<string, RegistryEndpoint>;
  readonly npm: NpmPaths;
  readonly signal: AbortSignal;
}

/** The installed dependencies of an extension. */
export interface InstalledDependencies {
  readonly packages: readonly Package[];
  /** Packages with install scripts, which were not run. */
  readonly scripts: readonly string[];
  /** Each path is relative to the extension's folder. */
  readonly files: readonly { readonly path: string; readonly bytes: Buffer }[];
}

interface LockedPackage {
  readonly path: string;
  readonly name: string;
  readonly version: string;
  readonly resolved: string;
  readonly integrity: string;
  readonly scripts: boolean;
}

const limits = { packages: 300, files: 20_000, bytes: 250 * 1024 * 1024, concurrency: 6 } as const;
const lockedPath = /^node_modules\/(?:@[a-z0-9][\w.-]*\/)?[\w.-]+(?:\/node_modules\/(?:@[a-z0-9][\w.-]*\/)?[\w.-]+)*$/i;

/**
 * Installs an extension's dependencies, with the versions and checksums of a lock file that is stored with the extension. npm only
 * resolves them; it neither downloads nor unpacks them.
 */
export async function installDependencies(
  source: Source,
  manifest: Readonly<Record<string, unknown>>,
  folder: string,
): Promise<InstalledDependencies> {
  const wanted = Object.keys({ ...record(manifest.dependencies), ...record(manifest.optionalDependencies) });
  if (wanted.length === 0) return { packages: [], scripts: [], files: [] };
  const lock = await resolve(source, manifest, folder);
  const locked = lockedIn(source, manifest, lock);
  const queue = [...locked];
  const files: { path: string; bytes: Buffer }[] = [];
  const packages: Package[] = [];
  const worker = async (): Promise<void> => {
    for (let one = queue.pop(); one; one = queue.pop()) {
      const installed = await installOne(source, one, folder);
      packages.push(installed.package);
      files.push(...installed.files);
      const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
      if (files.length > limits.files) throw refusedFor(String(manifest.name))('tooMany', limits.files);
      if (bytes > limits.bytes) throw refusedFor(String(manifest.name))('bomb', limits.bytes);
    }
  };
  await Promise.all(Array.from({ length: limits.concurrency }, worker));
  await writeFile(join(folder, 'package-lock.json'), lock, { flag: 'wx', mode: 0o644 });
  return { packages, files, scripts: locked.filter(one => one.scripts).map(one => one.name) };
}

/** Lets npm resolve the dependency tree, in a folder without files of the package. */
async function resolve(source: Source, manifest: Readonly<Record<string, unknown>>, folder: string): Promise<string> {
  const tempFolder = `${folder}-resolving`;
  const { name, version, dependencies, optionalDependencies, overrides } = manifest;
  await mkdir(tempFolder, { mode: 0o700 });
  try {
    const reduced = { name, version, private: true, dependencies, optionalDependencies, overrides };
    await writeFile(join(tempFolder, 'package.json'), JSON.stringify(reduced), { mode: 0o600 });
    const paths: NpmPaths = source.npm;
    const run = { folder: tempFolder, registry: source.registry, scopes: source.scopes, signal: source.signal, limitMs: 60_000 };
    const result = await npm(paths, ['install', '--package-lock-only', ...hardeningFlags], run);
    if (result.code !== 0) throw failed(manifest, reasonIn(result.stdout) ?? `npm ended with ${result.code}`);
    return await readFile(join(tempFolder, 'package-lock.json'), 'utf8');
  } finally {
    await rm(tempFolder, { recursive: true, force: true });
  }
}

function lockedIn(source: Source, manifest: Readonly<Record<string, unknown>>, lock: string): readonly LockedPackage[] {
  const entries = Object.entries(record(record(JSON.parse(lock)).packages)).filter(([path]) => path !== '');
  if (entries.length > limits.packages) throw failed(manifest, `${entries.length} packages, more than ${limits.packages}`);
  return entries
    .map(([path, entry]) => ({ path, entry: record(entry) }))
    .filter(({ entry }) => entry.dev !== true && entry.peer !== true && fitsPlatform(entry))
    .map(({ path, entry }) => {
      const name = text(entry.name) ?? path.slice(path.lastIndexOf('node_modules/') + 13);
      const [version, resolved, integrity] = [text(entry.version), text(entry.resolved), text(entry.integrity)];
      const isComplete = version !== undefined && resolved !== undefined && integrity?.startsWith('sha512-') === true;
      if (!lockedPath.test(path) || path.includes('..') || entry.link === true || !isComplete) {
        throw failed(manifest, `${name} does not come from a registry with a sha512 checksum`);
      }
      if (registryFor(source, name).url === undefined || new URL(resolved).origin !== new URL(registryFor(source, name).url).origin) {
        throw failed(manifest, `${name} lies on another server, ${new URL(resolved).host}`);
      }
      return { path, name, version, resolved, integrity, scripts: entry.hasInstallScript === true };
    });
}

async function installOne(
  source: Source,
  locked: LockedPackage,
  folder: string,
): Promise<{ package: Package; files: InstalledDependencies['files'] }> {
  const { name, version, path } = locked;
  const what = `${name} ${version}`;
  const registry = registryFor(source, name);
  const packed = await download(registry, locked.resolved, what, tarballLimits.packedBytes, source.signal);
  if (integrityOf(packed) !== locked.integrity) throw errors['extensions/integrity']({ what, registry: registry.name });
  const files = await unpack(await readTarball(what, packed), join(folder, path));
  const manifest = manifestIn(files);
  const asks = asksOf(manifest);
  return {
    package: { name, version, ...(Object.keys(asks).length > 0 && { asks }) },
    files: files.map(file => ({ path: `${path}/${file.path}`, bytes: file.bytes })),
  };
}

function manifestIn(files: InstalledDependencies['files']): Record<string, unknown> {
  try {
    return record(JSON.parse(files.find(({ path }) => path === 'package.json')?.bytes.toString('utf8') ?? '{}'));
  } catch {
    return {};
  }
}

/** npm also locks packages for other systems, which are not needed here. */
function fitsPlatform(entry: Readonly<Record<string, unknown>>): boolean {
  const fits = (list: unknown, own: string): boolean => {
    if (!Array.isArray(list) || list.length === 0) return true;
    if (list.includes(`!${own}`)) return false;
    return list.includes(own) || list.every(one => String(one).startsWith('!'));
  };
  return fits(entry.os, process.platform) && fits(entry.cpu, process.arch);
}

function registryFor({ registry, scopes }: Source, name: string): RegistryEndpoint {
  return scopes.get(name.split('/', 1)[0] ?? '') ?? registry;
}

function failed({ name, version }: Readonly<Record<string, unknown>>, reason: string) {
  return errors['extensions/dependencies']({ id: name, version, reason });
}

function reasonIn(stdout: string): string | undefined {
  try {
    const { summary, code } = record(record(JSON.parse(stdout)).error);
    return [code, summary].filter(Boolean).join(': ').split('\n', 1)[0]?.slice(0, 300);
  } catch {
    return undefined;
  }
}
