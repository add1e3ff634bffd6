import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ExtensionStatus, isAppError } from '@atelier/kernel';
import type { Details, Rights } from '../contract/index.ts';
import { failureOf } from './errors.ts';
import { attestationOf, packageFolder, type StoredVersion } from './install/store.ts';
import { asksOf, type Packument, record, text, type VersionFacts } from './registry/packument.ts';
import type { Located } from './registry/registries.ts';
import type { RegistryEndpoint } from './registry/request.ts';
import type { Supply } from './supply/supply.ts';

const maxVersions = 30;

/** The inputs of `detailsOf`. */
export interface DetailsOf {
  readonly id: string;
  readonly stored: StoredVersion | undefined;
  readonly status: ExtensionStatus | undefined;
  /** Queries the registries; undefined where no registry may learn of the extension. */
  readonly found: (() => Promise<Located>) | undefined;
  readonly supply: Supply;
  readonly signal: AbortSignal;
}

/** The registry's metadata of an extension. If the registry does not answer: the local metadata and the error. */
export async function detailsOf({ id, stored, status, found, supply, signal }: DetailsOf): Promise<Details> {
  const why = stored && supply.whyBlockedWith(id, stored.record.version, stored.record);
  const here = { ...localDetails(id, stored, status), ...defined({ blocked: why }) };
  if (found === undefined) return here;
  try {
    const { registry, packument } = await found();
    const newest = packument.latest === undefined ? undefined : packument.facts(packument.latest);
    const shown = { ...remoteDetails(packument, newest, registry), versions: versionsOf(packument) };
    if (stored !== undefined || newest === undefined) return { ...shown, ...installedFacts(here) };
    const until = supply.heldUntil(supply.publishedAt(id, newest.version, newest.date));
    return {
      ...shown,
      ...(await supply.verify(registry, newest, signal)),
      ...defined({
        blocked: supply.whyBlocked(id, newest.version),
        heldUntil: until === undefined ? undefined : new Date(until).toISOString(),
      }),
    };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { ...here, failure: failureOf(error) };
  }
}

function remoteDetails(packument: Packument, newest: VersionFacts | undefined, registry: RegistryEndpoint): Details {
  const manifest = newest?.manifest ?? {};
  const atelier = record(manifest.atelier);
  const displayName = text(atelier.displayName);
  const repository = text(manifest.repository) ?? text(record(manifest.repository).url);
  return {
    id: packument.id,
    versions: [],
    keywords: (Array.isArray(manifest.keywords) ? manifest.keywords : []).map(String).slice(0, 20),
    asks: asksOf(manifest),
    requires: Object.keys(record(atelier.requires)),
    attestation: { state: 'none' },
    registry: registry.name,
    registryUrl: registry.url,
    ...(displayName !== undefined && !displayName.startsWith('%') && { displayName }),
    ...defined({
      description: text(manifest.description),
      readme: packument.readme,
      publisher: newest?.publisher,
      license: text(manifest.license),
      homepage: text(manifest.homepage),
      repository,
      latest: packument.latest,
      date: newest?.date,
      integrity: newest?.integrity,
      bytes: newest?.bytes,
      files: newest?.files,
    }),
  };
}

function localDetails(id: string, stored: StoredVersion | undefined, status: ExtensionStatus | undefined): Details {
  const found = stored?.record;
  return {
    id,
    versions: found === undefined ? [] : [{ version: found.version, ...(found.date !== undefined && { date: found.date }) }],
    keywords: [],
    asks: (found?.asks ?? (status?.asks as Rights | undefined) ?? {}) as Rights,
    requires: [...(found?.requires ?? [])],
    attestation: found === undefined ? { state: 'none' } : attestationOf(found),
    ...defined({
      readme: stored && readmeIn(join(stored.folder, packageFolder)),
      registry: found?.registryName,
      registryUrl: found?.registryUrl,
      publisher: found?.publisher,
      date: found?.date,
      integrity: found?.integrity,
      signature: found?.signature,
      bytes: found?.bytes,
      files: found?.files,
    }),
  };
}

/** These fields describe the installed version, not the newest one. */
function installedFacts({ asks, requires, attestation, integrity, bytes, files, readme, signature, blocked }: Details): Partial<Details> {
  return { asks, requires, attestation, ...defined({ integrity, bytes, files, readme, signature, blocked }) };
}

function versionsOf(packument: Packument): Details['versions'] {
  return packument.versions.slice(0, maxVersions).flatMap(version => {
    try {
      const facts = packument.facts(version);
      return facts ? [{ version, ...defined({ date: facts.date, deprecated: facts.deprecated }) }] : [];
    } catch {
      // A version with invalid metadata cannot be installed, so it is not listed.
      return [];
    }
  });
}

function readmeIn(folder: string): string | undefined {
  for (const name of ['README.md', 'readme.md', 'Readme.md']) {
    try {
      return readFileSync(join(folder, name), 'utf8').slice(0, 200_000);
    } catch {
      // Try the next spelling.
    }
  }
  return undefined;
}

function defined<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}
