import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../../protocol/problems.ts';
import type { Store } from '../../store/store.ts';
import { type Right, rightsAsked, roleIn } from './membership.ts';

const day = 24 * 3_600_000;

/** What makes a second try the same as the first. */
export const keyHeader = {
  type: 'object',
  properties: { 'idempotency-key': { type: 'string', pattern: '^[\\x21-\\x7e]{8,200}$' } },
};

interface Once {
  readonly store: Store;
  readonly request: FastifyRequest;
  readonly userId: string;
  readonly now: number;
  readonly status: number;
}

/**
 * Does something once for each key that a client gives it; a second try of the same is answered as the first was, to who may still do it,
 * and as long as what it tells of is as it was.
 */
export async function once({ store, request, userId, now, status }: Once, work: () => Promise<unknown>): Promise<unknown> {
  const { 'idempotency-key': key } = request.headers;
  if (typeof key !== 'string') return work();
  const hash = createHash('sha256')
    .update(JSON.stringify([request.method, request.url, request.body]))
    .digest('base64url');
  await store.deleteFrom('idempotency').where('expires_at', '<=', now).execute();
  const before = await store.selectFrom('idempotency').selectAll().where('user_id', '=', userId).where('key', '=', key).executeTakeFirst();
  if (before !== undefined) {
    if (before.hash !== hash) throw new Problem('conflict');
    for (const { org, allowed } of JSON.parse(before.rights) as readonly Right[]) await roleIn(store, userId, org, allowed);
    if (before.response === '') throw new Problem('conflict');
    return JSON.parse(before.response);
  }
  const asked = rightsAsked(store, userId);
  const done = (await work()) ?? null;
  const needed = new Map(asked().map(right => [JSON.stringify(right), right]));
  // What was ended with it is nothing to have a right to any more.
  const rights: Right[] = [];
  for (const right of needed.values()) if (await isStill(store, userId, right)) rights.push(right);
  const { id: target = null } = { ...(request.params as { id?: string }), ...(done as { id?: string } | null) };
  await store
    .insertInto('idempotency')
    .values({
      ...{ key, user_id: userId, hash, status, response: JSON.stringify(done), expires_at: now + day },
      ...{ org_id: rights[0]?.org ?? null, target, rights: JSON.stringify(rights) },
    })
    .execute();
  return done;
}

async function isStill(store: Store, userId: string, { org, allowed }: Right): Promise<boolean> {
  return await roleIn(store, userId, org, allowed).then(
    () => true,
    () => false,
  );
}
