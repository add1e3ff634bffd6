import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Refusal, refusalErrors } from './refusals.ts';

/** The headers of a request that decide whether it is refused. */
export interface RequestFacts {
  readonly method: string | undefined;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly fetchSite: string | undefined;
  readonly fetchDest: string | undefined;
  readonly cookie: string | undefined;
}

/** The addressee of a request: the app itself, or the frame of the extension with this slug. */
export type Addressee = { readonly kind: 'app' } | { readonly kind: 'frame'; readonly slug: string };

/**
 * Decides which requests the loopback server answers. Every page of every browser on this machine can reach the port, so the
 * `Host` (DNS rebinding), the `Origin`, `Sec-Fetch-Site` and a cookie of this start are checked at each request.
 */
export class Guard {
  readonly appHost: string;
  readonly appOrigin: string;
  readonly cookieName: string;
  readonly #port: number;
  readonly #cookie: string;
  readonly #frameKey: Uint8Array;

  /** `runSecret` is new at every start; `frameKey` never changes, because an extension's origin must not. */
  constructor(port: number, runSecret: Uint8Array, frameKey: Uint8Array) {
    this.#port = port;
    this.appHost = `127.0.0.1:${port}`;
    this.appOrigin = `http://${this.appHost}`;
    // Cookies ignore ports: without the port in the name, two profiles would overwrite each other's cookie.
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

  /** The reason to refuse a request to the app; call it before anything else reads the request. */
  refuseApp(request: RequestFacts): Refusal | undefined {
    return this.refuseEntry(request) ?? (this.#hasCookie(request.cookie) ? undefined : denied('refused/not-signed-in'));
  }

  /** The same without the cookie, for the request that exchanges a ticket for the cookie. */
  refuseEntry(request: RequestFacts): Refusal | undefined {
    if (request.host !== this.appHost) return misdirected(this.appOrigin);
    if (request.method !== 'GET' && request.method !== 'HEAD') return wrongMethod(request.method);
    if (request.origin !== undefined && request.origin !== this.appOrigin) return denied('refused/other-site');
    if (request.fetchSite !== undefined && request.fetchSite !== 'same-origin' && request.fetchSite !== 'none')
      return denied('refused/other-site');
    return undefined;
  }

  /** A page that comes back asks by itself: no address that is opened, and nothing that does not say where it comes from. */
  refuseReturn(request: RequestFacts): Refusal | undefined {
    return (
      this.refuseEntry(request) ??
      (request.fetchSite === 'same-origin' && request.method === 'GET' ? undefined : denied('refused/other-site'))
    );
  }

  /** A WebSocket has no CORS preflight, so its origin must be present and be the app's. */
  refuseUpgrade(request: RequestFacts): Refusal | undefined {
    if (request.host === this.appHost && request.origin === undefined) return denied('refused/no-origin');
    return this.refuseApp(request);
  }

  /** Frames send no cookie: their host name is the secret, and they may only be loaded inside a page. */
  refuseFrame(request: RequestFacts): Refusal | undefined {
    if (request.method !== 'GET' && request.method !== 'HEAD') return wrongMethod(request.method);
    if (request.fetchDest === 'document') return denied('refused/frame-alone');
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

export function denied(code: 'refused/not-signed-in' | 'refused/other-site' | 'refused/no-origin' | 'refused/frame-alone'): Refusal {
  return { status: 403, error: refusalErrors[code]({}) };
}

/** Compares in constant time. */
export function same(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
