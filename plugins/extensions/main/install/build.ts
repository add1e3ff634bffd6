import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { errors } from '../errors.ts';
import { integrityOf, type PackedFile, readTarball, refusedFor, tarballLimits, unpack } from '../package/tarball.ts';
import type { Panel } from '../panel.ts';
import { asksOf, download, record, type VersionFacts } from '../registry/packument.ts';
import { bringDependencies, type Source } from './dependencies.ts';
import { sorted } from './difference.ts';
import { packageName, type VersionRecord } from './store.ts';

/** A package as it came, and as it should be. */
export interface Fetched {
  readonly facts: VersionFacts;
  readonly files: readonly PackedFile[];
  readonly manifest: Readonly<Record<string, unknown>>;
}

export interface Unpacked {
  readonly record: VersionRecord;
  /** Files that the system could run by themselves. */
  readonly programs: number;
}

const installScripts = ['preinstall', 'install', 'postinstall'];

/** Fetches a package and checks that it is what its registry promised. Nothing of it has touched the disk yet. */
export async function fetchPackage(facts: VersionFacts, { registry, signal }: Source, panel: Panel): Promise<Fetched> {
  const { id, version } = facts;
  const what = `${id} ${version}`;
  panel.step(id, 'downloading');
  const packed = await download(registry, facts.tarball, what, tarballLimits.packedBytes, signal);
  panel.step(id, 'checking');
  if (integrityOf(packed) !== facts.integrity) throw errors['extensions/integrity']({ what, registry: registry.name });
  const files = await readTarball(what, packed);
  const manifest = manifestIn(what, files);
  if (manifest.name !== id || manifest.version !== version) {
    throw refusedFor(what)('otherName', `${String(manifest.name)} ${String(manifest.version)}`);
  }
  return { facts, files, manifest };
}

/** Unpacks a package into a folder of its own, with all that it depends on. Nothing of it is run, and nothing leads to it yet. */
export async function unpackPackage({ facts, files, manifest }: Fetched, source: Source, folder: string, panel: Panel): Promise<Unpacked> {
  const { id, version } = facts;
  panel.step(id, 'unpacking');
  const own = await unpack(files, join(folder, packageName));
  if (manifest.dependencies !== undefined) panel.step(id, 'resolving');
  const brought = await bringDependencies(source, manifest, join(folder, packageName));
  const all = [...own, ...brought.files];
  const runs = installScripts.some(name => Object.hasOwn(record(manifest.scripts), name));
  return {
    programs: all.filter(({ bytes }) => isProgram(bytes)).length,
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
      packages: sorted(brought.packages),
      scripts: [...(runs ? [id] : []), ...brought.scripts],
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

const magics = ['7f454c46', '4d5a', 'feedface', 'feedfacf', 'cffaedfe', 'cefaedfe', 'cafebabe'];

function isProgram(bytes: Buffer): boolean {
  const start = bytes.toString('hex', 0, 4);
  return bytes.length > 4 && magics.some(magic => start.startsWith(magic));
}
