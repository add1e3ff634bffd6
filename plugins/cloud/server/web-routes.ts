import { randomUUIDv7 } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hashOf, useMailToken } from '../jobs/tokens.ts';
import { pageLanguage } from '../protocol/language.ts';
import { Problem } from '../protocol/problems.ts';
import { answers, csrf, email, name, password, returnTo, type Schema, strict, text, token } from '../protocol/schemas.ts';
import { type FormFrame, forgotPage, loginPage, resetPage, signupPage } from '../web/forms.ts';
import { wantsPage } from './app.ts';
import { audit } from './audit.ts';
import { type Acting, change } from './changes.ts';
import type { Cloud } from './cloud.ts';
import { revokeAll } from './oidc/adapter.ts';
import { frameOf, sendPage } from './pages.ts';
import { hashPassword, isPassword, isWeak } from './passwords.ts';
import { asProblem, pageText } from './replies.ts';
import { checkCsrf, checkOrigin, endSession, safeReturnTo, signedIn, startSession } from './sessions.ts';
import { hasAdministrator } from './v1/administration.ts';

const ok = strict({ ok: { const: true } });

interface SignUp {
  readonly email: string;
  readonly displayName: string;
  readonly password: string;
  readonly return_to?: string;
}

interface SignIn {
  readonly email: string;
  readonly password: string;
  readonly stay?: boolean | 'on';
  readonly return_to?: string;
}

/** Accounts on the web: each route takes JSON, or a form, whose answer is a page. */
export function addWebRoutes(app: FastifyInstance, cloud: Cloud): void {
  const { store, jobs, limit, now } = cloud;
  const route = (summary: string, body: Schema, good: Readonly<Record<number, Schema>>) => ({
    schema: { summary, tags: ['web'], body, response: answers(good) },
    // A form with a mistake shows itself again; the handler decides.
    attachValidation: true,
  });

  app.post<{ Body: SignUp }>(
    '/v1/web/signup',
    route(
      'Creates an account; whether the address has one already is told by mail only.',
      strict({ email, displayName: name(80), password: text(256), return_to: returnTo }, ['return_to']),
      {
        201: strict({ ok: { const: true }, requiresEmailVerification: { const: true } }),
      },
    ),
    form(cloud, signupPage, async (request, reply) => {
      await limit('signUp', request.ip);
      const { displayName, password: secret } = request.body;
      const address = request.body.email.toLowerCase();
      if (isWeak(secret, { email: address, name: displayName })) throw new Problem('weak_password');
      // Before anything is known: it takes the same time for an address that is there.
      const password_hash = await hashPassword(secret);
      const back = safeReturnTo(cloud.publicUrl, request.body.return_to);
      await limit('mailAccount', hashOf(address));
      await store.transaction().execute(async tx => {
        const there = await tx.selectFrom('users').select('id').where('email', '=', address).executeTakeFirst();
        if (there !== undefined) return jobs.add(tx, 'mail-already-there', { userId: there.id });
        const id = randomUUIDv7();
        const plan = await tx.selectFrom('plans').select('id').where('is_default', '=', 1).executeTakeFirst();
        await tx
          .insertInto('users')
          .values({
            ...{ id, email: address, display_name: displayName.trim(), password_hash, email_verified_at: null, is_admin: 0 },
            ...{ plan_id: plan?.id ?? null, active_org_id: null, sessions_valid_after: 0, created_at: now() },
            language: pageLanguage(request.headers),
          })
          .execute();
        await audit(tx, request, now(), { action: 'user.signed-up', actor: id });
        await jobs.add(tx, 'mail-verify', { userId: id, returnTo: back });
      });
      jobs.wake();
      if (wantsPage(request)) return reply.redirect('/cloud/check-mail', 303);
      return reply.code(201).send({ ok: true, requiresEmailVerification: true });
    }),
  );

  app.post<{ Body: SignIn }>(
    '/v1/web/login',
    route(
      'Signs in; the session is in the cookie.',
      strict({ email, password, stay: { enum: [true, false, 'on'] }, return_to: returnTo }, ['stay', 'return_to']),
      {
        200: strict({ user: strict({ id: {}, email: {}, displayName: {} }), csrf }),
      },
    ),
    form(cloud, loginPage, async (request, reply) => {
      const { password: secret, stay } = request.body;
      const address = request.body.email.toLowerCase();
      await limit('loginAddress', request.ip);
      await limit('loginAccount', hashOf(address));
      const user = await store.selectFrom('users').selectAll().where('email', '=', address).executeTakeFirst();
      if (!(await isPassword(secret, user?.password_hash)) || user === undefined) {
        // Written for an unknown address too, which takes as long.
        await audit(store, request, now(), { action: 'user.sign-in-failed', ...(user !== undefined && { target: user.id }) });
        throw new Problem('invalid_credentials');
      }
      if (user.email_verified_at === null) {
        await limit('mailAccount', hashOf(address));
        await jobs.add(store, 'mail-verify', { userId: user.id, returnTo: safeReturnTo(cloud.publicUrl, request.body.return_to) });
        jobs.wake();
        throw new Problem('email_unverified');
      }
      const secretOfForms = await startSession(cloud, request, reply, user.id, stay === true || stay === 'on');
      await audit(store, request, now(), { action: 'user.signed-in', actor: user.id });
      if (wantsPage(request)) return reply.redirect(safeReturnTo(cloud.publicUrl, request.body.return_to) ?? '/cloud/account', 303);
      return reply.send({ user: { id: user.id, email: user.email, displayName: user.display_name }, csrf: secretOfForms });
    }),
  );

  for (const everywhere of [false, true]) {
    app.post<{ Body: { csrf: string } }>(
      everywhere ? '/v1/web/logout-all' : '/v1/web/logout',
      {
        schema: { summary: everywhere ? 'Signs out everywhere, desktops too.' : 'Signs out here.', tags: ['web'], body: strict({ csrf }) },
      },
      async (request, reply) => {
        checkOrigin(cloud.publicUrl, request, false);
        const session = await signedIn(cloud, request.headers.cookie);
        if (session === undefined) throw new Problem('unauthorized');
        checkCsrf(session, request.body.csrf);
        const { id: userId } = session.user;
        await endSession(cloud, reply, session);
        await change(cloud, request, userId, async ({ store: tx, note }) => {
          if (everywhere) await endAll({ ...cloud, store: tx }, userId);
          await note({ action: everywhere ? 'user.signed-out-everywhere' : 'user.signed-out', target: userId });
        });
        return wantsPage(request) ? reply.redirect('/cloud/login', 303) : reply.code(204).send();
      },
    );
  }

  for (const [path, kind] of [
    ['forgot-password', 'mail-reset'],
    ['resend', 'mail-verify'],
  ] as const) {
    app.post<{ Body: { email: string } }>(
      `/v1/web/${path}`,
      route('Sends a link, if the address has an account; the answer does not tell.', strict({ email }), { 200: ok }),
      form(cloud, forgotPage, async (request, reply) => {
        const address = request.body.email.toLowerCase();
        await limit('mailAddress', request.ip);
        await limit('mailAccount', hashOf(address));
        const user = await store.selectFrom('users').select('id').where('email', '=', address).executeTakeFirst();
        await jobs.add(store, user === undefined ? 'mail-nobody' : kind, { userId: user?.id ?? '' });
        jobs.wake();
        return wantsPage(request) ? reply.redirect('/cloud/check-mail', 303) : reply.send({ ok: true });
      }),
    );
  }

  app.post<{ Body: { token: string; password: string } }>(
    '/v1/web/reset-password',
    route('Sets a new password by the link of a mail, and ends every session.', strict({ token, password }), { 200: ok }),
    form(
      cloud,
      (frame, request) => resetPage(frame, request.body.token),
      async (request, reply) => {
        await limit('token', request.ip);
        const { token: given, password: secret } = request.body;
        const owner = await store
          .selectFrom('mail_tokens')
          .innerJoin('users', 'users.id', 'mail_tokens.user_id')
          .select(['users.email', 'users.display_name'])
          .where('mail_tokens.hash', '=', hashOf(given))
          .where('mail_tokens.kind', '=', 'reset')
          .executeTakeFirst();
        if (owner === undefined) throw new Problem('invalid_link');
        // Checked before the link is used up, so that a better one can be chosen with it.
        if (isWeak(secret, { email: owner.email, name: owner.display_name })) throw new Problem('weak_password');
        const password_hash = await hashPassword(secret);
        await change(cloud, request, undefined, async ({ store: tx, note }) => {
          const userId = await useMailToken(tx, 'reset', given, now());
          if (userId === undefined) throw new Problem('invalid_link');
          // Whoever reads the mail of the address has it.
          await proved(cloud, { store: tx, note }, userId);
          await tx.updateTable('users').set({ password_hash }).where('id', '=', userId).execute();
          await endAll({ ...cloud, store: tx }, userId);
          await note({ action: 'user.reset-password', target: userId });
        });
        return wantsPage(request) ? reply.redirect('/cloud/login?done=password', 303) : reply.send({ ok: true });
      },
    ),
  );

  app.post<{ Body: { token: string; return_to?: string } }>(
    '/v1/web/verify-email',
    {
      schema: {
        summary: 'Verifies an address by the link of a mail.',
        tags: ['web'],
        body: strict({ token, return_to: returnTo }, ['return_to']),
        response: answers({ 200: ok }),
      },
    },
    async (request, reply) => {
      checkOrigin(cloud.publicUrl, request, wantsPage(request));
      await limit('token', request.ip);
      await change(cloud, request, undefined, async ({ store: tx, note }) => {
        const userId = await useMailToken(tx, 'verify', request.body.token, now());
        if (userId === undefined) throw new Problem('invalid_link');
        await proved(cloud, { store: tx, note }, userId);
        await note({ action: 'user.verified', target: userId });
      });
      const back = safeReturnTo(cloud.publicUrl, request.body.return_to);
      const query = new URLSearchParams({ done: 'verified', ...(back !== undefined && { return_to: back }) });
      return wantsPage(request) ? reply.redirect(`/cloud/login?${query}`, 303) : reply.send({ ok: true });
    },
  );
}

/**
 * An address is proved. The account with the administrator's address administers the server from then on: with its first proof, and again only
 * if nobody else can, so that who was relieved of it does not come back by a new password.
 */
async function proved({ settings, now }: Cloud, { store, note }: Pick<Acting, 'store' | 'note'>, userId: string): Promise<void> {
  const user = await store.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();
  const isFirst = user.email_verified_at === null;
  const isNew = user.is_admin === 0 && settings.admin === user.email && (isFirst || !(await hasAdministrator(store)));
  const change = { email_verified_at: user.email_verified_at ?? now(), is_admin: isNew ? 1 : user.is_admin };
  await store.updateTable('users').set(change).where('id', '=', userId).execute();
  if (isNew) await note({ action: 'user.administrator', target: userId });
}

/** Ends every session of a user in browsers and every sign-in of a desktop; access tokens that are out count no more. */
async function endAll({ store, now }: Pick<Cloud, 'store' | 'now'>, userId: string): Promise<void> {
  for (const table of ['web_sessions', 'tickets'] as const) await store.deleteFrom(table).where('user_id', '=', userId).execute();
  await store.updateTable('users').set({ sessions_valid_after: now() }).where('id', '=', userId).execute();
  await revokeAll(store, userId);
}

type Handler<Body> = (request: FastifyRequest<{ Body: Body }>, reply: FastifyReply) => Promise<FastifyReply>;
type FormPage<Body> = (frame: FormFrame, request: FastifyRequest<{ Body: Body }>) => string;

/** A handler whose refusals are shown in the form that was sent, with what was typed; a program gets them as JSON. */
function form<Body extends object>(cloud: Cloud, show: FormPage<Body>, handler: Handler<Body>): Handler<Body> {
  return async (request, reply) => {
    try {
      checkOrigin(cloud.publicUrl, request, wantsPage(request));
      if (request.validationError !== undefined) throw request.validationError;
      return await handler(request, reply);
    } catch (error) {
      const problem = asProblem(error as Problem);
      if (!wantsPage(request) || problem.code === 'internal_error' || problem.code === 'cross_site') throw error;
      const body = request.body as Readonly<Record<string, unknown>>;
      const typed = Object.fromEntries(['email', 'displayName'].map(field => [field, typeof body[field] === 'string' ? body[field] : '']));
      const frame = frameOf(cloud, request, typeof body.return_to === 'string' ? body.return_to : undefined);
      if (problem.retryAfterMs !== undefined) reply.header('retry-after', Math.ceil(problem.retryAfterMs / 1000));
      reply.code(problem.status);
      return sendPage(cloud, reply, show({ ...frame, typed, problem: pageText(problem.code, frame.language) }, request));
    }
  };
}
