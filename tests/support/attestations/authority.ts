import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { der, extension, name, sequence, time } from './der.ts';

/** The content of an attestation, and its signer. */
export interface Attested {
  /** The subject: `pkg:npm/…`. */
  readonly purl: string;
  readonly integrity: string;
  readonly issuer?: string;
  readonly repository?: string;
  readonly commit?: string;
  readonly predicateType?: string;
}

/** Signs builds as Sigstore does, with a certificate authority, a certificate transparency log and a signature log of its own. */
export interface Authority {
  /** The trust root for verifiers. */
  readonly root: string;
  attest(attested: Attested): { readonly predicateType: string; readonly bundle: Record<string, unknown> };
}

interface Party {
  readonly key: KeyObject;
  readonly spki: Buffer;
  readonly id: Buffer;
}

const at = Date.UTC(2026, 0, 5, 12);
const hour = 60 * 60 * 1000;
const ecdsaSha256 = sequence(der.oid('1.2.840.10045.4.3.2'));
const [subjectKey, authorityKey, basic, alternative, signedTimes] = [
  ...['2.5.29.14', '2.5.29.35', '2.5.29.19', '2.5.29.17'],
  '1.3.6.1.4.1.11129.2.4.2',
] as const;

export function openAuthority(): Authority {
  const [authority, certificateLog, log] = [party(), party(), party()];
  const own = [extension(basic, sequence(der.true), true), extension(subjectKey, der.octets(authority.id))];
  const rootCertificate = certified(authority, tbs(authority.spki, name('an authority'), name('an authority'), own));
  const known = (one: Party) => ({
    baseUrl: 'https://log.invalid',
    hashAlgorithm: 'SHA2_256',
    publicKey: { rawBytes: base64(one.spki), keyDetails: 'PKIX_ECDSA_P256_SHA_256', validFor: { start: '2021-01-01T00:00:00Z' } },
    logId: { keyId: base64(one.id) },
  });
  return {
    root: JSON.stringify({
      mediaType: 'application/vnd.dev.sigstore.trustedroot+json;version=0.1',
      tlogs: [known(log)],
      ctlogs: [known(certificateLog)],
      certificateAuthorities: [
        { certChain: { certificates: [{ rawBytes: base64(rootCertificate) }] }, validFor: { start: '2021-01-01T00:00:00Z' } },
      ],
      timestampAuthorities: [],
    }),
    attest({ predicateType = 'https://slsa.dev/provenance/v1', ...attested }) {
      const signer = party();
      const certificate = leaf(authority, certificateLog, signer, attested);
      const sha512 = Buffer.from(attested.integrity.replace('sha512-', ''), 'base64').toString('hex');
      const statement = { _type: 'https://in-toto.io/Statement/v1', subject: [{ name: attested.purl, digest: { sha512 } }], predicateType };
      const payload = Buffer.from(JSON.stringify({ ...statement, predicate: {} }));
      const payloadType = 'application/vnd.in-toto+json';
      const signature = sign(
        'sha256',
        Buffer.concat([Buffer.from(`DSSEv1 ${payloadType.length} ${payloadType} ${payload.length} `), payload]),
        signer.key,
      );
      return {
        predicateType,
        bundle: {
          mediaType: 'application/vnd.dev.sigstore.bundle+json;version=0.1',
          verificationMaterial: {
            x509CertificateChain: { certificates: [{ rawBytes: base64(certificate) }] },
            tlogEntries: [logged(log, payload, signature)],
            timestampVerificationData: { rfc3161Timestamps: [] },
          },
          dsseEnvelope: { payload: base64(payload), payloadType, signatures: [{ sig: base64(signature), keyid: '' }] },
        },
      };
    },
  };
}

/** A certificate for one build, with the embedded timestamp of the certificate transparency log. */
function leaf(authority: Party, certificateLog: Party, { spki }: Party, attested: Omit<Attested, 'predicateType'>): Buffer {
  const {
    issuer = 'https://token.actions.githubusercontent.com',
    repository = 'https://github.com/acme/notes',
    commit = 'c0ffee'.repeat(6),
  } = attested;
  const of = (number: number, value: string) => extension(`1.3.6.1.4.1.57264.1.${number}`, der.utf8(value));
  const extensions = [
    extension(authorityKey, sequence(der.tagged(0, authority.id))),
    extension(alternative, sequence(der.uri(`${repository}/build.yml@refs/heads/main`)), true),
    ...[of(8, issuer), of(12, repository), of(13, commit)],
  ];
  const before = tbs(spki, name('an authority'), sequence(), extensions);
  const entry = Buffer.concat([createHash('sha256').update(authority.spki).digest(), uint(before.length, 3), before]);
  const stamp = uint(at, 8);
  const signed = sign('sha256', Buffer.concat([Buffer.from([0, 0]), stamp, uint(1, 2), entry, uint(0, 2)]), certificateLog.key);
  const timestamp = Buffer.concat([
    Buffer.from([0]),
    certificateLog.id,
    stamp,
    uint(0, 2),
    Buffer.from([4, 3]),
    uint(signed.length, 2),
    signed,
  ]);
  const list = Buffer.concat([uint(timestamp.length + 2, 2), uint(timestamp.length, 2), timestamp]);
  return certified(authority, tbs(spki, name('an authority'), sequence(), [...extensions, extension(signedTimes, der.octets(list))]));
}

/** An entry of the signature log, with its signed inclusion promise. */
function logged({ key, id }: Party, payload: Buffer, signature: Buffer) {
  const value = createHash('sha256').update(payload).digest('hex');
  const spec = { payloadHash: { algorithm: 'sha256', value }, signatures: [{ signature: base64(signature), verifier: '' }] };
  const body = base64(Buffer.from(JSON.stringify({ apiVersion: '0.0.1', kind: 'dsse', spec })));
  const promised = JSON.stringify({ body, integratedTime: at / 1000, logID: id.toString('hex'), logIndex: 7 });
  return {
    logIndex: '7',
    logId: { keyId: base64(id) },
    kindVersion: { kind: 'dsse', version: '0.0.1' },
    integratedTime: String(at / 1000),
    inclusionPromise: { signedEntryTimestamp: base64(sign('sha256', Buffer.from(promised), key)) },
    canonicalizedBody: body,
  };
}

function tbs(spki: Buffer, issuer: Buffer, subject: Buffer, extensions: readonly Buffer[]): Buffer {
  const validity = sequence(time(at - hour), time(at + hour));
  return sequence(
    der.tagged(0, der.int(2), true),
    der.int(1),
    ecdsaSha256,
    issuer,
    validity,
    subject,
    spki,
    der.tagged(3, sequence(...extensions), true),
  );
}

function certified({ key }: Party, toSign: Buffer): Buffer {
  return sequence(toSign, ecdsaSha256, der.bits(sign('sha256', toSign, key)));
}

function party(): Party {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const spki = publicKey.export({ format: 'der', type: 'spki' });
  return { key: privateKey, spki, id: createHash('sha256').update(spki).digest() };
}

function uint(value: number, bytes: number): Buffer {
  const all = Buffer.alloc(8);
  all.writeBigUInt64BE(BigInt(value));
  return all.subarray(8 - bytes);
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64');
}
