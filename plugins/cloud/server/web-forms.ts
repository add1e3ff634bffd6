import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Problem } from '../protocol/problems.ts';
import type { Schema } from '../protocol/schemas.ts';
import type { FormFrame } from '../web/forms.ts';
import { type Acting, change } from './changes.ts';
import type { Cloud } from './cloud.ts';
import { frameOf, sendPage } from './pages.ts';
import { asProblem, pageText } from './replies.ts';
import { checkCsrf, checkOrigin, type SignedIn, signedIn } from './sessions.ts';

/** Every form of a person who is signed in has the word of their session. */
export interface Sent {
  readonly csrf: string;
}

/** Pages and forms for whoever is signed in; `kept` are the fields that a page which is shown again has still. */
export function formsOf(app: FastifyInstance, cloud: Cloud, kept: readonly string[]) {
  const page = (url: string, query: Schema, show: (request: FastifyRequest, session: SignedIn) => Promise<string>) =>
    app.get(url, { schema: { hide: true, querystring: query } }, async (request, reply) => {
      const session = await signedIn(cloud, request.headers.cookie);
      if (session !== undefined) return sendPage(cloud, reply, await show(request, session));
      return reply.redirect(`/cloud/login?${new URLSearchParams({ return_to: request.url })}`, 303);
    });

  /** A mistake shows the page again, with what was typed but secrets. */
  const form = <Body extends Sent>(
    url: string,
    shape: Schema,
    work: (session: SignedIn, body: Body, acting: Acting) => Promise<string>,
    again?: (request: FastifyRequest, session: SignedIn, more: Partial<FormFrame>) => Promise<string>,
  ) =>
    app.post<{ Body: Body }>(
      url,
      { schema: { hide: true, body: shape }, attachValidation: true },
      async (request, reply): Promise<FastifyReply> => {
        checkOrigin(cloud.publicUrl, request, true);
        const session = await signedIn(cloud, request.headers.cookie);
        if (session === undefined) return reply.redirect('/cloud/login', 303);
        try {
          if (request.validationError !== undefined) throw request.validationError;
          const body = request.body as Body;
          checkCsrf(session, body.csrf);
          const leadsTo = await change(cloud, request, session.user.id, acting => work(session, body, acting));
          return reply.redirect(leadsTo, 303);
        } catch (error) {
          const problem = asProblem(error as Problem);
          if (again === undefined || problem.code === 'internal_error' || problem.code === 'cross_site') throw error;
          const sent = (request.body ?? {}) as Readonly<Record<string, unknown>>;
          const typed = Object.fromEntries(kept.map(field => [field, typeof sent[field] === 'string' ? sent[field] : '']));
          const said = pageText(problem.code, frameOf(cloud, request).language);
          return sendPage(cloud, reply.code(problem.status), await again(request, session, { typed, problem: said }));
        }
      },
    );
  return { page, form };
}
