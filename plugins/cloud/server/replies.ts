import type { IncomingMessage } from 'node:http';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type Language, languageOf, pageLanguage } from '../protocol/language.ts';
import { Problem, type ProblemCode, problems } from '../protocol/problems.ts';
import { isBusy } from '../store/patient.ts';
import type { Frame } from '../web/page.ts';
import { say } from '../web/texts.ts';

/** What fastify refuses before a route is asked. */
const fastifyCodes: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_VALIDATION: 'invalid_request',
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_request',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_request',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_request',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
  FST_ERR_BAD_URL: 'not_found',
};

/** Any error as one of ours. Where a body is wrong is told, never what stood there. */
export function asProblem(error: FastifyError | Problem): Problem {
  if (error instanceof Problem) return error;
  // Another process has the database: soon it has not.
  if (isBusy(error)) return new Problem('not_ready', { retryAfterMs: 1_000 });
  const code = fastifyCodes[error.code] ?? (error.statusCode === 400 ? 'invalid_request' : 'internal_error');
  const places = error.validation
    ?.slice(0, 10)
    .map(({ instancePath, keyword }) => ({ at: `${error.validationContext ?? ''}${instancePath}`, keyword }));
  return new Problem(code, places === undefined ? {} : { details: places });
}

type PageRequest = Pick<IncomingMessage, 'method' | 'url'> & { readonly headers: Parameters<typeof pageLanguage>[0] };

/** What every page knows, in the language of its reader. An answer to a form has no address to come back to. */
export function pageFrame(publicUrl: string, operator: string | undefined, request: PageRequest): Frame {
  const path = request.method === 'GET' ? request.url : undefined;
  return { language: pageLanguage(request.headers), host: new URL(publicUrl).host, operator, path };
}

/** What a person reads on a page: nobody compares a form with a description of routes. */
export function pageText(code: ProblemCode, language: Language): string {
  return code === 'invalid_request' ? say(language, 'incomplete') : problems[code][language];
}

export function sendProblem(problem: Problem, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (problem.retryAfterMs !== undefined) reply.header('retry-after', Math.ceil(problem.retryAfterMs / 1000));
  if (problem.code === 'invalid_token') reply.header('www-authenticate', 'DPoP algs="ES256 EdDSA", error="invalid_token"');
  return reply.code(problem.status).send({
    error: problem.code,
    message: problems[problem.code][languageOf(request.headers['accept-language'])],
    requestId: request.id,
    ...(problem.retryAfterMs !== undefined && { retryAfterMs: problem.retryAfterMs }),
    ...(problem.details !== undefined && { details: problem.details }),
  });
}
