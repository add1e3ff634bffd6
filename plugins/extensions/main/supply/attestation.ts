import { type AppError, isAppError } from '@atelier/kernel';
import type { Attestation } from '../../contract/index.ts';
import { errors } from '../errors.ts';
import { record, text, type VersionFacts } from '../registry/packument.ts';
import { type Asked, askJson } from '../registry/request.ts';
import { openSigstore, type Sigstore } from './sigstore.ts';

/** Finds out where versions were built. */
export interface Attestations {
  of(registry: Asked, facts: VersionFacts, signal: AbortSignal): Promise<Attestation>;
}

export function openAttestations(node: string): Attestations {
  let sigstore: Sigstore | undefined;
  return {
    async of(registry, facts, signal) {
      if (!facts.attested) return { state: 'none' };
      const given = await handedOut(registry, facts, signal);
      // Loaded only for whom it is needed.
      sigstore ??= openSigstore(node);
      return attestationIn(given, facts, sigstore);
    },
  };
}

/** What a registry hands out as the attestations of a version; undefined where it hands out none. */
async function handedOut(registry: Asked, { id, version, attestations }: VersionFacts, signal: AbortSignal): Promise<unknown> {
  if (attestations === undefined || !URL.canParse(attestations, registry.url)) return undefined;
  // As npm does it: whatever server is named, it is the registry itself that is asked.
  const { pathname, search } = new URL(attestations, registry.url);
  try {
    return (await askJson(registry, new URL(registry.url).origin + pathname + search, `${id} ${version}`, signal)).attestations;
  } catch (error) {
    if (isAppError(error) && error.code === 'extensions/not-found') return undefined;
    throw error;
  }
}

const mostGiven = 16;
const provenance = 'https://slsa.dev/provenance/';
/** Who vouches for whose build ran: the build services that npm takes attestations of. */
const issuers = ['https://token.actions.githubusercontent.com', 'https://gitlab.com'];

/**
 * Whether a version was built where it says. Every attestation must be about this very archive; of those about its build each must
 * be signed with a certificate for a build of a known service, and be in a public log. Where it was built is read from that
 * certificate, never from what the build said of itself.
 */
export function attestationIn(given: unknown, facts: Pick<VersionFacts, 'id' | 'version' | 'integrity'>, sigstore: Sigstore): Attestation {
  if (!Array.isArray(given) || given.length === 0) return { state: 'claimed', why: 'not-given' };
  if (given.length > mostGiven) return { state: 'claimed', why: 'unknown-form' };
  const found = given.map(one => verified(record(record(one).bundle), facts, sigstore));
  const worst = found.find(({ state }) => state === 'wrong') ?? found.find(({ state }) => state === 'claimed');
  return worst ?? found.find(({ state }) => state === 'verified') ?? { state: 'claimed', why: 'no-build' };
}

/** One of them; `none` where it is about something else than a build. */
function verified(
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
  if (!text(statement.predicateType)?.startsWith(provenance)) return { state: 'none' };
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

const wrongs = {
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

/** Why a version whose attestation is wrong is not installed. */
export function wrongAttestation(what: { id: string; version: string; registry: string }, { why }: Attestation): AppError {
  return errors['extensions/attestation']({ ...what, reason: wrongs[why as keyof typeof wrongs] ?? wrongs.signature });
}
