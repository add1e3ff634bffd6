import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { Problem } from '../../protocol/problems.ts';
import { choice, strict, text, token } from '../../protocol/schemas.ts';
import { consentPage } from '../../web/consent.ts';
import { change } from '../changes.ts';
import type { Cloud } from '../cloud.ts';
import { pageHeaders, securityHeaders } from '../headers.ts';
import { pageFrame } from '../replies.ts';
import { checkCsrf, checkOrigin, signedIn } from '../sessions.ts';
import { organizationsOf } from '../v1/membership.ts';
import { clientId, consentPath, desktopRedirect } from './provider.ts';

/** The provider under its own addresses, and the consent in place of the authorization request. */
export async function mountOidc(app: FastifyInstance, cloud: Cloud, provider: Provider): Promise<void> {
  const { host, protocol } = new URL(cloud.publicUrl);
  showConsentInPlace(cloud, provider);
  const answer = provider.callback();

  const hand = async (request: FastifyRequest, reply: FastifyReply) => {
    const { headers } = request.raw;
    reply.hijack();
    // Whatever the client says its host is: addresses are made of the public one. And no page of another origin may read an answer, besides
    // what is public anyway.
    for (const name of Object.keys(headers)) if (name.startsWith('x-forwarded-') || name === 'origin') delete headers[name];
    Object.assign(headers, { host, 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) });
    for (const [header, value] of Object.entries(securityHeaders(cloud.publicUrl))) reply.raw.setHeader(header, value);
    reply.raw.setHeader('x-request-id', request.id);
    await answer(request.raw, reply.raw);
  };

  await app.register(async raw => {
    raw.removeAllContentTypeParsers();
    // The provider reads the body itself.
    raw.addContentTypeParser('*', (_, __, done) => done(null));
    const schema = { hide: true };
    for (const url of ['/.well-known/openid-configuration', '/oidc/authorize', '/oidc/authorize/:uid', '/oidc/jwks'])
      raw.get(url, { schema }, hand);
    for (const url of ['/oidc/token', '/oidc/revoke']) raw.post(url, { schema }, hand);
  });

  app.post<{ Params: { uid: string }; Body: { csrf: string; action: string } }>(
    `${consentPath}/:uid`,
    {
      schema: {
        ...{ summary: 'The answer of the person on the consent page.', tags: ['oidc'] },
        params: strict({ uid: text(64) }),
        body: strict({ csrf: token, action: choice('approve', 'deny') }),
      },
    },
    async (request, reply) => {
      checkOrigin(cloud.publicUrl, request, true);
      const session = await signedIn(cloud, request.headers.cookie);
      if (session === undefined) throw new Problem('unauthorized');
      checkCsrf(session, request.body.csrf);
      const interaction = await provider.interactionDetails(request.raw, reply.raw).catch(() => undefined);
      if (interaction === undefined || interaction.uid !== request.params.uid) throw new Problem('sign_in_ended');
      if (interaction.prompt.name !== 'consent' || interaction.session?.accountId !== session.user.id) throw new Problem('sign_in_ended');
      const { user } = session;
      const action = request.body.action === 'deny' ? 'user.desktop-denied' : 'user.desktop-approved';
      await change(cloud, request, user.id, ({ note }) => note({ action, target: user.id }));
      if (request.body.action === 'deny') {
        const to = await provider.interactionResult(request.raw, reply.raw, {
          error: 'access_denied',
          error_description: 'denied by the person',
        });
        return reply.redirect(to, 303);
      }
      const grant = new provider.Grant({ accountId: session.user.id, clientId });
      grant.addOIDCScope(String(interaction.params.scope ?? 'openid'));
      const grantId = await grant.save();
      const to = await provider.interactionResult(request.raw, reply.raw, { consent: { grantId } });
      return reply.redirect(to, 303);
    },
  );
}

/** Where the provider would send the browser to the consent, it gets the page at once. */
function showConsentInPlace(cloud: Cloud, provider: Provider): void {
  provider.use(async (context, next) => {
    await next();
    if (context.status !== 303 || !String(context.response.get('location')).startsWith(`${consentPath}/`)) return;
    const interaction = context.oidc?.entities.Interaction;
    const session = await signedIn(cloud, context.req.headers.cookie);
    if (interaction === undefined || session === undefined) return;
    const redirect = String(interaction.params.redirect_uri);
    const organizations = await organizationsOf(cloud.store, session.user.id);
    context.status = 200;
    context.response.remove('location');
    context.type = 'html';
    const target = redirect === desktopRedirect ? 'atelier:' : new URL(redirect).origin;
    for (const [header, value] of Object.entries(pageHeaders(cloud.publicUrl, target))) context.response.set(header, value);
    context.body = consentPage({
      ...pageFrame(cloud.publicUrl, cloud.settings.operator, context.req),
      ...{ action: `${consentPath}/${interaction.uid}`, csrf: session.csrf },
      account: { name: session.user.display_name, email: session.user.email, isVerified: session.user.email_verified_at !== null },
      ...{
        organizations: organizations.map(({ name }) => name),
        notYou: `/cloud/login?return_to=${encodeURIComponent(`${cloud.publicUrl}${context.req.url}`)}`,
      },
    });
  });
}
