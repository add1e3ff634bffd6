import type { webcrypto } from 'node:crypto';
import type { DPoPHandle } from 'openid-client';
import { hostOf } from './address.ts';
import { errors } from './errors.ts';
import { type Configuration, discover, loadLibrary, problemOf } from './server-link.ts';
import type { TokenStore, Tokens } from './tokens.ts';

/** An access token is renewed when less of its life is left: the way to the server, and a clock that is a little off. */
const spareMs = 60_000;

/** What a token endpoint says of a sign-in that it no longer takes (RFC 6749, 5.2). */
const refusals: readonly string[] = ['invalid_grant', 'invalid_client', 'unauthorized_client'];

const wordOf = (error: unknown) => (error as { readonly error?: string } | null)?.error;

interface Link {
  readonly configuration: Configuration;
  readonly dpop: DPoPHandle;
}

export interface SessionOptions {
  readonly url: string;
  readonly tokens: TokenStore;
  readonly signal: AbortSignal;
  readonly now: () => number;
}

/** Requests to one server on behalf of the person. Tokens are renewed when a request needs it, once for all that wait. */
export class Session {
  readonly #options: SessionOptions;
  #link: Promise<Link> | undefined;
  #renewing: Promise<Tokens> | undefined;
  #isOver = false;

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  /**
   * The answer to a GET as JSON. Throws `cloud/reconnect` if the server refused to renew the sign-in: the tokens are deleted then,
   * and nothing more is sent.
   */
  async get(api: string, path: string): Promise<unknown> {
    const { url } = this.#options;
    const first = await this.#ask(api, path, await this.#current());
    const answer = first.status === 401 ? await this.#ask(api, path, await this.#renew()) : first;
    if (!answer.ok) throw errors['cloud/unreachable']({ host: hostOf(url), reason: answer.status });
    try {
      return await answer.json();
    } catch (error) {
      throw problemOf(error, url);
    }
  }

  /** The person signed out, or in anew: what is still being renewed is not kept. */
  close(): void {
    this.#isOver = true;
  }

  /** Asks the server to end the sign-in; whether it did. */
  async revoke({ refresh, key }: Tokens): Promise<boolean> {
    try {
      const { configuration } = await this.#linked(key);
      const { tokenRevocation } = await loadLibrary();
      await tokenRevocation(configuration, refresh, { token_type_hint: 'refresh_token' });
      return true;
    } catch {
      return false;
    }
  }

  async #ask(api: string, path: string, { access, key }: Tokens): Promise<Response> {
    const { url } = this.#options;
    const { configuration, dpop } = await this.#linked(key);
    const { fetchProtectedResource, WWWAuthenticateChallengeError } = await loadLibrary();
    const address = new URL(path, api);
    return fetchProtectedResource(configuration, access, address, 'GET', undefined, undefined, { DPoP: dpop }).catch((error: unknown) => {
      if (error instanceof WWWAuthenticateChallengeError) return error.response;
      throw problemOf(error, url);
    });
  }

  async #current(): Promise<Tokens> {
    const { tokens, url, now } = this.#options;
    const kept = await tokens.of(url);
    if (kept === undefined) throw errors['cloud/reconnect']({ host: hostOf(url) });
    return kept.expiresAt - now() > spareMs ? kept : this.#renew();
  }

  #renew(): Promise<Tokens> {
    this.#renewing ??= this.#exchange().finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  async #exchange(): Promise<Tokens> {
    const { tokens, url, now } = this.#options;
    const kept = await tokens.of(url);
    if (kept === undefined) throw errors['cloud/reconnect']({ host: hostOf(url) });
    try {
      const answer = await this.#exchangeFor(kept).catch((error: unknown) => {
        // The clock was set meanwhile, or the server moved: it is asked anew how to speak to it.
        if (wordOf(error) !== 'invalid_dpop_proof') throw error;
        this.#link = undefined;
        return this.#exchangeFor(kept);
      });
      const { access_token: access, refresh_token: refresh = kept.refresh, expires_in: seconds = 0 } = answer;
      const renewed = { ...kept, access, refresh, expiresAt: now() + seconds * 1000 };
      if (this.#isOver) {
        void this.revoke(renewed);
        throw errors['cloud/reconnect']({ host: hostOf(url) });
      }
      // Before it is used: until then the server takes the old one again, whose answer may have been lost.
      await tokens.keep(url, renewed);
      return renewed;
    } catch (error) {
      if (refusals.includes(wordOf(error) ?? '')) return await this.#refused();
      throw problemOf(error, url);
    }
  }

  async #exchangeFor({ refresh, key }: Tokens) {
    const { configuration, dpop } = await this.#linked(key);
    const { refreshTokenGrant } = await loadLibrary();
    return refreshTokenGrant(configuration, refresh, undefined, { DPoP: dpop });
  }

  async #refused(): Promise<never> {
    const { tokens, url } = this.#options;
    // What is kept by now may be of a later sign-in.
    if (!this.#isOver) await tokens.keep(url, undefined);
    throw errors['cloud/reconnect']({ host: hostOf(url) });
  }

  #linked(key: webcrypto.JsonWebKey): Promise<Link> {
    this.#link ??= this.#connect(key);
    // A server that was away is asked again the next time.
    this.#link.catch(() => {
      this.#link = undefined;
    });
    return this.#link;
  }

  async #connect(key: webcrypto.JsonWebKey): Promise<Link> {
    const { url, signal } = this.#options;
    const configuration = await discover(url, signal);
    const { getDPoPHandle } = await loadLibrary();
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
    const { d: _, key_ops: __, ...shared } = key;
    const [privateKey, publicKey] = await Promise.all([
      crypto.subtle.importKey('jwk', key, algorithm, false, ['sign']),
      crypto.subtle.importKey('jwk', shared, algorithm, true, ['verify']),
    ]);
    return { configuration, dpop: getDPoPHandle(configuration, { privateKey, publicKey }) };
  }
}
