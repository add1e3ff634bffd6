import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { calculateJwkThumbprint, createLocalJWKSet, decodeJwt, EmbeddedJWK, type JWK, jwtVerify } from 'jose';
import { Problem } from '../protocol/problems.ts';
import type { User } from '../store/schema.ts';
import { type Cloud, resourceOf } from './cloud.ts';

/** The user whose access token comes with a request; refuses it if it has none that counts. */
export type Access = (request: Asking) => Promise<User>;

/** What of a request says who asks. */
export type Asking = Pick<FastifyRequest, 'headers' | 'method' | 'url'>;

/** The claim with the millisecond in which a token was given: `iat` has the second only, in which its person may sign out too. */
export const issuedClaim = 'issued_ms';

/** When the token of a request that was let in was given. */
export const issuedAt = (authorization: string): number => Number(decodeJwt(authorization.split(' ')[1] ?? '')[issuedClaim]);

/** How far a proof may be from now, in seconds: a clock that is a little off, and the way here. */
const proofLife = 60;
/** From the first moment at which a proof of a fast clock counts to the last: a clock that is ahead, its life, a clock that is behind. */
const proofSpan = 3 * proofLife + 1;

/** Access tokens are bound to a key: each request proves that its sender has it, with a proof of its own that counts once. */
export function createAccess(cloud: Cloud, keys: readonly object[]): Access {
  const { publicUrl, store, now } = cloud;
  const verifying = createLocalJWKSet({ keys: keys.map(key => ({ ...(key as JWK), d: undefined }) as JWK) });
  const seen = new Map<string, number>();

  const takeOnce = (jti: string) => {
    for (const [old, end] of seen) {
      if (end > now()) break;
      seen.delete(old);
    }
    if (seen.has(jti)) throw new Problem('invalid_token');
    seen.set(jti, now() + proofSpan * 1000);
  };

  const checkProof = async (request: Asking, token: string, thumbprint: unknown) => {
    const proof = request.headers.dpop;
    if (typeof proof !== 'string') throw new Problem('invalid_token');
    const options = { typ: 'dpop+jwt', algorithms: ['ES256', 'EdDSA', 'Ed25519'], maxTokenAge: proofLife, clockTolerance: proofLife };
    // The key is the sender's too, and what is no key fails in more ways than those of jose.
    const verified = await jwtVerify(proof, EmbeddedJWK, { ...options, currentDate: new Date(now()) }).catch(() => undefined);
    if (verified === undefined) throw new Problem('invalid_token');
    const { payload, protectedHeader } = verified;
    const path = request.url.split('?', 1)[0] ?? '';
    const isOfThis =
      payload.htm === request.method &&
      payload.htu === `${publicUrl}${path}` &&
      payload.ath === createHash('sha256').update(token).digest('base64url') &&
      typeof payload.jti === 'string' &&
      (await calculateJwkThumbprint(protectedHeader.jwk as JWK)) === thumbprint;
    if (!isOfThis) throw new Problem('invalid_token');
    takeOnce(`${String(thumbprint)} ${String(payload.jti)}`);
  };

  return async request => {
    const [scheme, token = ''] = (request.headers.authorization ?? '').split(' ');
    if (scheme?.toLowerCase() !== 'dpop') throw new Problem('invalid_token');
    try {
      const options = { issuer: publicUrl, audience: resourceOf(publicUrl), algorithms: ['EdDSA'], typ: 'at+jwt' };
      const { payload } = await jwtVerify(token, verifying, { ...options, currentDate: new Date(now()) });
      await checkProof(request, token, (payload.cnf as { jkt?: string } | undefined)?.jkt);
      const user = await store
        .selectFrom('users')
        .selectAll()
        .where('id', '=', payload.sub ?? '')
        .executeTakeFirst();
      // Without the claim it is no number, and counts no more.
      if (user === undefined || !(Number(payload[issuedClaim]) > user.sessions_valid_after)) throw new Problem('invalid_token');
      return user;
    } catch (error) {
      if (error instanceof Problem) throw error;
      // Of jose: what exactly is wrong with a token helps only whoever forges one.
      if (error instanceof Error && String((error as NodeJS.ErrnoException).code).startsWith('ERR_J')) throw new Problem('invalid_token');
      throw error;
    }
  };
}
