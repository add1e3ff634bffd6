import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { candidatesOf, parseAddress, plainAddress } from './address.ts';
import { probe } from './probe.ts';
import { openProbeCache } from './probe-cache.ts';

type Answering = (request: IncomingMessage, response: ServerResponse) => void;

/** A server that answers each "METHOD path" with a status, and 404 elsewhere. */
async function serve(answers: Readonly<Record<string, number>> | Answering): Promise<{ origin: string; asked: IncomingMessage[] }> {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    if (typeof answers === 'function') return answers(request, response);
    response.writeHead(answers[`${request.method} ${request.url}`] ?? 404, { 'Content-Type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const ask = { api: undefined, key: undefined };

test.each([
  ['a /v1 that was left out', '', { 'GET /v1/models': 200, 'POST /v1/chat/completions': 400 }, '/v1', 'openai-completions', true],
  [
    'generation that outweighs a list elsewhere',
    '/v1',
    { 'GET /v1/models': 200, 'POST /chat/completions': 422 },
    '',
    'openai-completions',
    false,
  ],
  [
    'a tie goes to /v1',
    '',
    { 'POST /chat/completions': 401, 'POST /v1/chat/completions': 401, 'GET /models': 401, 'GET /v1/models': 401 },
    '/v1',
    'openai-completions',
    true,
  ],
  [
    'a path of its own',
    '/api/openai/v1',
    { 'GET /api/openai/v1/models': 403, 'POST /api/openai/v1/chat/completions': 403 },
    '/api/openai/v1',
    'openai-completions',
    false,
  ],
  ['only responses', '/v1', { 'POST /v1/responses': 400 }, '/v1', 'openai-responses', false],
  ['messages, whose client adds /v1 itself', '', { 'POST /v1/messages': 401, 'GET /v1/models': 401 }, '', 'anthropic-messages', false],
  ['a whole call that was pasted', '/v1/chat/completions', { 'POST /v1/chat/completions': 400 }, '/v1', 'openai-completions', false],
  ['a list alone', '/v1', { 'GET /v1/models': 200 }, '/v1', 'openai-completions', false],
] as const)('%s is found', async (_name, path, answers, chosen, api, corrected) => {
  const { origin } = await serve(answers);
  const found = await probe({ ...ask, baseUrl: origin + path });
  expect({ chosen: found.chosen, api: found.api, corrected: found.corrected }).toEqual({ chosen: origin + chosen, api, corrected });
});

test.each([
  [undefined, 'asks for a key'],
  ['wrong', 'refuses this key'],
])('a server that answers 401 to the key %s neither lists its models nor can answer', async (key, why) => {
  const { origin } = await serve({ 'POST /v1/chat/completions': 401, 'GET /v1/models': 401 });
  const found = await probe({ api: undefined, key, baseUrl: `${origin}/v1` });
  const [{ lists, generates } = {}] = found.tried;
  expect({ lists, generates, why: found.why.en }).toEqual({ lists: 'key', generates: 'key', why: expect.stringContaining(why) });
});

test('K8: an address that redirects to another host is not followed there, and the reason names both', async () => {
  const thief = await serve({});
  const { origin, asked } = await serve((request, response) => {
    response.writeHead(307, { Location: `${thief.origin}${request.url}` }).end();
  });
  const { chosen, why, tried } = await probe({ baseUrl: origin, api: 'anthropic-messages', key: 'sk-test' });
  const [host, to] = [new URL(origin).host, new URL(thief.origin).host];
  expect({ chosen, why: why.en, models: tried[0]?.models, stolen: thief.asked.length, shown: asked[0]?.headers['x-api-key'] }).toEqual({
    chosen: undefined,
    why: `${host} redirects to another host, ${to}. Nothing was sent there. If that is where the provider is now, enter its address, then try again.`,
    models: `→ ${to}`,
    stolen: 0,
    shown: 'sk-test',
  });
  expect(why.fr).toContain('redirige vers un autre hôte');
});

test('404, 405, 500 and a page for people are no model server, and the reason is in both languages', async () => {
  const { origin } = await serve((request, response) => {
    if (request.url === '/models')
      return void response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end('<h1>Hotel</h1>');
    response.writeHead(request.method === 'POST' ? 405 : 500).end();
  });
  const found = await probe({ ...ask, baseUrl: origin });
  expect(found).toEqual({
    why: { en: 'None of the addresses answers like a model server.', fr: 'Aucune des adresses ne répond comme un serveur de modèles.' },
    tried: [
      { baseUrl: origin, models: 'HTML', generation: 'HTTP 405', lists: 'no', generates: 'no', call: '/chat/completions' },
      { baseUrl: `${origin}/v1`, models: 'HTTP 500', generation: 'HTTP 405', lists: 'no', generates: 'no', call: '/chat/completions' },
    ],
  });
});

test('the variants are asked at once, and a server that says nothing costs three seconds in all', async () => {
  const { origin, asked } = await serve(() => undefined);
  const found = await probe({ ...ask, baseUrl: `${origin}/x` });
  expect({ asked: asked.length, tried: found.tried.map(({ models, generation }) => [models, generation]), chosen: found.chosen }).toEqual({
    asked: 12,
    tried: Array.from({ length: 3 }, () => ['timeout', 'timeout']),
    chosen: undefined,
  });
});

test('a server that is not there is told by the system’s code', async () => {
  const found = await probe({ ...ask, baseUrl: 'http://127.0.0.1:9' });
  expect(found.tried[0]).toEqual({
    baseUrl: 'http://127.0.0.1:9',
    models: 'ECONNREFUSED',
    generation: 'ECONNREFUSED',
    lists: 'no',
    generates: 'no',
    call: '/chat/completions',
  });
});

test('an answer counts for ten minutes, for one provider, address and key', async () => {
  const { origin, asked } = await serve({ 'POST /v1/chat/completions': 400 });
  let now = 0;
  const cache = openProbeCache(() => now);
  const counts: number[] = [];
  const look = async (provider: string, key?: string) => {
    await cache.ask(provider, { baseUrl: origin, api: undefined, key });
    counts.push(asked.length / 8);
  };
  await Promise.all([look('a'), look('a')]);
  await look('a', 'other key');
  await look('b');
  now = 599_999;
  await look('a');
  now = 600_000;
  await look('a');
  cache.forget('a');
  await look('a');
  expect(counts).toEqual([1, 1, 2, 3, 3, 4, 5]);
});

test.each([
  ['api.example.com', 'https://api.example.com'],
  ['localhost:1234/v1/', 'http://localhost:1234/v1'],
  ['192.168.1.20:8080', 'http://192.168.1.20:8080'],
  ['[::1]:8080/v1', 'http://[::1]:8080/v1'],
  [' HTTPS://Api.Example.com/v1/models ', 'https://api.example.com/v1'],
])('the address %s is read as %s', (typed, address) => {
  expect(plainAddress(parseAddress(typed))).toBe(address);
});

test.each(['file:///etc/passwd', 'https://me:sk-canary@host/v1', 'https://host/v1?key=sk-canary', 'https://', 'http://[x'])(
  'the address %s is refused, without quoting it',
  typed => {
    expect(() => parseAddress(typed)).toThrow(
      expect.objectContaining({ code: 'providers/address-invalid', message: expect.not.stringContaining('canary') }),
    );
  },
);

test('the variants are the typed address, /v1 of its origin, and its origin, none twice', () => {
  expect([candidatesOf(new URL('https://h/api')), candidatesOf(new URL('https://h/v1')), candidatesOf(new URL('https://h'))]).toEqual([
    ['https://h/api', 'https://h/v1', 'https://h'],
    ['https://h/v1', 'https://h'],
    ['https://h', 'https://h/v1'],
  ]);
});
