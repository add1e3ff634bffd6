import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../../protocol/problems.ts';
import { answers, type Schema, strict } from '../../protocol/schemas.ts';
import type { User } from '../../store/schema.ts';
import type { Store } from '../../store/store.ts';
import type { Access } from '../access.ts';
import { type Acting, change } from '../changes.ts';
import type { Cloud } from '../cloud.ts';

const day = 24 * 3_600_000;

export interface Asked<Body, Params, Query> extends Acting {
  readonly user: User;
  readonly body: Body;
  readonly params: Params;
  readonly query: Query;
}

const nothingChanged = async (): Promise<never> => {
  throw new Error('A route that reads notes nothing.');
};

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
        const asked = { user, body: request.body as Body, params: request.params as Params, query: request.query as Query };
        if (method === 'GET') return handle({ ...asked, store: cloud.store, now: cloud.now(), note: nothingChanged });
        const done = await change(cloud, request, user.id, acting =>
          once({ store: acting.store, request, userId: user.id, now: acting.now, status }, () => handle({ ...asked, ...acting })),
        );
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
