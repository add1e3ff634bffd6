import type { webcrypto } from 'node:crypto';
import type { DPoPHandle } from 'openid-client';
import type { Waiting } from '../contract/index.ts';
import { hostOf } from './address.ts';
import { listenForCallback } from './callback-listener.ts';
import { errors } from './errors.ts';
import { type Configuration, discover, loadLibrary, problemOf } from './server-link.ts';
import type { Tokens } from './tokens.ts';

const scheme = 'atelier://cloud/auth/callback';
const scope = 'openid profile email offline_access';
/** As long as the server keeps the request. */
const lifeMs = 5 * 60_000;

export interface SignInOptions {
  readonly signal: AbortSignal;
  readonly now: () => number;
  /** Whether the system leads a browser back here by the app's own scheme. */
  readonly hasScheme: boolean;
  changed(): void;
  /** A browser was led back to the listener of a sign-in. */
  ledBack(link: string): void;
}

/** A sign-in that the browser has to finish. Only in memory: a restart ends it. */
interface Begun extends Waiting {
  readonly configuration: Configuration;
  readonly dpop: DPoPHandle;
  readonly key: webcrypto.JsonWebKey;
  readonly verifier: string;
  readonly state: string;
  readonly nonce: string;
  readonly redirect: string;
  close(): void;
}

/** The sign-in by OpenID Connect with PKCE and DPoP, one at a time; only the answer to it finishes it. */
export class SignIn {
  readonly #options: SignInOptions;
  #begun: Begun | undefined;
  #count = 0;

  constructor(options: SignInOptions) {
    this.#options = options;
  }

  get waiting(): Waiting | undefined {
    const begun = this.#current();
    return begun && { url: begun.url, page: begun.page, until: begun.until };
  }

  /** Asks the server how to sign in; returns the address that the browser opens. */
  async begin(url: string): Promise<string> {
    this.cancel();
    const count = ++this.#count;
    const { signal, now, hasScheme } = this.#options;
    const configuration = await discover(url, signal);
    const { buildAuthorizationUrl, calculatePKCECodeChallenge, getDPoPHandle, randomDPoPKeyPair, ...random } = await loadLibrary();
    const pair = await randomDPoPKeyPair('ES256', { extractable: true });
    const dpop = getDPoPHandle(configuration, pair);
    const key = await crypto.subtle.exportKey('jwk', pair.privateKey);
    const [verifier, state, nonce] = [random.randomPKCECodeVerifier(), random.randomState(), random.randomNonce()];
    const listener = hasScheme ? undefined : await listenForCallback(link => this.#options.ledBack(link));
    const redirect = listener?.address ?? scheme;
    const page = buildAuthorizationUrl(configuration, {
      ...{ redirect_uri: redirect, scope, state, nonce, code_challenge_method: 'S256' },
      ...{ code_challenge: await calculatePKCECodeChallenge(verifier) },
    }).href;
    if (count !== this.#count || signal.aborted) {
      listener?.close();
      throw errors['cloud/cancelled']({ host: hostOf(url) });
    }
    const end = setTimeout(() => this.cancel(), lifeMs);
    const close = () => {
      clearTimeout(end);
      listener?.close();
    };
    this.#begun = { ...{ url, page, until: now() + lifeMs, configuration, dpop, key, verifier, state, nonce, redirect }, close };
    this.#options.changed();
    return page;
  }

  /** Exchanges what the browser was led back with; the tokens and the server that they are of. */
  async finish(text: string): Promise<{ readonly url: string; readonly tokens: Tokens }> {
    const begun = this.#current();
    if (begun === undefined) throw errors['cloud/no-sign-in']({});
    const { url, configuration, dpop, key, verifier, state, nonce, redirect } = begun;
    const host = hostOf(url);
    const link = URL.parse(text.trim());
    const isAnswer = link !== null && link.href.split('?', 1)[0] === redirect && link.searchParams.get('state') === state;
    if (!isAnswer) throw errors['cloud/foreign-link']({ host });
    this.cancel();
    if (link.searchParams.get('error') === 'access_denied') throw errors['cloud/denied']({ host });
    const { authorizationCodeGrant } = await loadLibrary();
    const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true };
    const answer = await authorizationCodeGrant(configuration, link, checks, undefined, { DPoP: dpop }).catch((error: unknown) => {
      throw failureOf(error, url);
    });
    const { access_token: access, refresh_token: refresh, expires_in: seconds = 0 } = answer;
    if (refresh === undefined) throw errors['cloud/sign-in-failed']({ host, reason: 'no-refresh-token' });
    return { url, tokens: { access, refresh, expiresAt: this.#options.now() + seconds * 1000, key } };
  }

  cancel(): void {
    this.#count += 1;
    if (this.#begun === undefined) return;
    this.#begun.close();
    this.#begun = undefined;
    this.#options.changed();
  }

  #current(): Begun | undefined {
    if (this.#begun !== undefined && this.#begun.until <= this.#options.now()) this.cancel();
    return this.#begun;
  }
}

/** Why the exchange failed: no way to the server, or its own word for it. */
function failureOf(error: unknown, url: string): Error {
  const problem = problemOf(error, url);
  if ((problem as { code?: string }).code === 'cloud/unreachable') return problem;
  const { error: word, code } = error as { error?: string; code?: string };
  return errors['cloud/sign-in-failed']({ host: hostOf(url), reason: word ?? code ?? 'error' }, error);
}
