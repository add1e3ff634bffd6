import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Refusal, refusalErrors } from './refusals.ts';

/** What a request says about itself. */
export interface Asked {
  readonly method: string | undefined;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly fetchSite: string | undefined;
  readonly fetchDest: string | undefined;
  readonly cookie: string | undefined;
}

/** Who is asked: the app itself, or the frame of the extension with this slug. */
export type Addressee = { readonly kind: 'app' } | { readonly kind: 'frame'; readonly slug: string };

/**
 * Decides who may speak with the loopback server. The port is reachable by every page of every browser of this machine, so the
 * `Host` (DNS rebinding), the `Origin`, `Sec-Fetch-Site` and a cookie of this start are looked at each time.
 */
export class Guard {
  readonly appHost: string;
  readonly appOrigin: string;
  readonly cookieName: string;
  readonly #port: number;
  readonly #cookie: string;
  readonly #frameKey: Uint8Array;

  /** `runSecret` is new at every start; `frameKey` stays, because an extension's origin must. */
  constructor(port: number, runSecret: Uint8Array, frameKey: Uint8Array) {
    this.#port = port;
    this.appHost = `127.0.0.1:${port}`;
    this.appOrigin = `http://${this.appHost}`;
    // Cookies ignore ports: without it two profiles would overwrite each other's.
    this.cookieName = `atelier-${port}`;
    this.#cookie = createHmac('sha256', runSecret).update('app').digest('base64url');
    this.#frameKey = frameKey;
  }

  get cookie(): { readonly name: string; readonly value: string } {
    return { name: this.cookieName, value: this.#cookie };
  }

  get setCookie(): string {
    return `${this.cookieName}=${this.#cookie}; Path=/; HttpOnly; SameSite=Strict`;
  }

  /** The host name of an extension's frames: one flat label, because `a.x.localhost` and `b.x.localhost` are one site. */
  frameHost(slug: string): string {
    const mark = createHmac('sha256', this.#frameKey).update(`frame ${slug}`).digest('hex').slice(0, 10);
    return `ext-${slug}-${mark}.localhost:${this.#port}`;
  }

  addressee(host: string | undefined): Addressee | undefined {
    if (host === this.appHost) return { kind: 'app' };
    const slug = /^ext-([a-z0-9-]+)-[0-9a-f]{10}\.localhost:\d+$/.exec(host ?? '')?.[1];
    return slug !== undefined && same(host ?? '', this.frameHost(slug)) ? { kind: 'frame', slug } : undefined;
  }

  /** Why a request to the app is refused, before anything else is done with it. */
  refuseApp(asked: Asked): Refusal | undefined {
    return this.refuseEntry(asked) ?? (this.#hasCookie(asked.cookie) ? undefined : denied('refused/not-signed-in'));
  }

  /** The same without the cookie: for the request that brings the token to get one. */
  refuseEntry(asked: Asked): Refusal | undefined {
    if (asked.host !== this.appHost) return misdirected(this.appOrigin);
    if (asked.method !== 'GET' && asked.method !== 'HEAD') return wrongMethod(asked.method);
    if (asked.origin !== undefined && asked.origin !== this.appOrigin) return denied('refused/other-site');
    if (asked.fetchSite !== undefined && asked.fetchSite !== 'same-origin' && asked.fetchSite !== 'none')
      return denied('refused/other-site');
    return undefined;
  }

  /** A WebSocket sends no CORS question, so its origin must be there and be ours. */
  refuseUpgrade(asked: Asked): Refusal | undefined {
    if (asked.host === this.appHost && asked.origin === undefined) return denied('refused/no-origin');
    return this.refuseApp(asked);
  }

  /** Frames carry no cookie: their host name is the secret, and they may only be shown inside a page. */
  refuseFrame(asked: Asked): Refusal | undefined {
    if (asked.method !== 'GET' && asked.method !== 'HEAD') return wrongMethod(asked.method);
    if (asked.fetchDest === 'document') return denied('refused/frame-alone');
    return undefined;
  }

  #hasCookie(header: string | undefined): boolean {
    for (const pair of (header ?? '').split(';')) {
      const [name, value] = pair.trim().split('=', 2);
      if (name === this.cookieName && same(value ?? '', this.#cookie)) return true;
    }
    return false;
  }
}

export function misdirected(origin: string): Refusal {
  return { status: 421, error: refusalErrors['refused/other-name']({ origin }) };
}

function wrongMethod(method: string | undefined): Refusal {
  return { status: 405, error: refusalErrors['refused/method']({ method: (method ?? '?').slice(0, 20) }) };
}

function denied(code: 'refused/not-signed-in' | 'refused/other-site' | 'refused/no-origin' | 'refused/frame-alone'): Refusal {
  return { status: 403, error: refusalErrors[code]({}) };
}

/** Compares without telling by its time how much was right. */
export function same(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
