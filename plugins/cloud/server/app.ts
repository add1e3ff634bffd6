import { randomUUIDv7 } from 'node:crypto';
import type { RequestListener, Server } from 'node:http';
import swagger from '@fastify/swagger';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { Problem } from '../protocol/problems.ts';
import { strict } from '../protocol/schemas.ts';
import { problemPage } from '../web/forms.ts';
import type { Cloud } from './cloud.ts';
import { pageHeaders, securityHeaders } from './headers.ts';
import { asProblem, pageFrame, pageText, sendProblem } from './replies.ts';

const maxBody = 256 * 1024;

export type Log = FastifyInstance['log'];

export interface AppOptions {
  readonly publicUrl: string;
  readonly operator: string | undefined;
  readonly trustProxy: boolean;
  readonly version: string;
  /** Where each line of the log goes. */
  readonly log: NodeJS.WritableStream;
  /** The server that listens already, as its address is part of what is built here. */
  readonly server: (handler: RequestListener) => Server;
}

/** The application without its routes. What it refuses has one form; whatever is not described by a schema is refused. */
export async function createApp({ publicUrl, operator, trustProxy, version, log, server }: AppOptions): Promise<FastifyInstance> {
  const refuse = (error: FastifyError | Problem, request: FastifyRequest, reply: FastifyReply) => {
    const problem = asProblem(error);
    if (problem.code === 'internal_error') request.log.error({ err: error }, 'failed');
    if (!wantsPage(request)) return sendProblem(problem, request, reply);
    const frame = pageFrame(publicUrl, operator, request);
    if (problem.retryAfterMs !== undefined) reply.header('retry-after', Math.ceil(problem.retryAfterMs / 1000));
    return reply
      .code(problem.status)
      .headers(pageHeaders(publicUrl))
      .type('text/html; charset=utf-8')
      .send(problemPage({ ...frame, problem: pageText(problem.code, frame.language) }, request.id));
  };
  const app = Fastify({
    // One proxy: what stands before its own word was written by whoever asks.
    trustProxy: trustProxy ? (_: string, hop: number) => hop === 0 : false,
    ...{ bodyLimit: maxBody, genReqId: () => randomUUIDv7(), requestIdHeader: false },
    logController: new LogController({ disableRequestLogging: true }),
    ...{ return503OnClosing: false, routerOptions: { maxParamLength: 200 } },
    // The defaults turn "1" into 1 and drop fields that nobody knows.
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false, allErrors: false, allowUnionTypes: true } },
    logger: { level: 'info', stream: log, serializers: { err: bareError } },
    serverFactory: handler => server(handler as RequestListener),
    // An address that no route can be looked up for: no hook hears of it.
    frameworkErrors(error, request, reply) {
      reply.headers({ ...securityHeaders(publicUrl), 'x-request-id': request.id });
      refuse(error, request as FastifyRequest, reply as FastifyReply);
    },
  });
  app.setErrorHandler(refuse);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Atelier Cloud', version },
      components: { securitySchemes: { desktop: { type: 'http', scheme: 'DPoP' } } },
    },
  });
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) => {
    const pairs = [...new URLSearchParams(String(body))];
    if (new Set(pairs.map(([name]) => name)).size < pairs.length) return done(new Problem('invalid_request') as never);
    // Without a prototype: a field called __proto__ is a field like any other, and refused as unknown.
    done(null, Object.assign(Object.create(null), Object.fromEntries(pairs)));
  });
  return app;
}

/** An error in the log: what and where, not what a person typed. */
function bareError(error: Error): { type: string; message: string; stack: string } {
  return { type: error.name, message: error.message, stack: error.stack ?? '' };
}

/** What holds for every answer, and the routes that tell how the server is. */
export function addCommons(app: FastifyInstance, cloud: Cloud): void {
  const headers = securityHeaders(cloud.publicUrl);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...headers, 'x-request-id': request.id });
    await cloud.limit('request', request.ip);
  });
  app.addHook('onResponse', async (request, reply) => {
    // The route and not the address: an address may hold a token.
    const route = request.routeOptions.url ?? 'none';
    request.log.info({ method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered');
  });
  app.setNotFoundHandler(() => {
    throw new Problem('not_found');
  });
  const hidden = { schema: { hide: true } };
  app.get(
    '/healthz',
    { schema: { summary: 'Whether the process answers.', response: { 200: strict({ ok: { const: true } }) } } },
    async () => ({ ok: true }),
  );
  app.get('/readyz', { schema: { summary: 'Whether it takes work.', response: { 200: strict({ ok: { const: true } }) } } }, async () => {
    if (cloud.isStopping()) throw new Problem('not_ready');
    await cloud.store
      .selectFrom('plans')
      .select('id')
      .limit(1)
      .execute()
      .catch(() => {
        throw new Problem('not_ready');
      });
    return { ok: true };
  });
  app.get('/openapi.json', hidden, async () => app.swagger());
}

/** Whether a person looks at the answer. */
export function wantsPage(request: FastifyRequest): boolean {
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
  const { url = '' } = request.raw;
  const isPage = /^\/(?:cloud\/|oidc\/authorize)/.test(url) || url === '/';
  return isForm ? isPage || url.startsWith('/v1/web/') : isPage && request.method === 'GET';
}
