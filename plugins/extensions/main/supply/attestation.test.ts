import { expect, test } from 'vitest';
import { type Attested, openAuthority } from '../../../../tests/support/attestations/authority.ts';
import { builtElsewhere } from '../../../../tests/support/attestations/built-elsewhere.ts';
import { attestationIn } from './attestation.ts';
import { openSigstore } from './sigstore.ts';

const real = () => JSON.parse(builtElsewhere.page).attestations as Given[];
const facts = { id: 'sigstore', version: '0.4.0', integrity: builtElsewhere.integrity as string };

// biome-ignore lint/suspicious/noExplicitAny: the test modifies arbitrary fields.
type Given = any;

const changed = (change: (bundle: Given) => void): Given[] => {
  const [one] = real();
  change(one.bundle);
  return [one];
};

test('N5: what npm’s registry gives for a real package is verified without a network, and nothing else than that', () => {
  const sigstore = openSigstore(process.execPath);
  const of = (given: unknown, about = facts) => attestationIn(given, about, sigstore);
  const unknown = openAuthority().attest({ purl: 'pkg:npm/sigstore@0.4.0', integrity: facts.integrity });
  expect({
    'as it is': of(real()),
    'of another version': of(real(), { ...facts, version: '0.4.1' }),
    'of another package': of(real(), { ...facts, id: '@acme/sigstore' }),
    'of another archive': of(real(), { ...facts, integrity: `sha512-${'A'.repeat(86)}==` }),
    'with another signature': of(changed(({ dsseEnvelope }) => Object.assign(dsseEnvelope.signatures[0], { sig: 'AAAA' }))),
    'with other words about the build': of(
      changed(({ dsseEnvelope }) => {
        const text = Buffer.from(dsseEnvelope.payload, 'base64').toString('utf8');
        dsseEnvelope.payload = Buffer.from(text.replaceAll('8a2ee2fd', '8a2ee2fe')).toString('base64');
      }),
    ),
    'with another time in the log': of(
      changed(({ verificationMaterial: { tlogEntries } }) => Object.assign(tlogEntries[0], { integratedTime: '1673458313' })),
    ),
    'never logged': of(changed(({ verificationMaterial }) => Object.assign(verificationMaterial, { tlogEntries: [] }))),
    'in a log that nobody knows': of(
      changed(({ verificationMaterial: { tlogEntries } }) => Object.assign(tlogEntries[0].logId, { keyId: 'AAAA' })),
    ),
    'in a form of the future': of([{ bundle: { mediaType: 'application/x', dsseEnvelope: real()[0].bundle.dsseEnvelope } }]),
    'no bundle': of(['x']),
    nothing: of([]),
    'not even that': of(undefined),
    'more than anybody reads': of(Array.from({ length: 17 }, () => real()[0])),
    'beside one of an unknown authority': of([...real(), unknown]).state,
  }).toEqual({
    'as it is': builtElsewhere.attestation,
    'of another version': { state: 'wrong', why: 'other-package' },
    'of another package': { state: 'wrong', why: 'other-package' },
    'of another archive': { state: 'wrong', why: 'other-archive' },
    'with another signature': { state: 'wrong', why: 'signature' },
    'with other words about the build': { state: 'wrong', why: 'signature' },
    'with another time in the log': { state: 'wrong', why: 'signature' },
    'never logged': { state: 'wrong', why: 'signature' },
    'in a log that nobody knows': { state: 'claimed', why: 'unknown-log' },
    'in a form of the future': { state: 'claimed', why: 'unknown-form' },
    'no bundle': { state: 'claimed', why: 'unknown-form' },
    nothing: { state: 'claimed', why: 'not-given' },
    'not even that': { state: 'claimed', why: 'not-given' },
    'more than anybody reads': { state: 'claimed', why: 'unknown-form' },
    'beside one of an unknown authority': 'claimed',
  });
});

test('N5: only a certificate of a known authority, for a build of a known service, says where a version was built', () => {
  const [known, other] = [openAuthority(), openAuthority()];
  const sigstore = openSigstore(process.execPath, known.root);
  const { integrity } = facts;
  const purl = 'pkg:npm/%40acme/notes@1.0.0';
  const of = (...given: unknown[]) => attestationIn(given, { id: '@acme/notes', version: '1.0.0', integrity }, sigstore);
  const attest = (more: Partial<Attested> = {}) => known.attest({ purl, integrity, ...more });
  // Log entry and statement are valid, but the certificate is from another authority.
  const mixed = () => {
    const one = attest() as Given;
    const { bundle } = other.attest({ purl, integrity }) as Given;
    one.bundle.verificationMaterial.x509CertificateChain = bundle.verificationMaterial.x509CertificateChain;
    return one;
  };
  const verified = { state: 'verified', repository: 'https://github.com/acme/notes', commit: 'c0ffee'.repeat(6) };
  expect({
    'a build': of(attest()),
    'a build, and the word of its registry': of(attest({ predicateType: 'https://github.com/npm/attestation/publish' }), attest()),
    'on GitLab': of(attest({ issuer: 'https://gitlab.com', repository: 'https://gitlab.com/acme/notes' })).repository,
    'no word of a build': of(attest({ predicateType: 'https://example.com/review' })),
    'by a person who signed in': of(attest({ issuer: 'https://accounts.google.com' })),
    'by a service that is none': of(attest({ issuer: 'https://token.actions.githubusercontent.com.evil.example' })),
    'with a certificate of somebody else': of(mixed()),
    'of something else, beside a build': of(attest(), attest({ purl: 'pkg:npm/%40acme/notes@1.0.1' })),
  }).toEqual({
    'a build': verified,
    'a build, and the word of its registry': verified,
    'on GitLab': 'https://gitlab.com/acme/notes',
    'no word of a build': { state: 'claimed', why: 'no-build' },
    'by a person who signed in': { state: 'wrong', why: 'issuer' },
    'by a service that is none': { state: 'wrong', why: 'issuer' },
    'with a certificate of somebody else': { state: 'wrong', why: 'issuer' },
    'of something else, beside a build': { state: 'wrong', why: 'other-package' },
  });
});
