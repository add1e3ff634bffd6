import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { errors } from '../errors.ts';
import { integrityOf, type PackedFile, readTarball, refusedFor, tarballLimits, unpack } from '../package/tarball.ts';
import type { Panel } from '../panel.ts';
import { asksOf, download, record, type VersionFacts } from '../registry/packument.ts';
import { installDependencies, type Source } from './dependencies.ts';
import { sortedPackages } from './difference.ts';
import { packageFolder, type VersionRecord } from './store.ts';

/** A downloaded package, and its metadata from the registry. */
export interface FetchedPackage {
  readonly facts: VersionFacts;
  readonly files: readonly PackedFile[];
  readonly manifest: Readonly<Record<string, unknown>>;
}

export interface UnpackedPackage {
  readonly record: VersionRecord;
  /** The number of native executables. */
  readonly programs: number;
}

const installScripts = ['preinstall', 'install', 'postinstall'];

/** Downloads a package and verifies it against its registry's metadata. Writes nothing to the disk. */
export async function fetchPackage(
  facts: VersionFacts,
  { registry, signal }: Pick<Source, 'registry' | 'signal'>,
  panel?: Panel,
): Promise<FetchedPackage> {
  const { id, version } = facts;
  const what = `${id} ${version}`;
  panel?.step(id, 'downloading');
  const packed = await download(registry, facts.tarball, what, tarballLimits.packedBytes, signal);
  panel?.step(id, 'checking');
  if (integrityOf(packed) !== facts.integrity) throw errors['extensions/integrity']({ what, registry: registry.name });
  const files = await readTarball(what, packed);
  const manifest = manifestIn(what, files);
  if (manifest.name !== id || manifest.version !== version) {
    throw refusedFor(what)('otherName', `${String(manifest.name)} ${String(manifest.version)}`);
  }
  return { facts, files, manifest };
}

/** Unpacks a package and its dependencies into its own folder. No code of it runs, and nothing links to it yet. */
export async function unpackPackage(
  { facts, files, manifest }: FetchedPackage,
  source: Source,
  folder: string,
  panel: Panel,
): Promise<UnpackedPackage> {
  const { id, version } = facts;
  panel.step(id, 'unpacking');
  const ownFiles = await unpack(files, join(folder, packageFolder));
  if (manifest.dependencies !== undefined) panel.step(id, 'resolving');
  const dependencies = await installDependencies(source, manifest, join(folder, packageFolder));
  const all = [...ownFiles, ...dependencies.files];
  const hasScripts = installScripts.some(name => Object.hasOwn(record(manifest.scripts), name));
  return {
    programs: all.filter(({ bytes }) => isExecutable(bytes)).length,
    record: {
      id,
      version,
      registry: source.registryId,
      registryName: source.registry.name,
      registryUrl: source.registry.url,
      integrity: facts.integrity,
      installedAt: Date.now(),
      bytes: all.reduce((sum, { bytes }) => sum + bytes.length, 0),
      files: all.length,
      publisher: facts.publisher,
      date: facts.date,
      attested: facts.attested,
      asks: asksOf(manifest),
      requires: Object.keys(record(record(manifest.atelier).requires)).sort(),
      packages: sortedPackages(dependencies.packages),
      scripts: [...(hasScripts ? [id] : []), ...dependencies.scripts],
      hashes: Object.fromEntries(all.map(({ path, bytes }) => [path, hashOf(bytes)])),
      previous: undefined,
    },
  };
}

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64');
}

function manifestIn(what: string, files: readonly PackedFile[]): Record<string, unknown> {
  try {
    const text = files.find(({ path }) => path === 'package.json')?.bytes.toString('utf8');
    return record(JSON.parse(text ?? ''));
  } catch (error) {
    throw Object.assign(refusedFor(what)('noManifest'), { cause: error });
  }
}

const magicNumbers = ['7f454c46', '4d5a', 'feedface', 'feedfacf', 'cffaedfe', 'cefaedfe', 'cafebabe'];

function isExecutable(bytes: Buffer): boolean {
  const start = bytes.toString('hex', 0, 4);
  return bytes.length > 4 && magicNumbers.some(magic => start.startsWith(magic));
}
