import { randomBytes } from 'node:crypto';
import http, { type IncomingMessage, type RequestListener } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';

/** Why a callback, or what was pasted in its place, is not taken. */
export const stateMismatch = 'State mismatch';
export const stateMissing = 'State missing';

/**
 * Stands between the browser and the engine's callback server in the process of one sign-in. The engine checks nothing but the state, and
 * for one company its state is the PKCE verifier, which would be in the browser's history and in the address that comes back. So the
 * company gets a state of ours, and the engine's own is put back only here.
 */
export class CallbackGuard {
  readonly #ours = randomBytes(32).toString('base64url');
  /** Another program has the port of the callback. The engine, which may give up then, gets any other port, and the person pastes. */
  portIsTaken = false;
  #engines: string | undefined;
  #taken = false;

  constructor() {
    this.#standBeforeServers();
    this.#standBeforeTokenRequests();
  }

  /** The address for the browser, with our state in place of the engine's. */
  addressFor(engineAddress: string): string {
    const address = new URL(engineAddress);
    const state = address.searchParams.get('state');
    if (state === null) return engineAddress;
    this.#engines = state;
    address.searchParams.set('state', this.#ours);
    return address.href;
  }

  /** What the person pasted, as the engine expects it; throws if it does not carry the state of this sign-in. */
  pasted(text: string): string {
    if (this.#engines === undefined) return text;
    if (text.includes(this.#ours)) return text.replaceAll(this.#ours, this.#engines);
    throw new Error(/state=|#/.test(text) ? stateMismatch : stateMissing);
  }

  /** The path for the engine's server; the status of a refusal otherwise. */
  #judge({ method, url = '', headers, socket }: IncomingMessage): string | number {
    if (!['localhost', '127.0.0.1'].map(name => `${name}:${socket.localPort}`).includes(headers.host ?? '')) return 421;
    if (method !== 'GET') return 405;
    if (this.#taken) return 410;
    const address = new URL(url, 'http://localhost');
    const [states, codes] = ['state', 'code'].map(name => address.searchParams.getAll(name));
    if (this.#engines === undefined || states?.length !== 1 || states[0] !== this.#ours) return 400;
    if (codes?.length === 1) this.#taken = true;
    address.searchParams.set('state', this.#engines);
    return `${address.pathname}${address.search}`;
  }

  #standBeforeServers(): void {
    const { createServer } = http;
    const guarded = (listener: RequestListener) => {
      const server = createServer((request, response) => {
        const judged = this.#judge(request);
        if (typeof judged === 'number') return void response.writeHead(judged, { Connection: 'close' }).end();
        request.url = judged;
        listener(request, response);
      });
      const listen = server.listen.bind(server) as (port: number, host: string, done: () => void) => typeof server;
      return Object.assign(server, {
        listen: (port: number, host: string, done: () => void) => listen(this.portIsTaken ? 0 : port, host, done),
      });
    };
    http.createServer = guarded as typeof createServer;
    syncBuiltinESMExports();
  }

  /** One company wants the state again when the code is exchanged: the one that it was given. */
  #standBeforeTokenRequests(): void {
    const { fetch } = globalThis;
    globalThis.fetch = (input, init) => {
      const body = init?.body;
      if (typeof body !== 'string' || this.#engines === undefined) return fetch(input, init);
      return fetch(input, {
        ...init,
        body: body.replace(`"state":${JSON.stringify(this.#engines)}`, `"state":${JSON.stringify(this.#ours)}`),
      });
    };
  }
}
