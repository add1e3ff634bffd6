import type { webcrypto } from 'node:crypto';
import { type ExtensionContext, isAppError, Secrets } from '@atelier/kernel';

/** What signs this desktop in to one server. The key is the private one that its tokens are bound to. */
export interface Tokens {
  readonly access: string;
  readonly refresh: string;
  /** When the access token ends. */
  readonly expiresAt: number;
  readonly key: webcrypto.JsonWebKey;
}

type All = Readonly<Record<string, Tokens>>;

const secret = 'sessions';

/** The tokens of all connections, in the host's secret store and nowhere else. */
export class TokenStore {
  readonly #ctx: ExtensionContext;
  #all: Promise<All> | undefined;

  constructor(ctx: ExtensionContext) {
    this.#ctx = ctx;
  }

  async of(url: string): Promise<Tokens | undefined> {
    const all = await this.#read();
    return Object.hasOwn(all, url) ? all[url] : undefined;
  }

  /** Undefined deletes. One write after the other, each on what the one before it left. */
  async keep(url: string, tokens: Tokens | undefined): Promise<void> {
    const before = this.#read();
    const next = before.then(async all => {
      const { [url]: _, ...others } = all;
      const changed = tokens === undefined ? others : { ...others, [url]: tokens };
      const text = Object.keys(changed).length === 0 ? undefined : JSON.stringify(changed);
      await this.#ctx.get(Secrets).keep(secret, text);
      return changed;
    });
    // A write that failed changed nothing.
    this.#all = next.catch(() => before);
    await next;
  }

  #read(): Promise<All> {
    this.#all ??= this.#ctx.secret(secret).then(
      text => (text === undefined ? {} : (JSON.parse(text) as All)),
      (error: unknown) => {
        // The key of the secrets is another one now: nobody can read them any more, and the person signs in again.
        if (isAppError(error) && error.code === 'storage/secret-unreadable') return {};
        throw error;
      },
    );
    return this.#all;
  }
}
