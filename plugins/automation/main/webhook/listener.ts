import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call as it came, before anything of it was judged. */
export interface Call {
  readonly method: string | undefined;
  readonly path: string;
  /** Of its header, else of its query. */
  readonly secret: string | undefined;
  readonly idempotencyKey: string | undefined;
  /** A web page sends it, or it was led here under another name (DNS rebinding). */
  readonly isForeign: boolean;
  /** Undefined if it is longer than what is read. */
  readonly body: string | undefined;
}

export interface Reply {
  readonly status: number;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

const most = { body: 64 * 1024, read: 1024 * 1024, connections: 128 };
/** How long a connection may take in all: nobody holds one by sending slowly. */
const connectionMs = 10_000;
/** Each connection has its end; Node's own look at all of them would wake an idle process for nothing. */
const hardlyEverMs = 2_000_000_000;

/** A server on 127.0.0.1 for calls of other programs of this machine. One answer per connection. */
export class Listener {
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** Rejects where the port is taken; 0 is any. */
  static async open(port: number, answer: (call: Call) => Promise<Reply>): Promise<Listener> {
    const server = createServer({ connectionsCheckingInterval: hardlyEverMs, keepAlive: false }, (request, response) => {
      void serve(request, response, answer).catch(() => response.destroy());
    });
    server.maxConnections = most.connections;
    server.on('connection', socket => {
      const end = setTimeout(() => socket.destroy(), connectionMs);
      socket.once('close', () => clearTimeout(end));
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    // The server alone must not keep the process alive.
    server.unref();
    return new Listener(server);
  }

  get port(): number {
    return portOf(this.#server);
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

async function serve(request: IncomingMessage, response: ServerResponse, answer: (call: Call) => Promise<Reply>): Promise<void> {
  const { headers, method, url = '', socket } = request;
  const [path = '', query = ''] = url.split('?', 2);
  const hosts = ['127.0.0.1', 'localhost'].map(name => `${name}:${socket.localPort}`);
  // Read first, so that whoever is refused still hears why.
  const body = await read(request);
  const { status, ...reply } = await answer({
    ...{ method, path, body },
    secret: /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? new URLSearchParams(query).get('secret') ?? undefined,
    // Whoever sends it without anything in it names no call.
    idempotencyKey: headers['idempotency-key']?.toString().trim() || undefined,
    isForeign: !hosts.includes(headers.host ?? '') || headers.origin !== undefined || headers['sec-fetch-site'] !== undefined,
  });
  const own = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store', Connection: 'close' };
  response.writeHead(status, { ...own, ...reply.headers }).end(`${JSON.stringify(reply.body)}\n`);
}

async function read(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size <= most.body) parts.push(part);
    if (size > most.read) break;
  }
  return size > most.body ? undefined : Buffer.concat(parts).toString('utf8');
}
