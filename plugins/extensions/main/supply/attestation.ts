import { type AppError, isAppError } from '@atelier/kernel';
import type { Attestation } from '../../contract/index.ts';
import { errors } from '../errors.ts';
import { record, text, type VersionFacts } from '../registry/packument.ts';
import { type RegistryEndpoint, requestJson } from '../registry/request.ts';
import { openSigstore, type Sigstore } from './sigstore.ts';

/** Verifies build attestations. */
export interface Attestations {
  of(registry: RegistryEndpoint, facts: VersionFacts, signal: AbortSignal): Promise<Attestation>;
}

export function openAttestations(node: string): Attestations {
  let sigstore: Sigstore | undefined;
  return {
    async of(registry, facts, signal) {
      if (!facts.attested) return { state: 'none' };
      const attestations = await fetchAttestations(registry, facts, signal);
      // Loaded on first use.
      sigstore ??= openSigstore(node);
      return attestationIn(attestations, facts, sigstore);
    },
  };
}

/** Fetches the attestations of a version; undefined if the registry has none. */
async function fetchAttestations(
  registry: RegistryEndpoint,
  { id, version, attestations }: VersionFacts,
  signal: AbortSignal,
): Promise<unknown> {
  if (attestations === undefined || !URL.canParse(attestations, registry.url)) return undefined;
  // Like npm: the request goes to the registry itself, whatever host the URL names.
  const { pathname, search } = new URL(attestations, registry.url);
  try {
    return (await requestJson(registry, new URL(registry.url).origin + pathname + search, `${id} ${version}`, signal)).attestations;
  } catch (error) {
    if (isAppError(error) && error.code === 'extensions/not-found') return undefined;
    throw error;
  }
}

const maxAttestations = 16;
const provenanceType = 'https://slsa.dev/provenance/';
/** The OIDC issuers of the build services whose attestations npm accepts. */
const issuers = ['https://token.actions.githubusercontent.com', 'https://gitlab.com'];

/**
 * Verifies the attestations of a version. Each must be about this archive. A provenance attestation must be signed with a
 * certificate for a build on a known service, and be in a public log. Repository and commit are read from the certificate, never
 * from the build's own statement.
 */
export function attestationIn(
  attestations: unknown,
  facts: Pick<VersionFacts, 'id' | 'version' | 'integrity'>,
  sigstore: Sigstore,
): Attestation {
  if (!Array.isArray(attestations) || attestations.length === 0) return { state: 'claimed', why: 'not-given' };
  if (attestations.length > maxAttestations) return { state: 'claimed', why: 'unknown-form' };
  const found = attestations.map(one => verifyOne(record(record(one).bundle), facts, sigstore));
  const worst = found.find(({ state }) => state === 'wrong') ?? found.find(({ state }) => state === 'claimed');
  return worst ?? found.find(({ state }) => state === 'verified') ?? { state: 'claimed', why: 'no-build' };
}

/** Verifies one attestation; `none` if it is not about a build. */
function verifyOne(
  bundle: Readonly<Record<string, unknown>>,
  facts: Pick<VersionFacts, 'id' | 'version' | 'integrity'>,
  sigstore: Sigstore,
): Attestation {
  const statement = statementIn(bundle);
  if (statement === undefined) return { state: 'claimed', why: 'unknown-form' };
  const [subject, ...more] = Array.isArray(statement.subject) ? statement.subject.map(record) : [];
  if (subject?.name !== `pkg:npm/${facts.id.replace(/^@/, '%40')}@${facts.version}` || more.length > 0) {
    return { state: 'wrong', why: 'other-package' };
  }
  const digest = Buffer.from(facts.integrity.replace(/^sha512-/, ''), 'base64').toString('hex');
  if (record(subject.digest).sha512 !== digest) return { state: 'wrong', why: 'other-archive' };
  if (!text(statement.predicateType)?.startsWith(provenanceType)) return { state: 'none' };
  const signed = sigstore.verify(bundle);
  if ('state' in signed) return signed;
  const { issuer, repository, commit } = signed;
  if (issuer === undefined || !issuers.includes(issuer) || repository === undefined || commit === undefined) {
    return { state: 'wrong', why: 'issuer' };
  }
  return { state: 'verified', repository, commit };
}

function statementIn(bundle: Readonly<Record<string, unknown>>): Record<string, unknown> | undefined {
  try {
    return record(JSON.parse(Buffer.from(text(record(bundle.dsseEnvelope).payload) ?? '', 'base64').toString('utf8')));
  } catch {
    return undefined;
  }
}

const reasons = {
  'other-package': { en: 'it names another package or version', fr: 'elle nomme un autre paquet ou une autre version' },
  'other-archive': {
    en: 'it is about another archive, with another checksum',
    fr: 'elle concerne une autre archive, dont l’empreinte diffère',
  },
  issuer: {
    en: 'it is not signed for a build of a service that is known for building',
    fr: 'elle n’est pas signée pour une construction d’un service connu pour cela',
  },
  signature: { en: 'its signature does not hold', fr: 'sa signature ne tient pas' },
} as const;

/** The error for a version with a wrong attestation. */
export function attestationError(what: { id: string; version: string; registry: string }, { why }: Attestation): AppError {
  return errors['extensions/attestation']({ ...what, reason: reasons[why as keyof typeof reasons] ?? reasons.signature });
}
