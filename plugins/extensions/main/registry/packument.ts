import { visibleText } from '@atelier/kernel';
import type { Rights } from '../../contract/index.ts';
import { errors } from '../errors.ts';
import { type RegistryEndpoint, request, requestJson } from './request.ts';
import { latestOf } from './versions.ts';

/** A registry's metadata of one version. Not trusted until the package itself confirms it. */
export interface VersionFacts {
  readonly id: string;
  readonly version: string;
  readonly manifest: Readonly<Record<string, unknown>>;
  readonly tarball: string;
  /** Always sha512. */
  readonly integrity: string;
  readonly publisher: string | undefined;
  readonly date: string | undefined;
  readonly deprecated: string | undefined;
  /** The registry claims to have an attestation of the build. */
  readonly attested: boolean;
  /** The URL of the attestations, as the registry states it. */
  readonly attestations: string | undefined;
  /** The registry's signatures, not verified. */
  readonly signatures: readonly { readonly keyId: string; readonly signature: string }[];
  readonly bytes: number | undefined;
  readonly files: number | undefined;
}

/** A registry's metadata of one package. */
export interface Packument {
  readonly id: string;
  readonly latest: string | undefined;
  /** Newest first. */
  readonly versions: readonly string[];
  readonly readme: string | undefined;
  /** When a version was published, if the registry states it. */
  dateOf(version: string): string | undefined;
  facts(version: string): VersionFacts | undefined;
}

const maxReadmeLength = 200_000;

export async function packumentOf(registry: RegistryEndpoint, id: string, signal: AbortSignal): Promise<Packument> {
  const raw = await requestJson(registry, `/${id.replace('/', '%2f')}`, id, signal);
  const invalid = (reason: string) => errors['extensions/registry-lied']({ registry: registry.name, what: id, reason });
  if (raw.name !== id) throw invalid('it describes another package');
  const versions = record(raw.versions);
  const times = record(raw.time);
  const latest = text(record(raw['dist-tags']).latest);
  const names = latestOf(Object.keys(versions));
  return {
    id,
    versions: names,
    // The tag may name a version that was unpublished.
    latest: latest !== undefined && Object.hasOwn(versions, latest) ? latest : names.find(one => !one.includes('-')),
    // Shown as Markdown, which makes it visible itself.
    readme: typeof raw.readme === 'string' && raw.readme !== '' ? raw.readme.slice(0, maxReadmeLength) : undefined,
    dateOf: version => text(times[version]),
    facts(version) {
      if (!Object.hasOwn(versions, version)) return undefined;
      const manifest = record(versions[version]);
      const dist = record(manifest.dist);
      const attestations = record(dist.attestations);
      const [tarball, integrity] = [text(dist.tarball), text(dist.integrity)];
      if (tarball === undefined || !URL.canParse(tarball)) throw invalid(`${version} has no address`);
      if (new URL(tarball).origin !== new URL(registry.url).origin)
        throw invalid(`${version} lies on another server, ${new URL(tarball).host}`);
      const sha512 = integrity?.split(/\s+/).find(one => /^sha512-[A-Za-z0-9+/]{86}==$/.test(one));
      if (sha512 === undefined) throw invalid(`${version} has no sha512 checksum`);
      if (manifest.name !== id || manifest.version !== version)
        throw invalid(`${version} is described as ${String(manifest.name)} ${String(manifest.version)}`);
      return {
        id,
        version,
        manifest,
        tarball,
        integrity: sha512,
        publisher: text(record(manifest._npmUser).name),
        date: text(times[version]),
        deprecated: text(manifest.deprecated),
        attested: Object.keys(attestations).length > 0,
        attestations: text(attestations.url),
        signatures: signaturesIn(dist.signatures),
        bytes: number(dist.unpackedSize),
        files: number(dist.fileCount),
      };
    },
  };
}

const maxSignatures = 8;

function signaturesIn(value: unknown): VersionFacts['signatures'] {
  return (Array.isArray(value) ? value : []).slice(0, maxSignatures).flatMap(one => {
    const [keyId, signature] = [text(record(one).keyid), text(record(one).sig)];
    return keyId === undefined || signature === undefined ? [] : [{ keyId, signature }];
  });
}

/** Downloads a tarball. The caller verifies its checksum. */
export function download(registry: RegistryEndpoint, tarball: string, what: string, bytes: number, signal: AbortSignal): Promise<Buffer> {
  return request(registry, tarball, what, signal, { bytes, idleMs: 20_000, totalMs: 180_000 });
}

/** The rights that a manifest asks for, not validated. */
export function asksOf(manifest: Readonly<Record<string, unknown>>): Rights {
  return record(record(manifest.atelier).rights) as Rights;
}

export function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

/** A text of a registry or a package, with what is invisible in it made visible. */
export function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? visibleText(value, 'name') : undefined;
}

function number(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
