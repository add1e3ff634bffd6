import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Client } from '@atelier/kernel';
import { testKernel } from '@atelier/kernel/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { CloudChannel, type CloudShape } from '../contract/index.ts';
import { type Browser, hiddenField, password, type TestCloud, testCloud } from '../server/cloud.fixture.ts';
import { answer, email } from '../server/oidc/desktop.fixture.ts';
import { moveClock } from './moved-clock.fixture.ts';
import { problemOf } from './server-link.ts';

const plugins = ['@atelier/cloud'];
const isApart = process.env.ATELIER_TEST_APART === '1';

type Cloud = Client<CloudShape>;

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const only = async (client: Cloud) => (await client.call('read', {})).connections[0];
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => ['ok'],
    ({ code, details }: { code?: string; details?: { reason?: unknown } }) => [code, details?.reason],
  );

async function signIn(client: Cloud, cloud: TestCloud, person: Browser): Promise<void> {
  const { url } = await client.call('connect', { url: cloud.url });
  await fetch(await answer(person, new URL(url), 'approve'));
  await expect.poll(async () => (await client.call('read', {})).waiting).toBe(undefined);
}

/** A server that answers as it is told. */
async function serverOf(handler: RequestListener) {
  const server = createServer(handler).listen(0, '127.0.0.1');
  await expect.poll(() => server.listening).toBe(true);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.dispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Holds the first answer from an address back. */
function hold(path: string) {
  const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const real = globalThis.fetch;
  let isFirst = true;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const given = await real(input, init);
    if (!isFirst || !String(input).endsWith(path)) return given;
    isFirst = false;
    arrived.resolve();
    await released.promise;
    return given;
  });
  const release = () => released.resolve();
  return { arrived: arrived.promise, release, [Symbol.dispose]: release };
}

test('a link that asks and a sign-in that waits are each left by themselves', async () => {
  await using cloud = await testCloud();
  await using kernel = await testKernel({ plugins });
  const client = kernel.client(CloudChannel);
  const read = async () => {
    const { asked, waiting } = await client.call('read', {});
    return [asked, waiting?.url];
  };
  const other = 'https://other.example';
  const link = () => kernel.host.handOver([`atelier://cloud/connect?base_url=${encodeURIComponent(other)}`]);
  await client.call('connect', { url: cloud.url });
  link();
  await expect.poll(read).toEqual([other, cloud.url]);
  await client.call('decline', {});
  const declined = await read();
  link();
  await expect.poll(read).toEqual([other, cloud.url]);
  await client.call('cancel', {});
  expect([declined, await read()]).toEqual([
    [undefined, cloud.url],
    [other, undefined],
  ]);
});

test('a link asks until its server has said how one signs in there, and leaving it leaves that too', async () => {
  const asked = Promise.withResolvers<void>();
  using server = await serverOf(() => asked.resolve());
  await using kernel = await testKernel({ plugins });
  const client = kernel.client(CloudChannel);
  kernel.host.handOver([`atelier://cloud/connect?base_url=${encodeURIComponent(server.url)}`]);
  await expect.poll(async () => (await client.call('read', {})).asked).toBe(server.url);
  const connect = refusal(client.call('connect', { url: server.url }));
  await asked.promise;
  const during = (await client.call('read', {})).asked;
  await client.call('decline', {});
  server[Symbol.dispose]();
  await connect;
  const { asked: after, waiting } = await client.call('read', {});
  expect([during, after, waiting]).toEqual([server.url, undefined, undefined]);
});

test('a server that is away for now is told apart from one that is no cloud', async () => {
  await using kernel = await testKernel({ plugins });
  const client = kernel.client(CloudChannel);
  const told: unknown[] = [];
  const handlers: readonly RequestListener[] = [
    (_, response) => response.writeHead(502).end('Bad gateway'),
    (_, response) => response.writeHead(503, { 'content-type': 'application/json' }).end('{}'),
    (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(`"${'x'.repeat(5_000_000)}"`),
    (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hello</p>'),
  ];
  for (const handler of handlers) {
    using server = await serverOf(handler);
    told.push(await refusal(client.call('connect', { url: server.url })));
  }
  const late = problemOf(new DOMException('It took too long.', 'TimeoutError'), 'https://cloud.example') as { details?: object };
  expect([...told, late.details]).toEqual([
    ['cloud/unreachable', 502],
    ['cloud/unreachable', 503],
    ['cloud/not-a-cloud', 'too-long'],
    ['cloud/not-a-cloud', 'OAUTH_RESPONSE_IS_NOT_JSON'],
    { host: 'cloud.example', reason: 'TimeoutError' },
  ]);
});

test('after a sign-in nothing is said of a server before it was asked', async context => {
  context.skip(isApart, 'a process of its own has a network of its own');
  await using cloud = await testCloud();
  const person = await cloud.account(email);
  await using kernel = await testKernel({ plugins });
  const client = kernel.client(CloudChannel);
  const seen: unknown[] = [];
  for (const _ of ['the first', 'one more']) {
    using bootstrap = hold('/v1/bootstrap');
    await signIn(client, cloud, person);
    await bootstrap.arrived;
    seen.push((await only(client))?.triedAt);
    bootstrap.release();
    await expect.poll(async () => (await only(client))?.status).toBe('connected');
    vi.restoreAllMocks();
  }
  expect(seen).toEqual([undefined, undefined]);
});

test('an earlier sign-in whose end comes late takes nothing from the new one', async context => {
  context.skip(isApart, 'a process of its own has a clock and a network of its own');
  await using cloud = await testCloud();
  const person = await cloud.account(email);
  await using kernel = await testKernel({ plugins });
  const client = kernel.client(CloudChannel);
  await signIn(client, cloud, person);
  await expect.poll(async () => (await only(client))?.status).toBe('connected');
  moveClock(2_000);
  await person.form('/v1/web/logout-all', { csrf: hiddenField((await person.get('/cloud/account')).text, 'csrf') });
  await person.post('/v1/web/login', { email, password });
  using renewal = hold('/oidc/token');
  const refreshed = client.call('refresh', { url: cloud.url });
  await renewal.arrived;
  await signIn(client, cloud, person);
  await expect.poll(async () => (await only(client))?.status).toBe('connected');
  renewal.release();
  await refreshed;
  const after = (await only(client))?.status;
  await client.call('refresh', { url: cloud.url });
  const codes = kernel.notices().map(({ code }) => code);
  expect([after, (await only(client))?.status, codes]).toEqual(['connected', 'connected', []]);
});
