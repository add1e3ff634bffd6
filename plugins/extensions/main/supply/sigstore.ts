import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Attestation } from '../../contract/index.ts';
import { npmFolder, seedsOfNpm } from '../npm.ts';

/** Who signed, as the certificate says it. */
export interface Signer {
  readonly issuer: string | undefined;
  readonly repository: string | undefined;
  readonly commit: string | undefined;
}

/** Checks what was signed by way of Sigstore, without a network. */
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

/** As much of npm's own packages as is used of them. */
interface Packages {
  readonly bundleFromJSON: (value: unknown) => Bundle;
  readonly TrustedRoot: { fromJSON(value: unknown): unknown };
  readonly toTrustMaterial: (root: unknown, keys: object) => { readonly tlogs: readonly Log[] };
  readonly toSignedEntity: (bundle: Bundle) => unknown;
  readonly Verifier: new (trust: unknown) => { verify(entity: unknown): { readonly identity?: Identity } };
}

/** Sigstore as the npm that comes with the app has it, with the roots and logs that this npm knows. */
export function openSigstore(node: string, root = seedsOfNpm(node).get('trusted_root.json') ?? '{}'): Sigstore {
  const { bundleFromJSON, toSignedEntity, toTrustMaterial, TrustedRoot, Verifier } = packagesOf(node);
  const trust = toTrustMaterial(TrustedRoot.fromJSON(JSON.parse(root)), {});
  const verifier = new Verifier(trust);
  return {
    verify(given) {
      let bundle: Bundle;
      try {
        bundle = bundleFromJSON(given);
      } catch {
        return { state: 'claimed', why: 'unknown-form' };
      }
      const logs = bundle.verificationMaterial.tlogEntries.map(({ logId }) => logId.keyId);
      // What was never made public is worth no more than what was never signed.
      if (logs.length === 0) return { state: 'wrong', why: 'signature' };
      // Sigstore begins a new log now and then, which an older npm has not heard of.
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
  const own = createRequire(join(npmFolder(node), 'package.json'));
  return { ...own('@sigstore/bundle'), ...own('@sigstore/protobuf-specs'), ...own('@sigstore/verify') } as Packages;
}

function refusalFor(error: unknown): Attestation {
  const { code, message } = error as { code?: string; message?: string };
  // Clocks and certificate logs change hands as logs do; that one is not known is all that can be said.
  if (code === 'TIMESTAMP_ERROR' || message === 'SCT verification failed') return { state: 'claimed', why: 'unknown-log' };
  return { state: 'wrong', why: code === 'CERTIFICATE_ERROR' || code === 'PUBLIC_KEY_ERROR' ? 'issuer' : 'signature' };
}

// https://github.com/sigstore/fulcio/blob/main/docs/oid-info.md
const fulcio = '1.3.6.1.4.1.57264.1.';

function signerOf({ extensions, oids = [] }: Identity): Signer {
  const fieldOf = (name: number) => oids.find(({ oid }) => oid.id.join('.') === `${fulcio}${name}`)?.value;
  const older = fieldOf(5)?.toString('utf8');
  return {
    issuer: extensions?.issuer,
    repository: utf8In(fieldOf(12)) ?? (older && `https://github.com/${older}`),
    commit: utf8In(fieldOf(13)) ?? fieldOf(3)?.toString('utf8'),
  };
}

/** The newer fields are a UTF8String of DER; none of them is so long that its length would need more than one byte of its own. */
function utf8In(value: Buffer | undefined): string | undefined {
  if (value?.[0] !== 0x0c) return undefined;
  const start = (value[1] ?? 0) < 0x80 ? 2 : 3;
  return value.toString('utf8', start);
}
