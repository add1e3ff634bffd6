import { generateKeyPairSync, randomUUIDv7 } from 'node:crypto';
import type { JWK } from 'oidc-provider';
import type { Sealer } from '../../store/seal.ts';
import type { Store } from '../../store/store.ts';

/** The keys that sign tokens, made once for a database and sealed in it. The first is the one that signs. */
export async function signingKeys(store: Store, sealer: Sealer, now: number): Promise<readonly JWK[]> {
  const rows = await store.selectFrom('signing_keys').selectAll().where('state', '!=', 'retired').orderBy('created_at', 'desc').execute();
  if (rows.length > 0) return rows.map(({ kid, sealed }) => JSON.parse(sealer.open(sealed, `signing_keys/${kid}`)) as JWK);
  const kid = randomUUIDv7();
  const { privateKey } = generateKeyPairSync('ed25519');
  const jwk = { ...privateKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'EdDSA' } as unknown as JWK;
  const sealed = sealer.seal(JSON.stringify(jwk), `signing_keys/${kid}`);
  await store.insertInto('signing_keys').values({ kid, alg: 'EdDSA', sealed, state: 'active', created_at: now }).execute();
  return [jwk];
}
