import { createHmac, randomBytes } from 'node:crypto';
import { same } from './guard.ts';

/** What a page needs to come back after the next start. It is a secret: pages keep it in memory only, where no later page finds it. */
export interface ReturnKey {
  readonly id: string;
  readonly key: string;
}

/** What the page asked with: the parameters of an address, so anybody may have written them. */
export interface ReturnQuery {
  readonly id: string;
  /** Chosen by the page, new each time. */
  readonly nonce: string;
  readonly proof: string | undefined;
}

/** A page that has not connected for so long is not let in again. */
const maxAgeMs = 30 * 24 * 60 * 60 * 1000;

/**
 * Lets a page of an earlier start in again. A cookie cannot do that: while Atelier does not run, any program can take its port, and
 * the browser would hand it the cookie. So page and host each prove to the other that they have the page's key, and the key itself
 * never travels again. A proof counts for one origin, one start and one page, so a program in between can use none of them elsewhere.
 */
export class Returning {
  readonly #origin: string;
  readonly #key: Uint8Array;
  readonly #now: () => number;
  readonly #challenge = randomBytes(24).toString('hex');

  /** `key` belongs to the profile and is the same at every start. */
  constructor(origin: string, key: Uint8Array, now: () => number = Date.now) {
    this.#origin = origin;
    this.#key = key;
    this.#now = now;
  }

  /** A new key, for a page that is admitted. */
  issue(): ReturnKey {
    const id = `${this.#now().toString(36)}.${randomBytes(16).toString('hex')}`;
    return { id, key: this.#keyOf(id) };
  }

  /** Proves to the page that this is the program of its profile, and says what it has to prove. */
  answer({ id, nonce }: ReturnQuery): { readonly challenge: string; readonly proof: string } | undefined {
    if (!this.#isKnown(id, nonce)) return undefined;
    return { challenge: this.#challenge, proof: this.#proof('host', id, nonce) };
  }

  admits({ id, nonce, proof }: ReturnQuery): boolean {
    return proof !== undefined && this.#isKnown(id, nonce) && same(proof, this.#proof('page', id, nonce));
  }

  #isKnown(id: string, nonce: string): boolean {
    const [, issued] = /^([0-9a-z]{1,10})\.[0-9a-f]{32}$/.exec(id) ?? [];
    const age = this.#now() - Number.parseInt(issued ?? '', 36);
    return age <= maxAgeMs && /^[0-9a-f]{48}$/.test(nonce);
  }

  #keyOf(id: string): string {
    return createHmac('sha256', this.#key).update(`page ${id}`).digest('hex');
  }

  #proof(by: 'host' | 'page', id: string, nonce: string): string {
    const text = `${by} ${this.#origin} ${this.#challenge} ${nonce}`;
    return createHmac('sha256', Buffer.from(this.#keyOf(id), 'hex'))
      .update(text)
      .digest('hex');
  }
}
