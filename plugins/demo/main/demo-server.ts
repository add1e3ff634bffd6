import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answer, thinkingModel } from './answer.ts';
import { readRequest } from './conversation.ts';
import { type Pace, stream } from './pace.ts';
import { chunksOf, wholeOf } from './wire.ts';

export const models = ['demo', thinkingModel] as const;

/** Beyond what the largest pictures need. */
const bodyLimit = 64 * 1024 * 1024;

export interface DemoServer {
  /** `http://127.0.0.1:<port>/<token>/v1`; both are new at each start. */
  readonly baseUrl: string;
  close(): Promise<void>;
}

/** A chat-completions server that answers by script; only programs of this machine that were told the address reach it. */
export async function openDemoServer(pace: Pace): Promise<DemoServer> {
  const token = randomBytes(24).toString('hex');
  const server = createServer((request, response) => {
    void serve(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A plugin that is merely there keeps no process alive.
  server.unref();
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A page sends an Origin, and a rebound name another Host; neither may even learn that something is here.
    const mine = request.headers.host === host && request.headers.origin === undefined;
    const path = request.url?.split('?', 1)[0];
    if (!mine || !path?.startsWith(`/${token}/v1/`)) return refuse(response, 404, 'not_found');
    const route = `${request.method} ${path.slice(token.length + 4)}`;
    if (route === 'GET /models') {
      return json(response, 200, { object: 'list', data: models.map(id => ({ id, object: 'model', created: 0, owned_by: 'atelier' })) });
    }
    if (route !== 'POST /chat/completions') return refuse(response, 404, 'not_found');
    const body = await read(request);
    if (body === undefined) return refuse(response, 413, 'request_too_large');
    const asked = readRequest(parsed(body));
    if (asked === undefined) return refuse(response, 400, 'invalid_request_error');
    const reply = answer(asked);
    if (reply.status !== undefined) return refuse(response, reply.status, 'demo_outage', reply.text);
    if (asked.stream !== true) return json(response, 200, wholeOf(reply, asked));
    response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-store' });
    await stream(chunksOf(reply, asked), pace, response);
  }

  return {
    baseUrl: `http://${host}/${token}/v1`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function read(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > bodyLimit) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}

function refuse(response: ServerResponse, status: number, type: string, message: string = type): void {
  json(response, status, { error: { message, type, param: null, code: null } });
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }).end(JSON.stringify(body));
}
