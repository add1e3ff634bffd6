import type { FastifyInstance } from 'fastify';
import { Problem } from '../../protocol/problems.ts';
import { answers, type Schema, strict } from '../../protocol/schemas.ts';
import type { User } from '../../store/schema.ts';
import type { Access } from '../access.ts';
import { type Acting, change } from '../changes.ts';
import type { Cloud } from '../cloud.ts';
import { keyHeader, once } from './once.ts';

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
  /** Who may ask at all; asked each time, also of a second try. */
  readonly may?: (user: User) => void;
  /** False for an answer that is a secret: it is not kept for a second try. */
  readonly isKept?: false;
  handle(asked: Asked<Body, Params, Query>): Promise<unknown>;
}

/** Adds routes for whoever has an access token. What changes something does it in one transaction, once for each `Idempotency-Key`. */
export function routesOf(app: FastifyInstance, cloud: Cloud, access: Access) {
  return <Body = undefined, Params = undefined, Query = undefined>(route: Route<Body, Params, Query>): void => {
    const { method, url, summary, tag, body, params, query = strict({}), answer, may, isKept = true, handle } = route;
    const status = Number(Object.keys(answer)[0]);
    const shape = (answer as Readonly<Record<number, Schema | true>>)[status];
    const takesKey = method !== 'GET' && isKept;
    app.route({
      ...{ method, url },
      schema: {
        ...{ summary, tags: [tag], security: [{ desktop: [] }], querystring: query, ...(body && { body }), ...(params && { params }) },
        ...(takesKey && { headers: keyHeader }),
        response: answers(shape === true || shape === undefined ? {} : { [status]: shape }),
      },
      // A page sends forms, and no page has an access token.
      preValidation: async ({ headers, body: sent }) => {
        if (headers['content-type']?.startsWith('application/x-www-form-urlencoded')) throw new Problem('unsupported_media_type');
        if (body === undefined && sent !== undefined && sent !== null) throw new Problem('invalid_request');
      },
      handler: async (request, reply) => {
        const user = await access(request);
        may?.(user);
        const asked = { user, body: request.body as Body, params: request.params as Params, query: request.query as Query };
        const reading = {
          store: cloud.store,
          now: cloud.now(),
          note: nothingChanged,
          tell: nothingChanged,
          forget: () => void nothingChanged(),
        };
        if (method === 'GET') return handle({ ...asked, ...reading });
        const done = await change(cloud, request, user.id, acting => {
          const work = () => handle({ ...asked, ...acting });
          return takesKey ? once({ store: acting.store, request, userId: user.id, now: acting.now, status }, work) : work();
        });
        return reply.code(status).send(status === 204 ? undefined : done);
      },
    });
  };
}
