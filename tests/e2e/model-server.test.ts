import { expect, test } from 'vitest';
import { type ModelServer, openModelServer } from './model-server.ts';

const ask = (server: ModelServer, path: string, body: object = {}) =>
  fetch(`${server.url}${path}`, { method: 'POST', body: JSON.stringify({ model: 'scripted-small', stream: true, messages: [], ...body }) });

/** The `data:` of a stream, read. */
async function events(response: Response): Promise<readonly Record<string, unknown>[]> {
  const lines = (await response.text()).split('\n').filter(line => line.startsWith('data: ') && line !== 'data: [DONE]');
  return lines.map(line => JSON.parse(line.slice(6)) as Record<string, unknown>);
}

test('a chat completion streams what it thinks and says and the tools it calls, and its requests are kept', async () => {
  await using server = await openModelServer({
    thinking: 'hm',
    text: 'One two.',
    tools: [{ name: 'read', arguments: { path: 'a/long/path.md' } }],
  });
  const response = await ask(server, '/chat/completions', { messages: [{ role: 'user', content: 'go' }] });
  const choices = (await events(response)).map(event => (event.choices as { delta: Record<string, unknown>; finish_reason: string }[])[0]);
  const called = choices.flatMap(choice => (choice?.delta.tool_calls ?? []) as { function: { name?: string; arguments: string } }[]);
  expect({
    type: response.headers.get('content-type'),
    said: choices.map(choice => choice?.delta.content ?? '').join(''),
    thought: choices.map(choice => choice?.delta.reasoning_content ?? '').join(''),
    tool: [called[0]?.function.name, JSON.parse(called.map(call => call.function.arguments).join(''))],
    finish: choices.at(-1)?.finish_reason,
    asked: server.requests.map(({ path, body }) => [path, body.messages]),
    left: server.left,
  }).toEqual({
    type: 'text/event-stream',
    said: 'One two.',
    thought: 'hm',
    tool: ['read', { path: 'a/long/path.md' }],
    finish: 'tool_calls',
    asked: [['/v1/chat/completions', [{ role: 'user', content: 'go' }]]],
    left: 0,
  });
});

test('messages stream in named events, block by block', async () => {
  await using server = await openModelServer({ thinking: 'hm', text: 'One two.', tools: [{ name: 'read', arguments: { path: 'a.md' } }] });
  const seen = await events(await ask(server, '/messages'));
  const types = seen.map(({ type }) => type).filter((type, index, all) => type !== all[index - 1]);
  expect({ types, stop: (seen.at(-2)?.delta as { stop_reason: string } | undefined)?.stop_reason }).toEqual({
    types: [
      'message_start',
      ...Array.from({ length: 3 }, () => ['content_block_start', 'content_block_delta', 'content_block_stop']).flat(),
      'message_delta',
      'message_stop',
    ],
    stop: 'tool_use',
  });
});

test.each([
  [{ status: 401 }, 401, /invalid_request_error/],
  [{ status: 404, message: 'No such model.' }, 404, /No such model/],
  [{ status: 429, retryAfter: 2 }, 429, /rate_limit_error/],
  [{ status: 500 }, 500, /server_error/],
  [{ trouble: 'html' }, 200, /^<!doctype html>/],
  [{ trouble: 'garbage' }, 200, /nonsense/],
] as const)('%j comes as a provider would send it', async (turn, status, text) => {
  await using server = await openModelServer(turn);
  const response = await ask(server, '/chat/completions');
  expect([response.status, text.test(await response.text()), response.headers.get('retry-after')]).toEqual([
    status,
    true,
    'retryAfter' in turn ? '2' : null,
  ]);
});

test('a stream can break half-way, never come, wait for the test, or be left by who asked', async () => {
  const gate = Promise.withResolvers<void>();
  await using server = await openModelServer(
    { text: 'a b c d', trouble: 'cut' },
    { trouble: 'nothing' },
    { text: ['before', gate.promise, 'after'] },
  );
  const cut = await ask(server, '/chat/completions')
    .then(response => response.text())
    .catch(() => 'broken');
  const stop = new AbortController();
  const silent = fetch(`${server.url}/chat/completions`, { method: 'POST', body: '{}', signal: stop.signal }).catch(
    (error: Error) => error.name,
  );
  await expect.poll(() => server.requests.length).toBe(2);
  stop.abort();
  const held = await ask(server, '/chat/completions');
  gate.resolve();
  expect({
    cut,
    silent: await silent,
    held: (await held.text()).includes('after'),
    unscripted: (await ask(server, '/messages')).status,
  }).toEqual({
    cut: 'broken',
    silent: 'AbortError',
    held: true,
    unscripted: 500,
  });
});

test('turns are given to the requests they are for, models are listed, and a whole answer needs no stream', async () => {
  await using server = await openModelServer({ text: 'A title', when: ({ body }) => body.model === 'scripted-small' }, { text: 'Hello' });
  const text = async (model: string) => {
    const whole = (await (await ask(server, '/chat/completions', { model, stream: false })).json()) as {
      choices: { message: { content: string } }[];
    };
    return whole.choices[0]?.message.content;
  };
  const models = (await (await fetch(`${server.url}/models`)).json()) as { data: { id: string }[] };
  expect([await text('scripted-large'), await text('scripted-small'), models.data.map(({ id }) => id)]).toEqual([
    'Hello',
    'A title',
    ['scripted-large', 'scripted-small'],
  ]);
});
