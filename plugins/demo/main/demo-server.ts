import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ChatRequest, readRequest, turnOf } from './conversation.ts';
import { type Pace, stream } from './pace.ts';
import { play, type Reply } from './scenario.ts';
import { backgroundScenario } from './scenarios/background.ts';
import { scenarioNamed } from './scenarios/choose.ts';
import { unknown } from './scenarios/talk.ts';
import { chunksOf, wholeOf } from './wire.ts';
import { fill, wordsOf } from './words/index.ts';

const thinkingModel = 'demo-thinking';
export const models = ['demo', thinkingModel] as const;

/** More than the largest pictures need. */
const bodyLimit = 64 * 1024 * 1024;

export interface DemoServer {
  /** `http://127.0.0.1:<port>/<token>/v1`; both are new at each start. */
  readonly baseUrl: string;
  close(): Promise<void>;
}

/** A chat completions server with scripted answers. Only programs of this machine that know the address can use it. */
export async function openDemoServer(pace: Pace): Promise<DemoServer> {
  const token = randomBytes(24).toString('hex');
  const server = createServer((request, response) => {
    void serve(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // The server alone must not keep the process alive.
  server.unref();
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A web page sends an Origin, and DNS rebinding another Host; to both the server answers as if nothing were here.
    const isAllowed = request.headers.host === host && request.headers.origin === undefined;
    const path = request.url?.split('?', 1)[0];
    if (!isAllowed || !path?.startsWith(`/${token}/v1/`)) return refuse(response, 404, 'not_found');
    const route = `${request.method} ${path.slice(token.length + 4)}`;
    if (route === 'GET /models') {
      return json(response, 200, { object: 'list', data: models.map(id => ({ id, object: 'model', created: 0, owned_by: 'atelier' })) });
    }
    if (route !== 'POST /chat/completions') return refuse(response, 404, 'not_found');
    const body = await read(request);
    if (body === undefined) return refuse(response, 413, 'request_too_large');
    const chat = readRequest(parse(body));
    if (chat === undefined) return refuse(response, 400, 'invalid_request_error');
    const reply = answer(chat);
    if (reply.status !== undefined) return refuse(response, reply.status, 'demo_outage', reply.text);
    if (chat.stream !== true) return json(response, 200, wholeOf(reply, chat));
    response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-store' });
    await stream(chunksOf(reply, chat), pace, response);
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

/** The demo's reply to a conversation. */
function answer(request: ChatRequest): Reply {
  const turn = turnOf(request, request.model === thinkingModel);
  const words = wordsOf[turn.language];
  const background = backgroundScenario(turn);
  if (background) return play(background, turn);
  const reply = play(scenarioNamed(turn.text) ?? unknown, turn);
  if (reply.status !== undefined) return reply;
  const isFirstReply = turn.answers.length === 0;
  const imageNote = isFirstReply && turn.images > 0 ? fill(words.image, { count: turn.images }) : '';
  const labelled = (isFirstReply && turn.first ? words.label : '') + imageNote + reply.text;
  if (!turn.thinks || !isFirstReply) return { ...reply, text: labelled };
  const isPuzzle = reply.text === words.thinking;
  const thinking = isPuzzle ? words.thought : fill(words.brief, { text: turn.text.trim().replace(/\s+/g, ' ').slice(0, 80) });
  return { ...reply, text: labelled, thinking };
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

function parse(body: string): unknown {
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
