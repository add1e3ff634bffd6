import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../../protocol/problems.ts';
import { answers, type Schema, strict } from '../../protocol/schemas.ts';
import type { User } from '../../store/schema.ts';
import type { Store } from '../../store/store.ts';
import type { Access } from '../access.ts';
import { type AuditEntry, audit } from '../audit.ts';
import type { Cloud } from '../cloud.ts';

const day = 24 * 3_600_000;

export interface Asked<Body, Params, Query> {
  readonly user: User;
  /** For a route that changes something: the transaction of the change. */
  readonly store: Store;
  readonly body: Body;
  readonly params: Params;
  readonly query: Query;
  readonly now: number;
  /** Writes down what was done, with it. */
  note(entry: Omit<AuditEntry, 'actor'>): Promise<void>;
}

/** What a change needs besides who asks and for what. */
export type Acting = Pick<Asked<unknown, unknown, unknown>, 'store' | 'now' | 'note'>;

export interface Route<Body, Params, Query> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly summary: string;
  readonly tag: string;
  readonly body?: Schema;
  readonly params?: Schema;
  readonly query?: Schema;
  /** The answer of a success; nothing with 204. */
  readonly answer: { readonly 200: Schema } | { readonly 201: Schema } | { readonly 204: true };
  handle(asked: Asked<Body, Params, Query>): Promise<unknown>;
}

/** Adds routes for whoever has an access token. What changes something does it in one transaction, once for each `Idempotency-Key`. */
export function routesOf(app: FastifyInstance, cloud: Cloud, access: Access) {
  return <Body = undefined, Params = undefined, Query = undefined>(route: Route<Body, Params, Query>): void => {
    const { method, url, summary, tag, body, params, query = strict({}), answer, handle } = route;
    const status = Number(Object.keys(answer)[0]);
    const shape = (answer as Readonly<Record<number, Schema | true>>)[status];
    app.route({
      ...{ method, url },
      schema: {
        ...{ summary, tags: [tag], security: [{ desktop: [] }], querystring: query, ...(body && { body }), ...(params && { params }) },
        response: answers(shape === true || shape === undefined ? {} : { [status]: shape }),
      },
      handler: async (request, reply) => {
        const user = await access(request);
        const asked = (store: Store): Asked<Body, Params, Query> => ({
          ...{ user, store, now: cloud.now() },
          ...{ body: request.body as Body, params: request.params as Params, query: request.query as Query },
          note: entry => audit(store, request, cloud.now(), { ...entry, actor: user.id }),
        });
        if (method === 'GET') return handle(asked(cloud.store));
        const done = await cloud.store
          .transaction()
          .execute(async tx => once({ store: tx, request, userId: user.id, now: cloud.now(), status }, () => handle(asked(tx))));
        return reply.code(status).send(status === 204 ? undefined : done);
      },
    });
  };
}

interface Once {
  readonly store: Store;
  readonly request: FastifyRequest;
  readonly userId: string;
  readonly now: number;
  readonly status: number;
}

/** Does something once for each key that a client gives it; a second try of the same is answered as the first was. */
async function once({ store, request, userId, now, status }: Once, work: () => Promise<unknown>): Promise<unknown> {
  const { 'idempotency-key': key } = request.headers;
  if (key === undefined) return work();
  if (typeof key !== 'string' || !/^[\x21-\x7e]{8,200}$/.test(key)) throw new Problem('invalid_request');
  const hash = createHash('sha256')
    .update(JSON.stringify([request.method, request.url, request.body]))
    .digest('base64url');
  await store.deleteFrom('idempotency').where('expires_at', '<=', now).execute();
  const before = await store.selectFrom('idempotency').selectAll().where('user_id', '=', userId).where('key', '=', key).executeTakeFirst();
  if (before !== undefined && before.hash !== hash) throw new Problem('conflict');
  if (before !== undefined) return JSON.parse(before.response);
  const done = (await work()) ?? null;
  await store
    .insertInto('idempotency')
    .values({ key, user_id: userId, hash, status, response: JSON.stringify(done), expires_at: now + day })
    .execute();
  return done;
}
