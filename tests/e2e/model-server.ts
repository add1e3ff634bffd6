import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { anthropicDialect } from './model-anthropic.ts';
import { googleDialect } from './model-google.ts';
import { openAiDialect } from './model-openai.ts';
import { responsesDialect } from './model-responses.ts';

/** A tool that the model asks for. */
export interface ScriptedTool {
  readonly name: string;
  readonly arguments: object;
  /** The id that it gives the call; one of its own without it (chat completions only). */
  readonly id?: string;
  /** How many letters of the arguments' JSON it sends; all of them without it (chat completions only). */
  readonly letters?: number;
  /** In the middle of the arguments it is waited for (chat completions only). */
  readonly half?: Promise<unknown>;
}

/** What the model does once. Without a `text`, `tools` or a trouble it says nothing and stops. */
export interface Turn {
  /** Takes only the requests that fit; the first turn that fits is used up. */
  readonly when?: (request: ModelRequest) => boolean;
  readonly thinking?: string;
  /** What it says, delta by delta. A promise among them is waited for, so that a test decides when the rest comes. */
  readonly text?: string | readonly (string | Promise<unknown>)[];
  readonly tools?: readonly ScriptedTool[];
  /** The answer reaches the most that the model may write, and is cut there. */
  readonly isAtLimit?: boolean;
  /** Waits between two deltas. */
  readonly deltaMs?: number;
  /** An error in the dialect's own form, before anything is said. */
  readonly status?: 400 | 401 | 403 | 404 | 429 | 500 | 503 | 529;
  /** An error's own words, and for 429 the seconds to wait. */
  readonly message?: string;
  readonly retryAfter?: number;
  /** `html`: a page instead of JSON. `cut`: the connection breaks after the first delta. `nothing`: no answer at all. `garbage`: no JSON. */
  readonly trouble?: 'html' | 'cut' | 'nothing' | 'garbage';
}

/** An answer that a test wrote out, byte by byte if need be. */
export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly html?: string;
  readonly afterMs?: number;
  /** `never`: no answer. `close`: the connection is closed at once. `cut`: it breaks in the middle of the answer. `stalls`: a stream that stops. */
  readonly trouble?: 'never' | 'close' | 'cut' | 'stalls';
}

/** How a server answers for as long as it is set; what is left out is answered as by a server in order. */
export interface Behaviour {
  /** The request for its models. */
  readonly list?: Reply;
  /** A request without a model, with which an address is looked at. */
  readonly empty?: Reply;
  readonly turn?: Reply;
  /** Everything that does not carry this key gets a 401. */
  readonly key?: string;
}

/** One request as it came. */
export interface ModelRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: {
    readonly model?: string;
    readonly stream?: boolean;
    readonly messages?: readonly { readonly role: string; readonly content: unknown }[];
    readonly tools?: readonly unknown[];
  };
}

/** How one kind of provider is spoken to. */
export interface Dialect {
  /** Events of a stream, in order: each is written as it stands. */
  deltas(turn: Turn, model: string): Iterable<string | Promise<unknown>>;
  whole(turn: Turn, model: string): object;
  error(status: number, message: string): object;
  readonly last: string;
}

export interface ModelServer extends AsyncDisposable {
  /** `http://127.0.0.1:<port>/v1`, what a provider's base address is set to. */
  readonly url: string;
  readonly models: readonly string[];
  /** From now on the server behaves so. */
  behave(as: Behaviour): void;
  /** Every request, in order. */
  readonly requests: readonly ModelRequest[];
  /** Adds what the model does next. */
  script(...turns: readonly Turn[]): void;
  /** Turns that nobody has asked for. */
  readonly left: number;
}

/** What a server says to a question without a model, which is how an address is looked at; each variant of it asks once. */
export const lookedAt: readonly Turn[] = Array.from({ length: 8 }, () => ({
  status: 400,
  message: 'A model is missing.',
  when: ({ body }: ModelRequest) => body.model === undefined,
}));

const dialects: readonly (readonly [string, Dialect])[] = [
  ['/chat/completions', openAiDialect],
  ['/messages', anthropicDialect],
  ['/responses', responsesDialect],
  [':streamGenerateContent', googleDialect],
];

/** A model on this machine that does what a test has written, in four dialects over HTTP, streamed or whole. */
export async function openModelServer(...turns: readonly Turn[]): Promise<ModelServer> {
  const models = ['scripted-large', 'scripted-small'];
  const script = [...turns];
  const requests: ModelRequest[] = [];
  let behaviour: Behaviour = {};
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const seen = await read(request);
    requests.push(seen);
    const path = seen.path.split('?', 1)[0] ?? '';
    const isList = request.method === 'GET' && path.endsWith('/models');
    if (behaviour.key !== undefined && !JSON.stringify(seen.headers).includes(behaviour.key))
      return json(response, 401, { error: { message: 'Wrong key.', type: 'authentication_error' } });
    const written = isList ? behaviour.list : seen.body.model === undefined ? behaviour.empty : behaviour.turn;
    if (written !== undefined) return await reply(written, response);
    if (isList) {
      const data = models.map(id => ({ id, object: 'model', type: 'model', display_name: id, created: 0, owned_by: 'tests' }));
      return json(response, 200, { object: 'list', data, has_more: false });
    }
    const dialect = dialects.find(([end]) => path.endsWith(end))?.[1];
    if (dialect === undefined) return json(response, 404, { error: { message: `Nothing at ${path}.`, type: 'not_found' } });
    const at = script.findIndex(turn => turn.when === undefined || turn.when(seen));
    const [turn] = at === -1 ? [] : script.splice(at, 1);
    // How an address is looked at; a test need not script it.
    if (turn === undefined && seen.body.model === undefined) return json(response, 400, dialect.error(400, 'A model is missing.'));
    // Loud, so that a test that forgot a turn says which request it forgot.
    if (turn === undefined) return json(response, 500, dialect.error(500, `The test has scripted no turn for request ${requests.length}.`));
    await play(turn, dialect, seen, response);
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    models,
    behave(as) {
      behaviour = as;
    },
    requests,
    script: (...more) => void script.push(...more),
    get left() {
      return script.length;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function reply(
  { status = 200, headers = {}, json: value, html, afterMs = 0, trouble }: Reply,
  response: ServerResponse,
): Promise<void> {
  if (trouble === 'never') return;
  if (trouble === 'close') return void response.destroy();
  await pause(afterMs, response);
  const type = trouble === 'stalls' ? 'text/event-stream' : html === undefined ? 'application/json' : 'text/html';
  response.writeHead(status, { 'Content-Type': type, ...headers });
  if (trouble === 'cut') return void response.write('{"data": [', () => response.destroy());
  if (trouble === 'stalls') return void response.write('data: {"choices":[{"index":0,"delta":{"content":"Some"}}]}\n\n');
  response.end(html ?? JSON.stringify(value ?? {}));
}

async function play(turn: Turn, dialect: Dialect, { body, path }: ModelRequest, response: ServerResponse): Promise<void> {
  const { status, trouble, message = 'As the test has scripted.' } = turn;
  if (trouble === 'nothing') return;
  if (trouble === 'html')
    return void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><h1>Sign in to the hotel Wi-Fi</h1>');
  if (status !== undefined) {
    if (turn.retryAfter !== undefined) response.setHeader('Retry-After', turn.retryAfter);
    return json(response, status, dialect.error(status, message));
  }
  const model = body.model ?? 'scripted-large';
  if (body.stream !== true && !path.includes(':stream')) return json(response, 200, dialect.whole(turn, model));
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache' });
  if (trouble === 'garbage') return void response.end('data: {"choices": [\n\ndata: nonsense\n\n');
  let count = 0;
  for (const delta of dialect.deltas(turn, model)) {
    if (typeof delta !== 'string') await Promise.race([delta, once(response, 'close')]);
    else if (!response.destroyed) response.write(delta);
    if (response.destroyed) return;
    count += 1;
    // Past the frame that only says who speaks.
    if (trouble === 'cut' && count === 3) return void response.destroy();
    if (turn.deltaMs !== undefined) await pause(turn.deltaMs, response);
  }
  response.end(dialect.last);
}

/** Ends early when nobody listens any more, so that no test waits for a turn that was stopped. */
function pause(milliseconds: number, response: ServerResponse): Promise<void> {
  return new Promise(resolve => {
    const done = () => {
      clearTimeout(clock);
      response.off('close', done);
      resolve();
    };
    const clock = setTimeout(done, milliseconds);
    response.on('close', done);
  });
}

async function read(request: IncomingMessage): Promise<ModelRequest> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  const body = text === '' ? {} : (JSON.parse(text) as ModelRequest['body']);
  return { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body };
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}
