import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { errors } from '../errors.ts';
import { integrityOf } from '../package/integrity.ts';
import { refusedFor } from '../package/refused.ts';
import { type PackedFile, readTarball, tarballLimits } from '../package/tarball.ts';
import { unpack } from '../package/unpack.ts';
import { asksOf, download, record, type VersionFacts } from '../registry/packument.ts';
import type { Vouchers } from '../supply/supply.ts';
import { bringDependencies } from './dependencies.ts';
import { sorted } from './difference.ts';
import { packageName, type VersionRecord } from './record.ts';
import type { Source } from './source.ts';

export type Step = 'asking' | 'downloading' | 'checking' | 'resolving' | 'unpacking' | 'starting' | 'done' | 'failed';

/** What is needed to build one version. */
export interface BuildOptions {
  readonly id: string;
  readonly facts: VersionFacts;
  readonly vouchers: Vouchers;
  readonly source: Source;
  /** Rejects where the manifest cannot run here. */
  examine(manifest: unknown): Promise<unknown>;
  /** Made only once everything that can be seen without a disk is right. */
  stage(): Promise<string>;
  said(step: Step): void;
}

/** A version that lies whole in a folder of its own, and that nothing leads to yet. */
export interface Built {
  readonly folder: string;
  readonly manifest: Readonly<Record<string, unknown>>;
  readonly record: VersionRecord;
  /** Files that the system could run by themselves. */
  readonly programs: number;
}

const installScripts = ['preinstall', 'install', 'postinstall'];

/** Fetches, checks and unpacks one version with all that it depends on. Nothing of it is run. */
export async function build({ id, facts, vouchers, source, examine, stage, said }: BuildOptions): Promise<Built> {
  const { registry, registryId, signal } = source;
  const what = `${id} ${facts.version}`;
  said('downloading');
  const packed = await download(registry, facts.tarball, what, tarballLimits.packedBytes, signal);
  said('checking');
  if (integrityOf(packed) !== facts.integrity) throw errors['extensions/integrity']({ what, registry: registry.name });
  const files = await readTarball(what, packed);
  const manifest = manifestIn(what, files);
  if (manifest.name !== id || manifest.version !== facts.version) {
    throw refusedFor(what)('otherName', `${String(manifest.name)} ${String(manifest.version)}`);
  }
  await examine(manifest);
  said('unpacking');
  const folder = await stage();
  const own = await unpack(files, join(folder, packageName));
  if (manifest.dependencies !== undefined) said('resolving');
  const brought = await bringDependencies(source, manifest, join(folder, packageName));
  const all = [...own, ...brought.files];
  const runs = installScripts.some(name => Object.hasOwn(record(manifest.scripts), name));
  return {
    folder,
    manifest,
    programs: all.filter(({ bytes }) => isProgram(bytes)).length,
    record: {
      id,
      version: facts.version,
      registry: registryId,
      registryName: registry.name,
      registryUrl: registry.url,
      integrity: facts.integrity,
      installedAt: Date.now(),
      bytes: all.reduce((sum, { bytes }) => sum + bytes.length, 0),
      files: all.length,
      publisher: facts.publisher,
      date: facts.date,
      attested: facts.attested,
      ...vouchers,
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
