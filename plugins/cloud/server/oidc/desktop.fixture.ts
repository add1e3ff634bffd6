import * as oidc from 'openid-client';
import { type DPoPHandle, getDPoPHandle, randomDPoPKeyPair } from 'openid-client';
import { type Browser, hiddenField, type TestCloud } from '../cloud.fixture.ts';

export const redirect = 'atelier://cloud/auth/callback';
export const email = 'marta@nordlys.example';

/** What the token endpoint answers; the library cannot name its own type of it. */
export type Tokens = oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers;

export interface Desktop {
  readonly config: oidc.Configuration;
  readonly dpop: DPoPHandle;
  readonly verifier: string;
  readonly state: string;
  readonly nonce: string;
  readonly url: URL;
}

/** What the desktop does, by the library that it uses. */
export async function desktop(cloud: TestCloud, more: Readonly<Record<string, string>> = {}): Promise<Desktop> {
  const config = await oidc.discovery(new URL(cloud.url), 'atelier-desktop', undefined, oidc.None(), {
    execute: [oidc.allowInsecureRequests],
  });
  const dpop = getDPoPHandle(config, await randomDPoPKeyPair('EdDSA'));
  const [verifier, state, nonce] = [oidc.randomPKCECodeVerifier(), oidc.randomState(), oidc.randomNonce()];
  const url = oidc.buildAuthorizationUrl(config, {
    ...{ redirect_uri: redirect, scope: 'openid profile email offline_access', state, nonce, code_challenge_method: 'S256' },
    ...{ code_challenge: await oidc.calculatePKCECodeChallenge(verifier), ...more },
  });
  return { config, dpop, verifier, state, nonce, url };
}

/** Opens the request of a desktop and answers the consent; the address that leads back. */
export async function answer(person: Browser, url: URL, action: 'approve' | 'deny'): Promise<URL> {
  const page = await person.get(url.href);
  const target = /<form[^>]* action="([^"]+)"/.exec(page.text)?.[1] ?? '';
  const first = await person.form(target, { csrf: hiddenField(page.text, 'csrf'), action });
  const second = await person.get(first.location);
  return new URL(second.location);
}

export interface Connected extends Desktop {
  readonly back: URL;
  readonly tokens: Tokens;
}

export async function connect(cloud: TestCloud, person: Browser): Promise<Connected> {
  const app = await desktop(cloud);
  const back = await answer(person, app.url, 'approve');
  const tokens = await redeem(app, back);
  return { ...app, back, tokens };
}

export function redeem({ config, dpop, verifier, state, nonce }: Desktop, back: URL): Promise<Tokens> {
  const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true };
  return oidc.authorizationCodeGrant(config, back, checks, undefined, { DPoP: dpop });
}

/** The error of the answer, or what came of it. */
export const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: { error?: string; status?: number; code?: string }) => error.error ?? error.code ?? 'other',
  );

export const refresh = (app: Desktop, token: string, dpop: DPoPHandle | undefined = app.dpop): Promise<Tokens> =>
  oidc.refreshTokenGrant(app.config, token, undefined, dpop === undefined ? undefined : { DPoP: dpop });
