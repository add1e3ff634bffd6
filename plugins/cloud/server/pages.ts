import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { languageCookie } from '../protocol/language.ts';
import { Problem } from '../protocol/problems.ts';
import { choice, returnTo, strict, token } from '../protocol/schemas.ts';
import { fontFace, fontFile, fontSubsets } from '../web/font.ts';
import { accountPage, type FormFrame, forgotPage, loginPage, mailPage, resetPage, signupPage, verifyPage } from '../web/forms.ts';
import { tabIcon } from '../web/icons.ts';
import { say } from '../web/texts.ts';
import type { Cloud } from './cloud.ts';
import { pageHeaders } from './headers.ts';
import { pageFrame } from './replies.ts';
import { pageOfOurs, safeReturnTo, signedIn } from './sessions.ts';
import { organizationsOf } from './v1/membership.ts';

const fontAddresses = {
  latin: import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
  'latin-ext': import.meta.resolve('@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2'),
};

interface Query {
  readonly return_to?: string;
  readonly token?: string;
  readonly done?: string;
}

/** What a page shows to whoever asks for it. */
export function frameOf(cloud: Cloud, request: FastifyRequest, returnToText?: string): FormFrame {
  const frame = pageFrame(cloud.publicUrl, cloud.settings.operator, request);
  return { ...frame, returnTo: safeReturnTo(cloud.publicUrl, returnToText) };
}

export function sendPage(cloud: Cloud, reply: FastifyReply, text: string, leadsTo?: string): FastifyReply {
  return reply.headers(pageHeaders(cloud.publicUrl, leadsTo)).type('text/html; charset=utf-8').send(text);
}

export function addPages(app: FastifyInstance, cloud: Cloud): void {
  const parts = ['tokens.css', 'frame.css', 'parts.css', 'onboarding.css', 'administration.css', 'narrow.css'].map(name =>
    readFileSync(new URL(`../web/${name}`, import.meta.url), 'utf8'),
  );
  const style = [...fontSubsets.map(fontFace), ...parts].join('\n');
  const query = (fields: Readonly<Record<string, object>> = {}) => ({
    schema: { hide: true, querystring: strict(fields as never, Object.keys(fields)) },
  });
  const toSignIn = { return_to: returnTo, done: choice('verified', 'password') };

  app.get('/cloud/style.css', query(), async (_, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(style),
  );
  app.get('/cloud/icon.svg', query(), async (_, reply) =>
    reply.type('image/svg+xml').header('cache-control', 'max-age=86400').send(tabIcon),
  );
  for (const subset of fontSubsets) {
    const font = readFileSync(fileURLToPath(fontAddresses[subset]));
    app.get(`/cloud/${fontFile(subset)}`, query(), async (_, reply) =>
      reply.type('font/woff2').header('cache-control', 'max-age=86400').send(font),
    );
  }
  // A link, since pages have no script; what it sets shows on pages alone.
  app.get<{ Querystring: { to: string; back?: string } }>(
    '/cloud/language',
    { schema: { hide: true, querystring: strict({ to: choice('en', 'fr'), back: returnTo }, ['back']) } },
    async (request, reply) => {
      const secure = cloud.publicUrl.startsWith('https:') ? '; Secure' : '';
      const cookie = `${languageCookie}=${request.query.to}; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000${secure}`;
      return reply.header('set-cookie', cookie).redirect(pageOfOurs(cloud.publicUrl, request.query.back) ?? '/cloud/account', 303);
    },
  );
  app.get('/', query(), async (_, reply) => reply.redirect('/cloud/account', 303));
  app.get<{ Querystring: Query }>('/cloud/login', query(toSignIn), async (request, reply) => {
    const frame = frameOf(cloud, request, request.query.return_to);
    const done = { verified: 'verified', password: 'passwordSaved' } as const;
    const name = done[request.query.done as keyof typeof done];
    return sendPage(cloud, reply, loginPage({ ...frame, notice: name === undefined ? undefined : say(frame.language, name) }));
  });
  app.get<{ Querystring: Query }>('/cloud/signup', query(toSignIn), async (request, reply) =>
    sendPage(cloud, reply, signupPage(frameOf(cloud, request, request.query.return_to))),
  );
  app.get('/cloud/forgot-password', query(), async (request, reply) => sendPage(cloud, reply, forgotPage(frameOf(cloud, request))));
  app.get('/cloud/check-mail', query(), async (request, reply) => sendPage(cloud, reply, mailPage(frameOf(cloud, request))));
  app.get<{ Querystring: Query }>('/cloud/reset-password', query({ token }), async (request, reply) =>
    sendPage(cloud, reply, resetPage(frameOf(cloud, request), needed(request.query.token))),
  );
  // The link itself changes nothing: programs that look through mail open every link in it.
  app.get<{ Querystring: Query }>('/cloud/verify-email', query({ token, return_to: returnTo }), async (request, reply) =>
    sendPage(cloud, reply, verifyPage(frameOf(cloud, request, request.query.return_to), needed(request.query.token))),
  );
  app.get('/cloud/account', query(), async (request, reply) => {
    const session = await signedIn(cloud, request.headers.cookie);
    if (session === undefined) return reply.redirect('/cloud/login', 303);
    const { id, display_name, email, is_admin } = session.user;
    const organizations = (await organizationsOf(cloud.store, id)).map(({ name }) => name);
    return sendPage(
      cloud,
      reply,
      accountPage(frameOf(cloud, request), { name: display_name, email, organizations, isAdmin: is_admin === 1 }, session.csrf),
    );
  });
}

function needed(given: string | undefined): string {
  if (given === undefined) throw new Problem('invalid_link');
  return given;
}
