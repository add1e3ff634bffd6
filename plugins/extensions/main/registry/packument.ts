import type { Rights } from '../../contract/index.ts';
import { errors } from '../errors.ts';
import { type Asked, ask, askJson } from './request.ts';
import { latestOf } from './versions.ts';

/** One version as its registry describes it. None of it is believed before the package itself says the same. */
export interface VersionFacts {
  readonly id: string;
  readonly version: string;
  readonly manifest: Readonly<Record<string, unknown>>;
  readonly tarball: string;
  /** sha512 and no other. */
  readonly integrity: string;
  readonly publisher: string | undefined;
  readonly date: string | undefined;
  readonly deprecated: string | undefined;
  /** The registry says that it has a proof of where it was built. */
  readonly attested: boolean;
  /** Where that proof is, as it is told. */
  readonly attestations: string | undefined;
  /** Those of the registry itself, as they are told. */
  readonly signatures: readonly { readonly keyId: string; readonly signature: string }[];
  readonly bytes: number | undefined;
  readonly files: number | undefined;
}

/** All that a registry says of one package. */
export interface Packument {
  readonly id: string;
  readonly latest: string | undefined;
  /** Newest first. */
  readonly versions: readonly string[];
  readonly readme: string | undefined;
  /** When a version was published, as far as the registry says. */
  dateOf(version: string): string | undefined;
  facts(version: string): VersionFacts | undefined;
}

const longestReadme = 200_000;

export async function packumentOf(registry: Asked, id: string, signal: AbortSignal): Promise<Packument> {
  const raw = await askJson(registry, `/${id.replace('/', '%2f')}`, id, signal);
  const lied = (reason: string) => errors['extensions/registry-lied']({ registry: registry.name, what: id, reason });
  if (raw.name !== id) throw lied('it describes another package');
  const versions = record(raw.versions);
  const times = record(raw.time);
  const latest = text(record(raw['dist-tags']).latest);
  const names = latestOf(Object.keys(versions));
  return {
    id,
    versions: names,
    // A tag may lead to a version that vanished.
    latest: latest !== undefined && Object.hasOwn(versions, latest) ? latest : names.find(one => !one.includes('-')),
    readme: text(raw.readme)?.slice(0, longestReadme),
    dateOf: version => text(times[version]),
    facts(version) {
      if (!Object.hasOwn(versions, version)) return undefined;
      const manifest = record(versions[version]);
      const dist = record(manifest.dist);
      const attestations = record(dist.attestations);
      const [tarball, integrity] = [text(dist.tarball), text(dist.integrity)];
      if (tarball === undefined || !URL.canParse(tarball)) throw lied(`${version} has no address`);
      if (new URL(tarball).origin !== new URL(registry.url).origin)
        throw lied(`${version} lies on another server, ${new URL(tarball).host}`);
      const sha512 = integrity?.split(/\s+/).find(one => /^sha512-[A-Za-z0-9+/]{86}==$/.test(one));
      if (sha512 === undefined) throw lied(`${version} has no sha512 checksum`);
      if (manifest.name !== id || manifest.version !== version)
        throw lied(`${version} is described as ${String(manifest.name)} ${String(manifest.version)}`);
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

const mostSignatures = 8;

function signaturesIn(value: unknown): VersionFacts['signatures'] {
  return (Array.isArray(value) ? value : []).slice(0, mostSignatures).flatMap(one => {
    const [keyId, signature] = [text(record(one).keyid), text(record(one).sig)];
    return keyId === undefined || signature === undefined ? [] : [{ keyId, signature }];
  });
}

/** The packed file, as it came; whether it is what was promised is for the caller to see. */
export function download(registry: Asked, tarball: string, what: string, bytes: number, signal: AbortSignal): Promise<Buffer> {
  return ask(registry, tarball, what, signal, { bytes, silentMs: 20_000, wholeMs: 180_000 });
}

/** What a manifest asks for, as far as it has the shape of it. */
export function asksOf(manifest: Readonly<Record<string, unknown>>): Rights {
  return record(record(manifest.atelier).rights) as Rights;
}

export function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

export function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function number(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
