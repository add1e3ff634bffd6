import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, request as forward } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openModelServer } from '../../../tests/e2e/model-server.ts';
import { startEngine } from '../../../tests/support/agent-engine.ts';

test('models say what they can; a keyless provider gets no Authorization header; an image reaches the model; nothing of an ephemeral conversation stays', async () => {
  await using server = await openModelServer({ text: 'Seen.' }, { text: 'Keyless.' });
  await using engine = await startEngine({
    providers: { local: server.url, ollama: { baseUrl: server.url, apiKey: '!' } },
    keyless: ['ollama'],
  });
  const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
  const opened = await engine.open('hidden', { ephemeral: true });
  await engine.call('prompt', { conversation: 'hidden', text: 'look', images: [{ mimeType: 'image/png', data: dot }] });
  await engine.next(event => event.kind === 'settled');
  const levels = await engine.call('setModel', { conversation: 'hidden', model: 'ollama/m2' });
  await engine.turn('hidden', 'again');
  const { models, problem } = await engine.call('models', null);
  const ours = models
    .filter(({ provider }) => ['local', 'ollama'].includes(provider))
    .map(({ id, available, images, thinkingLevels }) => [id, available, images, thinkingLevels.length]);
  writeFileSync(join(engine.directory, 'models.json'), '{"providers":{"local":{"baseUrl":1}}}');
  await engine.call('reloadModels', null);
  const broken = await engine.call('models', null);
  await engine.call('close', { conversation: 'hidden' });

  expect({
    file: opened.sessionFile,
    files: existsSync(join(engine.directory, 'sessions')) ? readdirSync(join(engine.directory, 'sessions')) : [],
    sent: JSON.stringify(server.requests[0]?.body.messages).includes('data:image/'),
    authorization: server.requests.map(({ headers }) => headers.authorization),
    levels,
    ours,
    problem,
    broken: broken.problem?.includes('models.json'),
  }).toEqual({
    file: undefined,
    files: [],
    sent: true,
    authorization: ['Bearer dummy', undefined],
    levels: { thinkingLevel: 'off', thinkingLevels: ['off'] },
    ours: [
      ['local/m1', true, true, 5],
      ['local/m2', true, false, 1],
      ['ollama/m1', true, true, 5],
      ['ollama/m2', true, false, 1],
    ],
    problem: undefined,
    broken: true,
  });
});

test('requests go through the proxy of the settings, and those to this machine do not', async () => {
  await using server = await openModelServer({ text: 'Far.' }, { text: 'Near.' });
  const asked: string[] = [];
  const proxy = createServer().on('connect', (request, client: Socket) => {
    asked.push(String(request.url));
    const there = connect(Number(new URL(server.url).port), '127.0.0.1', () => client.write('HTTP/1.1 200 OK\r\n\r\n'));
    there.on('error', () => client.destroy()).pipe(client);
    client.on('error', () => there.destroy()).pipe(there);
  });
  proxy.on('request', (request, response) => {
    asked.push(`${request.url}`);
    const { port } = new URL(server.url);
    const { pathname } = new URL(String(request.url));
    const there = forward({ port, host: '127.0.0.1', path: pathname, method: request.method, headers: request.headers }, answer =>
      answer.pipe(response),
    );
    request.pipe(there);
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const address = proxy.address();
  const httpProxy = `http://127.0.0.1:${typeof address === 'object' && address?.port}`;
  await using engine = await startEngine({ settings: { httpProxy }, providers: { far: 'http://models.example/v1', near: server.url } });
  await engine.open('far', { model: 'far/m2' });
  await engine.open('near', { model: 'near/m2' });
  const ended = [(await engine.turn('far', 'x')).ended, (await engine.turn('near', 'x')).ended];
  await engine[Symbol.asyncDispose]();
  proxy.closeAllConnections();
  await new Promise(resolve => proxy.close(resolve));
  expect({ ended, asked: asked.filter(target => !target.includes('models.example')), proxied: asked.length > 0 }).toEqual({
    ended: ['done', 'done'],
    asked: [],
    proxied: true,
  });
});

test('a conversation that is open asks at the new address once the files have one', async () => {
  await using old = await openModelServer({ text: 'Old.' });
  await using moved = await openModelServer({ text: 'New.' });
  await using engine = await startEngine({ providers: { local: old.url } });
  const file = join(engine.directory, 'models.json');
  await engine.open('c1');
  await engine.turn('c1', 'one');
  writeFileSync(file, readFileSync(file, 'utf8').replace(old.url, moved.url));
  await engine.call('reloadModels', null);
  await engine.turn('c1', 'two');
  expect([old.requests.length, moved.requests.length]).toEqual([1, 1]);
});

test('a conversation that is open does not ask a model that was removed, and goes on with another one', async () => {
  await using server = await openModelServer({ text: 'One.' }, { text: 'Two.' });
  await using engine = await startEngine({ providers: { local: server.url } });
  const file = join(engine.directory, 'models.json');
  const { providers } = JSON.parse(readFileSync(file, 'utf8')) as { providers: { local: { models: { id: string }[] } } };
  const other = { ...providers.local.models[0], id: 'other' };
  const withModels = (...models: object[]) => writeFileSync(file, JSON.stringify({ providers: { local: { ...providers.local, models } } }));
  await engine.open('c1');
  await engine.turn('c1', 'one');
  withModels(other);
  await engine.call('reloadModels', null);
  const refused = await engine.call('prompt', { conversation: 'c1', text: 'two', images: [] }).catch(({ code }) => code);
  await engine.call('setModel', { conversation: 'c1', model: 'local/other' });
  await engine.turn('c1', 'two');
  expect([refused, server.requests.map(({ body }) => body.model)]).toEqual([
    'agent/model-unknown',
    [providers.local.models[0]?.id, 'other'],
  ]);
});
