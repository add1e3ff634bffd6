import { type Account, type Configuration, errors, interactionPolicy, type JWK, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { problems } from '../../protocol/problems.ts';
import { problemPage } from '../../web/forms.ts';
import { issuedClaim } from '../access.ts';
import type { Cloud } from '../cloud.ts';
import { resourceOf } from '../cloud.ts';
import { pageHeaders } from '../headers.ts';
import { pageFrame } from '../replies.ts';
import { signedIn } from '../sessions.ts';
import { createAdapter } from './adapter.ts';

export const clientId = 'atelier-desktop';
export const desktopRedirect = 'atelier://cloud/auth/callback';
/** For the browser host: any port of this machine, which RFC 8252 leaves open. */
export const loopbackRedirect = 'http://127.0.0.1/cloud/auth/callback';
export const consentPath = '/oidc/authorize/consent';

const day = 24 * 3_600;
/** In seconds. */
const lives = {
  Interaction: 300,
  AuthorizationCode: 60,
  AccessToken: 900,
  IdToken: 3_600,
  Grant: 30 * day,
  RefreshToken: 30 * day,
  Session: 14 * day,
};

export interface ProviderOptions {
  readonly cloud: Cloud;
  readonly keys: readonly JWK[];
  readonly grace: boolean;
}

export function createProvider({ cloud, keys, grace }: ProviderOptions): Provider {
  const { publicUrl, store, now, sealer } = cloud;
  const cookie = { signed: true, httpOnly: true, sameSite: 'lax' } as const;
  const configuration: Configuration = {
    adapter: model => createAdapter(model, { store, now, grace }),
    clients: [
      {
        client_id: clientId,
        application_type: 'native',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: [desktopRedirect, loopbackRedirect],
        id_token_signed_response_alg: 'EdDSA',
        dpop_bound_access_tokens: true,
      },
    ],
    clientBasedCORS: () => false,
    jwks: { keys: [...keys] },
    cookies: { keys: [sealer.derive('oidc cookies').toString('base64url')], long: cookie, short: cookie },
    scopes: ['openid', 'profile', 'email', 'offline_access'],
    claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    pkce: { required: () => true },
    ttl: lives,
    rotateRefreshToken: true,
    issueRefreshToken: async () => true,
    expiresWithSession: async () => false,
    routes: {
      ...{ authorization: '/oidc/authorize', token: '/oidc/token', jwks: '/oidc/jwks', revocation: '/oidc/revoke' },
      ...{ end_session: '/oidc/logout' },
    },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      revocation: { enabled: true, allowedPolicy: async (_, client, token) => token.clientId === client.clientId },
      dPoP: { enabled: true, nonceSecret: undefined },
      rpInitiatedLogout: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resourceOf(publicUrl),
        useGrantedResource: () => true,
        getResourceServerInfo: (_, resource) => {
          if (resource !== resourceOf(publicUrl)) throw new errors.InvalidTarget();
          return {
            ...{ scope: '', audience: resource, accessTokenFormat: 'jwt', accessTokenTTL: lives.AccessToken },
            jwt: { sign: { alg: 'EdDSA' } },
          };
        },
      },
    },
    extraTokenClaims: () => ({ [issuedClaim]: now() }),
    findAccount: (_, accountId, token) => accountOf(cloud, accountId, token),
    // Each connected desktop has a grant of its own, so that one that is ended leaves the others.
    loadExistingGrant: async context => {
      const grantId = context.oidc.result?.consent?.grantId;
      return grantId === undefined ? undefined : context.oidc.provider.Grant.find(grantId);
    },
    interactions: {
      policy: policy(cloud),
      url: (context, interaction) =>
        interaction.prompt.name === 'consent'
          ? `${consentPath}/${interaction.uid}`
          : `/cloud/login?return_to=${encodeURIComponent(`${publicUrl}${context.req.url}`)}`,
    },
    renderError: (context, out) => {
      context.type = 'json';
      context.body = out;
      if (!context.path.startsWith('/oidc/authorize')) return;
      // A person looks at it, in the browser that was to lead back.
      const frame = pageFrame(publicUrl, cloud.settings.operator, context.req);
      for (const [header, value] of Object.entries(pageHeaders(publicUrl))) context.response.set(header, value);
      context.type = 'html';
      context.body = problemPage({ ...frame, problem: problems.sign_in_ended[frame.language] }, context.response.get('x-request-id'));
    },
  };
  const provider = new Provider(publicUrl, configuration);
  // The mount says what the proxy said; a Host header of the client's choice would end up in addresses.
  provider.proxy = true;
  return provider;
}

async function accountOf({ store }: Cloud, accountId: string, token?: object): Promise<Account | undefined> {
  const user = await store.selectFrom('users').selectAll().where('id', '=', accountId).executeTakeFirst();
  const issued = token === undefined || !('iat' in token) ? undefined : Number(token.iat) * 1000;
  // To the second: a token of the second in which a password was reset may be of after it.
  if (user === undefined || (issued !== undefined && issued + 999 < user.sessions_valid_after)) return undefined;
  const claims = { name: user.display_name, email: user.email, email_verified: user.email_verified_at !== null };
  return { accountId, claims: () => ({ sub: accountId, ...claims }) };
}

/** Whoever is signed in to the web pages is signed in here: there is no second truth about it. */
function policy(cloud: Cloud) {
  const { Prompt, Check, base } = interactionPolicy;
  const prompts = base();
  for (const reason of ['no_session', 'login_prompt']) prompts.get('login')?.checks.remove(reason);
  // A prompt of its own before the others: the checks of one prompt run beside each other.
  const isSignedOut = async (context: KoaContextWithOIDC) => {
    const { oidc } = context;
    const session = await signedIn(cloud, context.req.headers.cookie);
    if (session === undefined) return Check.REQUEST_PROMPT;
    const asksAgain = oidc.prompts.has('login') && cloud.now() - session.since > lives.Interaction * 1000;
    if (asksAgain) return Check.REQUEST_PROMPT;
    const isSame = oidc.session?.accountId === session.user.id && oidc.entities.Grant !== undefined;
    if (!isSame) {
      const mine = oidc.session as unknown as { authorizations: object; loginAccount(of: object): void };
      mine.authorizations = {};
      mine.loginAccount({ accountId: session.user.id, loginTs: Math.floor(session.since / 1000) });
      const { provider, client } = oidc;
      oidc.entity('Account', await accountOf(cloud, session.user.id));
      oidc.entity('Grant', new provider.Grant({ accountId: session.user.id, clientId: client?.clientId ?? clientId }));
    }
    return Check.NO_NEED_TO_PROMPT;
  };
  prompts.add(new Prompt({ name: 'web_session' }, new Check('no_web_session', 'nobody is signed in', 'login_required', isSignedOut)), 0);
  return prompts;
}
