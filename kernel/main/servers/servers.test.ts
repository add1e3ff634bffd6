import { KernelChannel } from '@atelier/kernel';
import { problemOf, type TestExtension, type TestKernel, testKernel } from '@atelier/kernel/testing';
import { expect, test, vi } from 'vitest';

// A machine under load starts a process in seconds; these tests assert no times.
vi.setConfig({ testTimeout: 60_000 });

const id = '@test/searching';
const policy = { probeMs: 10, healthMs: 50, answerMs: 2000, restartMs: 10, maxFailedChecks: 2, stopMs: 1000 };

const searching = (server: string, ready: object = { path: '/health' }): TestExtension => ({
  id,
  installed: true,
  atelier: {
    rights: { servers: ['search'] },
    servers: [{ id: 'search', main: './server.js', args: ['--greet', 'hello'], ready }],
    contributes: { commands: [{ id: 'searching.ask', title: 'ask' }] },
  },
  files: {
    'main.js': `export default { activate(ctx) {
      ctx.handle('searching.ask', async ({ url = 'http://search.server/', body } = {}) => {
        const answer = await ctx.fetch(url, body === undefined ? {} : { method: 'POST', body });
        return { status: answer.status, text: answer.text() };
      });
    } };`,
    'server.js': server,
  },
});

const answering = `
  import { createServer } from 'node:http';
  import { connect } from 'node:net';
  const reach = () => new Promise(resolve => connect(9, '127.0.0.1').on('error', error => resolve(error.code)).on('connect', () => resolve('open')));
  createServer(async (request, answer) => {
    if (request.url === '/health') return answer.end('well');
    if (request.url === '/fall') process.exit(3);
    if (request.url === '/pid') return answer.end(String(process.pid));
    if (request.url === '/away') return answer.writeHead(302, { location: 'http://169.254.169.254/' }).end();
    let body = '';
    for await (const part of request) body += part;
    answer.end(JSON.stringify({ args: process.argv.slice(2), body, env: Object.keys(process.env).sort(), reach: await reach() }));
  }).listen(process.env.PORT, () => console.log('listening'));
`;

const list = (kernel: TestKernel) => kernel.client(KernelChannel).call('listServers', { id });
const stateOf = async (kernel: TestKernel) => (await list(kernel))[0]?.state;
const until = (kernel: TestKernel, state: string) =>
  vi.waitFor(async () => expect(await stateOf(kernel)).toBe(state), { timeout: 120_000, interval: 20 });
const codeOf = (problem: unknown) => (problem as readonly [string, string] | undefined)?.[0];
const memoryOf = (kernel: TestKernel) => kernel.costs().find(one => one.id === id)?.memoryBytes ?? 0;

test('C4: a server runs only if the person allows it, on no port, can be reached by its extension only, and ends with it', async () => {
  await using kernel = await testKernel({ extensions: [searching(answering)], servers: policy });
  const refused = await problemOf(kernel.run('searching.ask', {}));
  const before = await list(kernel);
  await kernel.grant(id, { servers: ['search'] });
  const asked = (await kernel.run('searching.ask', { body: 'where?' })) as { status: number; text: string };
  await until(kernel, 'ready');
  const away = await problemOf(kernel.run('searching.ask', { url: 'http://search.server/away' }));
  const other = await problemOf(kernel.run('searching.ask', { url: 'http://else.server/' }));
  await kernel.grant(id, {});
  await until(kernel, 'off');
  await kernel.grant(id, { servers: ['search'] });
  await until(kernel, 'ready');
  await kernel.disable(id);
  expect({
    refused: codeOf(refused),
    before,
    status: asked.status,
    said: { ...JSON.parse(asked.text), reach: undefined },
    away: codeOf(away),
    other: codeOf(other),
    after: await stateOf(kernel),
    left: memoryOf(kernel),
  }).toEqual({
    refused: 'server/not-granted',
    before: [{ id: 'search', state: 'off', allowed: false, restarts: 0 }],
    status: 200,
    said: { args: ['--greet', 'hello'], body: 'where?', env: expect.arrayContaining(['PORT', 'TZ']), reach: undefined },
    away: 'fetch/host-not-granted',
    other: 'server/unknown',
    after: 'off',
    left: 0,
  });
});

test('a server that ends is restarted, and stays off with a sentence after the fifth time', async () => {
  await using kernel = await testKernel({ extensions: [searching(answering)], servers: policy });
  await kernel.grant(id, { servers: ['search'] });
  const first = (await kernel.run('searching.ask', { url: 'http://search.server/pid' })) as { text: string };
  for (let count = 0; count < 5; count += 1) {
    await until(kernel, 'ready');
    await kernel.run('searching.ask', { url: 'http://search.server/fall' }).catch(() => undefined);
    await vi.waitFor(async () => expect((await list(kernel))[0]).toSatisfy(one => one.restarts > count || one.state === 'failed'), 120_000);
  }
  await until(kernel, 'failed');
  const [given] = await list(kernel);
  const asked = await problemOf(kernel.run('searching.ask', {}));
  await kernel.client(KernelChannel).call('restartServer', { id, server: 'search' });
  await until(kernel, 'ready');
  const again = (await kernel.run('searching.ask', { url: 'http://search.server/pid' })) as { text: string };
  expect({ given, asked: codeOf(asked), other: again.text !== '' && first.text !== '' }).toEqual({
    given: { id: 'search', state: 'failed', allowed: true, restarts: 4, problem: expect.objectContaining({ code: 'server/gave-up' }) },
    asked: 'server/gave-up',
    other: true,
  });
});

test('a server that never becomes ready, or stops responding, is restarted', async () => {
  const silent = searching("import { createServer } from 'node:net'; createServer().listen(process.env.PORT);", {
    line: 'come in',
    seconds: 1,
  });
  await using kernel = await testKernel({ extensions: [silent], servers: { ...policy, ends: 2 } });
  await kernel.grant(id, { servers: ['search'] });
  await kernel.wake(id);
  await until(kernel, 'failed');
  const silence = (await list(kernel))[0]?.problem?.code;
  const unresponsive = searching(
    `
    import { createServer } from 'node:http';
    let asked = 0;
    createServer((request, answer) => answer.writeHead(asked++ > 0 ? 500 : 200).end()).listen(process.env.PORT, () => console.log('come', 'in'));
  `,
    { line: 'come in', path: '/health' },
  );
  await using other = await testKernel({ extensions: [unresponsive], servers: { ...policy, ends: 2 } });
  await other.grant(id, { servers: ['search'] });
  await other.wake(id);
  await until(other, 'failed');
  expect([silence, (await list(other))[0]?.restarts]).toEqual(['server/gave-up', 1]);
});
