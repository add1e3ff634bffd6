import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Published } from '../tiny-registry.ts';

const integrity = 'sha512-KCwMX6k20mQyFkNYG2XT3lwK9u1P36wS9YURFd85zCXPrwrSLZCEh7/vMBFNYcJXRiBtGDS+T4/RZZF493zABA==';
const path = '/-/npm/v1/attestations/sigstore@0.4.0';

/** A real package that was built on GitHub, with its attestation from npm's registry. */
export const builtElsewhere = {
  integrity,
  path,
  page: readFileSync(join(import.meta.dirname, 'sigstore-0.4.0.json'), 'utf8'),
  attestation: {
    state: 'verified',
    repository: 'https://github.com/sigstore/sigstore-js',
    commit: '8a2ee2fd20dda58ffa4a8d808a65cb1e04711c03',
  },
  /** Its registry metadata, for a different archive. */
  published: {
    manifest: { name: 'sigstore', version: '0.4.0', keywords: ['atelier-extension'], description: 'Signs and verifies' },
    lies: { integrity, attestations: { url: `https://elsewhere.invalid${path}` } },
  } satisfies Published,
} as const;
