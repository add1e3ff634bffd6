import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Attestation } from '../../contract/index.ts';
import { npmFolder, npmTufTargets } from '../npm.ts';

/** The signer's identity from the certificate. */
export interface Signer {
  readonly issuer: string | undefined;
  readonly repository: string | undefined;
  readonly commit: string | undefined;
}

/** Verifies Sigstore bundles offline. */
export interface Sigstore {
  verify(bundle: Readonly<Record<string, unknown>>): Signer | Attestation;
}

interface Log {
  readonly logID: Buffer;
}

interface Bundle {
  readonly verificationMaterial: { readonly tlogEntries: readonly { readonly logId: { readonly keyId: Buffer } }[] };
}

interface Identity {
  readonly extensions?: { readonly issuer?: string };
  readonly oids?: readonly { readonly oid: { readonly id: readonly number[] }; readonly value: Buffer }[];
}

/** The used parts of npm's own packages. */
interface Packages {
  readonly bundleFromJSON: (value: unknown) => Bundle;
  readonly TrustedRoot: { fromJSON(value: unknown): unknown };
  readonly toTrustMaterial: (root: unknown, keys: object) => { readonly tlogs: readonly Log[] };
  readonly toSignedEntity: (bundle: Bundle) => unknown;
  readonly Verifier: new (trust: unknown) => { verify(entity: unknown): { readonly identity?: Identity } };
}

/** Loads Sigstore from the npm that comes with the app, with the trusted root that this npm ships. */
export function openSigstore(node: string, root = npmTufTargets(node).get('trusted_root.json') ?? '{}'): Sigstore {
  const { bundleFromJSON, toSignedEntity, toTrustMaterial, TrustedRoot, Verifier } = packagesOf(node);
  const trust = toTrustMaterial(TrustedRoot.fromJSON(JSON.parse(root)), {});
  const verifier = new Verifier(trust);
  return {
    verify(json) {
      let bundle: Bundle;
      try {
        bundle = bundleFromJSON(json);
      } catch {
        return { state: 'claimed', why: 'unknown-form' };
      }
      const logs = bundle.verificationMaterial.tlogEntries.map(({ logId }) => logId.keyId);
      // A bundle without a log entry counts as unsigned.
      if (logs.length === 0) return { state: 'wrong', why: 'signature' };
      // Sigstore starts new logs from time to time, which an older npm does not know.
      if (!logs.every(log => trust.tlogs.some(({ logID }) => logID.equals(log)))) return { state: 'claimed', why: 'unknown-log' };
      try {
        return signerOf(verifier.verify(toSignedEntity(bundle)).identity ?? {});
      } catch (error) {
        return refusalFor(error);
      }
    },
  };
}

function packagesOf(node: string): Packages {
  const npmRequire = createRequire(join(npmFolder(node), 'package.json'));
  return { ...npmRequire('@sigstore/bundle'), ...npmRequire('@sigstore/protobuf-specs'), ...npmRequire('@sigstore/verify') } as Packages;
}

function refusalFor(error: unknown): Attestation {
  const { code, message } = error as { code?: string; message?: string };
  // Timestamp authorities and certificate logs are also replaced, so an unknown one proves nothing.
  if (code === 'TIMESTAMP_ERROR' || message === 'SCT verification failed') return { state: 'claimed', why: 'unknown-log' };
  return { state: 'wrong', why: code === 'CERTIFICATE_ERROR' || code === 'PUBLIC_KEY_ERROR' ? 'issuer' : 'signature' };
}

// https://github.com/sigstore/fulcio/blob/main/docs/oid-info.md
const fulcio = '1.3.6.1.4.1.57264.1.';

function signerOf({ extensions, oids = [] }: Identity): Signer {
  const fieldOf = (name: number) => oids.find(({ oid }) => oid.id.join('.') === `${fulcio}${name}`)?.value;
  const legacyRepository = fieldOf(5)?.toString('utf8');
  return {
    issuer: extensions?.issuer,
    repository: utf8In(fieldOf(12)) ?? (legacyRepository && `https://github.com/${legacyRepository}`),
    commit: utf8In(fieldOf(13)) ?? fieldOf(3)?.toString('utf8'),
  };
}

/** The newer fields are DER UTF8Strings, whose length takes one or two bytes here. */
function utf8In(value: Buffer | undefined): string | undefined {
  if (value?.[0] !== 0x0c) return undefined;
  const start = (value[1] ?? 0) < 0x80 ? 2 : 3;
  return value.toString('utf8', start);
}
