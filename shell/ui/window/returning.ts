/** Requests a path of the own origin; replaceable in tests. */
export type Ask = (path: string) => Promise<Response>;

/** What the host gives to a page that it has admitted. */
export interface ReturnKey {
  readonly id: string;
  readonly key: string;
}

interface Key {
  readonly id: string;
  readonly key: CryptoKey;
}

const hmac = { name: 'HMAC', hash: 'SHA-256' };
const encoder = new TextEncoder();

/**
 * Lets this page come back to the program after it was started again, with everything that it has. The page proves that it was
 * admitted, and goes on only with a program that proves to be the same profile's; see `kernel/host/returning.ts`.
 */
export class Returning {
  readonly #origin: string;
  readonly #ask: Ask;
  #key: Key | undefined;

  constructor(origin: string, ask: Ask = path => fetch(path, { cache: 'no-store', redirect: 'error' })) {
    this.#origin = origin;
    this.#ask = ask;
  }

  /** Keeps the key that the host has given to this page. */
  async learn({ id, key }: ReturnKey): Promise<void> {
    this.#key = { id, key: await crypto.subtle.importKey('raw', bytesOf(key), hmac, false, ['sign', 'verify']) };
  }

  /** Has this page admitted; false if the program at this address is not the one that the page came from. */
  readonly prove = async (): Promise<boolean> => {
    const known = this.#key;
    if (known === undefined) return true;
    const nonce = textOf(crypto.getRandomValues(new Uint8Array(24)));
    const path = `/__host/return?id=${known.id}&nonce=${nonce}`;
    const asked = await this.#ask(path);
    if (!asked.ok) return false;
    const { challenge, proof } = (await asked.json()) as { challenge: string; proof: string };
    const text = (by: string) => encoder.encode(`${by} ${this.#origin} ${challenge} ${nonce}`);
    if (!(await crypto.subtle.verify(hmac, known.key, bytesOf(proof), text('host')))) return false;
    const own = textOf(new Uint8Array(await crypto.subtle.sign(hmac, known.key, text('page'))));
    return (await this.#ask(`${path}&proof=${own}`)).ok;
  };
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], pair => Number.parseInt(pair, 16));
}

function textOf(bytes: Uint8Array): string {
  return [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('');
}
