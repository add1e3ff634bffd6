import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { discoverModels } from './discover.ts';

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const discover = (origin: string, provider = 'mine', api: string | undefined = 'openai-completions', key?: string) =>
  discoverModels({ provider, baseUrl: `${origin}/v1`, api, key });
const refused = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no error',
    (error: unknown) => error,
  );
const json =
  (value: unknown): RequestListener =>
  (_request, response) =>
    void response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));

test.each([
  ['OpenAI', { object: 'list', data: [{ id: 'a', object: 'model' }, { id: 'text-embedding-3' }, { id: '' }, 7] }, [{ id: 'a' }]],
  ['a bare list', [{ id: 'a' }, 'b', { id: 'a' }], [{ id: 'a' }, { id: 'b' }]],
  [
    'OpenRouter',
    {
      data: [
        {
          id: 'x/a',
          name: 'A',
          context_length: 9000,
          top_provider: { max_completion_tokens: 100 },
          architecture: { input_modalities: ['text', 'image'] },
          supported_parameters: ['reasoning'],
        },
      ],
    },
    [{ id: 'x/a', name: 'A', contextWindow: 9000, maxTokens: 100, reasoning: true, images: true }],
  ],
  [
    'prices a token',
    {
      data: [
        { id: 'p', pricing: { prompt: '0.0000015', completion: '0.000006' } },
        { id: 'free', pricing: { prompt: '0', completion: '0' } },
        { id: 'odd', pricing: { prompt: '-1' } },
      ],
    },
    [{ id: 'p', inputCost: 1.5, outputCost: 6 }, { id: 'free', inputCost: 0, outputCost: 0 }, { id: 'odd' }],
  ],
  [
    'llama.cpp',
    {
      models: [{ id: 'l' }],
      data: [
        { id: 'l', meta: { n_ctx: 8192, n_ctx_train: 131_072 } },
        { id: 'v', capabilities: ['completion', 'multimodal'] },
      ],
    },
    [
      { id: 'l', contextWindow: 8192 },
      { id: 'v', images: true },
    ],
  ],
  ['vLLM', { data: [{ id: 'w', max_model_len: 32_768 }] }, [{ id: 'w', contextWindow: 32_768 }]],
  ['Anthropic', { data: [{ id: 'c', type: 'model', display_name: 'C' }], has_more: false }, [{ id: 'c', name: 'C' }]],
  [
    'Google',
    {
      models: [
        { name: 'models/g', displayName: 'G', inputTokenLimit: 5, outputTokenLimit: 6, supportedGenerationMethods: ['generateContent'] },
        { name: 'models/e', supportedGenerationMethods: ['embedContent'] },
      ],
    },
    [{ id: 'g', name: 'G', contextWindow: 5, maxTokens: 6 }],
  ],
  ['Ollama', { models: [{ name: 'llama3:8b', model: 'llama3:8b', size: 1 }] }, [{ id: 'llama3:8b' }]],
  [
    'LM Studio',
    {
      data: [
        { id: 'v', type: 'vlm', max_context_length: 4096 },
        { id: 'e', type: 'embeddings' },
      ],
    },
    [{ id: 'v', contextWindow: 4096, images: true }],
  ],
  ['a server without models', { models: null }, []],
])('the list of %s is read', async (_name, answer, models) => {
  expect(await discover(await serve(json(answer)))).toEqual(models);
});

test('ten thousand models come whole', async () => {
  const origin = await serve(json({ data: Array.from({ length: 10_000 }, (_, at) => ({ id: `model-${at}` })) }));
  expect((await discover(origin)).length).toBe(10_000);
});

test('each way of packing is unpacked, and a small answer that unpacks to a huge one is cut off', async () => {
  const body = Buffer.from('{"data":[{"id":"a"}]}');
  const packed: Record<string, Buffer> = { gzip: gzipSync(body), deflate: deflateSync(body), br: brotliCompressSync(body) };
  const found: unknown[] = [];
  for (const [encoding, bytes] of Object.entries(packed))
    found.push(
      await discover(await serve((_request, response) => void response.writeHead(200, { 'Content-Encoding': encoding }).end(bytes))),
    );
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, 32));
  const blown = await refused(
    discover(await serve((_request, response) => void response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb))),
  );
  expect({ found, blown }).toMatchObject({
    found: [[{ id: 'a' }], [{ id: 'a' }], [{ id: 'a' }]],
    blown: { code: 'providers/no-model-list', message: expect.stringContaining('its answer is too large') },
  });
});

test.each<[string, RequestListener, string, string]>([
  [
    'a web page',
    (_q, response) => void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Sign in</h1>'),
    'providers/no-model-list',
    'it sent a web page',
  ],
  ['garbage', (_q, response) => void response.end('}{ nonsense sk-canary'), 'providers/no-model-list', 'it sent no JSON'],
  ['another object', json({ hello: 1 }), 'providers/no-model-list', 'its JSON holds no such list'],
  [
    'half a body',
    (_q, response) => void response.writeHead(200, { 'Content-Length': 100 }).write('{"data":[', () => response.destroy()),
    'providers/unreachable',
    'closed the connection',
  ],
  [
    'a broken packing',
    (_q, response) => void response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('nonsense'),
    'providers/unreachable',
    'cannot be unpacked',
  ],
  ['401', (_q, response) => void response.writeHead(401).end('{"error":"bad key sk-canary"}'), 'providers/refused', 'HTTP 401'],
  ['500', (_q, response) => void response.writeHead(500).end(), 'providers/refused', 'HTTP 500'],
])('%s ends with a clear sentence', async (_name, answer, code, part) => {
  const error = await refused(discover(await serve(answer)));
  expect(error).toMatchObject({ code, message: expect.stringContaining(part) });
  expect(String((error as Error).message)).not.toContain('canary');
});

test('K8: a list of models that redirects is followed on the same host; to another host it is not, and the error names both', async () => {
  const heard: IncomingMessage['headers'][] = [];
  const thief = await serve((request, response) => {
    heard.push(request.headers);
    response.end('{"data":[]}');
  });
  const origin = await serve((request, response) => {
    if (request.url === '/v1/models') return void response.writeHead(307, { Location: '/v2/models' }).end();
    if (request.headers.authorization === 'Bearer sk-test') return json({ data: [{ id: 'a' }] })(request, response);
    response.writeHead(302, { Location: `${thief}/v1/models` }).end();
  });
  const same = await discover(origin, 'mine', 'openai-completions', 'sk-test');
  const other = await refused(discover(origin, 'mine', 'openai-completions', 'sk-other'));
  expect({ same, other, heard: heard.length }).toMatchObject({
    same: [{ id: 'a' }],
    other: {
      code: 'providers/redirected',
      message: `${new URL(origin).host} redirects to another host, ${new URL(thief).host}. Nothing was sent there. If that is where the provider is now, enter its address, then try again.`,
    },
    heard: 0,
  });
});

test('each API is shown the key in its own way, and Ollama is asked for its richer list first', async () => {
  const asked: string[] = [];
  const origin = await serve((request, response) => {
    const { authorization, 'x-api-key': own, 'x-goog-api-key': google } = request.headers;
    asked.push([request.url, authorization, own, google].join(' '));
    if (request.url === '/api/tags') return void response.writeHead(404).end();
    json({ data: [] })(request, response);
  });
  await discover(origin, 'a', 'openai-completions', 'k');
  await discoverModels({ provider: 'b', baseUrl: origin, api: 'anthropic-messages', key: 'k' });
  await discover(origin, 'c', 'google-generative-ai', 'k');
  await discover(origin, 'ollama', 'openai-completions');
  expect(asked).toEqual([
    '/v1/models Bearer k  ',
    '/v1/models?limit=1000 Bearer k k ',
    '/v1/models?pageSize=1000   k',
    '/api/tags   ',
    '/v1/models   ',
  ]);
});
