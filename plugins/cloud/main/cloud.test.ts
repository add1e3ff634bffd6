import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Client } from '@atelier/kernel';
import { type TestKernel, testKernel } from '@atelier/kernel/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { CloudChannel, type CloudShape } from '../contract/index.ts';
import { type Browser, hiddenField, type TestCloud, testCloud } from '../server/cloud.fixture.ts';
import { answer } from '../server/oidc/desktop.fixture.ts';
import { moveClock } from './moved-clock.fixture.ts';

const email = 'marta@nordlys.example';
const plugins = ['@atelier/cloud'];
const isApart = process.env.ATELIER_TEST_APART === '1';

type Cloud = Client<CloudShape>;

/** Signs in as the page and the browser do together. */
async function signIn(client: Cloud, cloud: TestCloud, person: Browser): Promise<void> {
  const { url } = await client.call('connect', { url: cloud.url });
  const back = await answer(person, new URL(url), 'approve');
  await fetch(back);
  await expect.poll(async () => (await client.call('read', {})).connections[0]?.status).toBe('connected');
}

afterEach(() => vi.unstubAllGlobals());

const only = async (client: Cloud) => (await client.call('read', {})).connections[0];
const answered = (cloud: TestCloud) => cloud.log().split('"answered"').length - 1;
const codes = (kernel: TestKernel) => kernel.notices().map(({ code }) => code);
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: { code?: string }) => error.code,
  );

test('a desktop is connected by the browser, shows the account that the server says, and asks to sign in again if its secrets can no longer be read', async () => {
  await using cloud = await testCloud();
  await using kernel = await testKernel({ plugins });
  const client = kernel.client(CloudChannel);
  await signIn(client, cloud, await cloud.account(email));
  const first = await only(client);
  await kernel.close();
  // The secrets of a host in memory have another key after a restart.
  await using again = await testKernel({ plugins, profile: kernel.profile });
  const later = again.client(CloudChannel);
  const kept = await only(later);
  const before = answered(cloud);
  await later.call('refresh', { url: cloud.url });
  const { status, account } = (await only(later)) ?? {};
  expect({ first: first?.account, kept, status, account, sent: answered(cloud) - before }).toEqual({
    first: {
      ...{ email, displayName: 'Marta Kervella', plan: 'Plus', complimentary: false, organizations: [], active: 0, limit: 3 },
    },
    ...{ kept: { ...first, status: 'asking' }, status: 'reconnect', account: first?.account, sent: 0 },
  });
});

test('P7: a link to a cloud asks, and sends nothing before the person says so', async () => {
  let requests = 0;
  const server = createServer((_, response) => {
    requests += 1;
    response.end();
  }).listen(0, '127.0.0.1');
  await expect.poll(() => server.listening).toBe(true);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await using kernel = await testKernel({ plugins });
  const client = kernel.client(CloudChannel);
  kernel.host.handOver([`atelier://cloud/connect?base_url=${encodeURIComponent(url)}`]);
  await expect.poll(async () => (await client.call('read', {})).asked).toBe(url);
  const before = requests;
  await client.call('decline', {});
  const { asked } = await client.call('read', {});
  for (const bad of ['http://cloud.example', 'https://a@cloud.example', 'https://cloud.example/path', 'file:///etc/passwd', ''])
    kernel.host.handOver([`atelier://cloud/connect?base_url=${encodeURIComponent(bad)}`]);
  await expect.poll(() => codes(kernel).filter(code => code === 'cloud/address').length).toBeGreaterThan(0);
  const refused = await codeOf(client.call('connect', { url }));
  server.close();
  expect({ before, asked, after: (await client.call('read', {})).asked, refused }).toEqual({
    ...{ before: 0, asked: undefined, after: undefined, refused: 'cloud/not-a-cloud' },
  });
});

test('only the answer to the sign-in that was begun here finishes it, once, and no notice quotes its code', async () => {
  await using cloud = await testCloud();
  const person = await cloud.account(email);
  await using kernel = await testKernel({ plugins });
  const client = kernel.client(CloudChannel);
  const none = await codeOf(client.call('finish', { link: 'atelier://cloud/auth/callback?code=secret&state=x' }));
  const { url } = await client.call('connect', { url: cloud.url });
  const redirect = new URL(url).searchParams.get('redirect_uri') ?? '';
  const state = new URL(url).searchParams.get('state') ?? '';
  kernel.host.handOver([`atelier://cloud/auth/callback?code=secret&state=${state}`]);
  await expect.poll(() => codes(kernel)).toContain('cloud/foreign-link');
  const foreign = await codeOf(client.call('finish', { link: `${redirect}?code=secret&state=forged` }));
  const isWaiting = (await client.call('read', {})).waiting?.url;
  const back = await answer(person, new URL(url), 'approve');
  back.searchParams.set('iss', 'https://other.example');
  const swapped = await codeOf(client.call('finish', { link: back.href }));
  const again = await codeOf(client.call('finish', { link: back.href }));
  const said = kernel.notices().map(({ message }) => message);
  expect({
    none,
    foreign,
    isWaiting,
    swapped,
    again,
    quotes: said.filter(text => /secret|code=/.test(text)),
    kept: await only(client),
  }).toEqual({
    ...{ none: 'cloud/no-sign-in', foreign: 'cloud/foreign-link', isWaiting: cloud.url },
    ...{ swapped: 'cloud/sign-in-failed', again: 'cloud/no-sign-in', quotes: [], kept: undefined },
  });
});

test('a sign-in that is refused on the page, cancelled, or begun again leaves nothing behind', async () => {
  await using cloud = await testCloud();
  const person = await cloud.account(email);
  await using kernel = await testKernel({ plugins });
  const client = kernel.client(CloudChannel);
  const { url } = await client.call('connect', { url: cloud.url });
  const denied = await codeOf(client.call('finish', { link: (await answer(person, new URL(url), 'deny')).href }));
  const first = await client.call('connect', { url: cloud.url });
  const earlier = await answer(person, new URL(first.url), 'approve');
  await client.call('connect', { url: cloud.url });
  const isClosed = await codeOf(fetch(earlier).then(() => undefined));
  const old = await codeOf(client.call('finish', { link: earlier.href }));
  await client.call('cancel', {});
  const { waiting, connections } = await client.call('read', {});
  expect({ denied, isClosed: isClosed !== 'ok', old, waiting, connections }).toEqual({
    ...{ denied: 'cloud/denied', isClosed: true, old: 'cloud/foreign-link', waiting: undefined, connections: [] },
  });
});

test('an access token that has ended is renewed once, however many requests wait for it', async context => {
  context.skip(isApart, 'a process of its own has a clock and a network of its own');
  await using cloud = await testCloud();
  await using kernel = await testKernel({ plugins });
  const client = kernel.client(CloudChannel);
  await signIn(client, cloud, await cloud.account(email));
  const renewals = () => cloud.log().split('"/oidc/token"').length - 1;
  const before = renewals();
  moveClock(20 * 60_000);
  await Promise.all(Array.from({ length: 6 }, () => client.call('refresh', { url: cloud.url })));
  expect({ renewals: renewals() - before, status: (await only(client))?.status }).toEqual({ renewals: 1, status: 'connected' });
});

test('a refused renewal asks for a new sign-in, sends nothing more, keeps what was read, and a new sign-in mends it', async () => {
  await using cloud = await testCloud();
  const person = await cloud.account(email);
  await using kernel = await testKernel({ plugins });
  const client = kernel.client(CloudChannel);
  await signIn(client, cloud, person);
  moveClock(2_000);
  await person.form('/v1/web/logout-all', { csrf: hiddenField((await person.get('/cloud/account')).text, 'csrf') });
  await client.call('refresh', { url: cloud.url });
  const refused = await only(client);
  const before = answered(cloud);
  for (let count = 0; count < 3; count += 1) await client.call('refresh', { url: cloud.url });
  const after = answered(cloud);
  const told = codes(kernel);
  await person.post('/v1/web/login', { email, password: 'correct horse battery staple' });
  await signIn(client, cloud, person);
  expect({
    status: refused?.status,
    name: refused?.account?.displayName,
    sent: after - before,
    told,
    now: (await only(client))?.status,
  }).toEqual({
    ...{ status: 'reconnect', name: 'Marta Kervella', sent: 0, told: ['cloud/reconnect'], now: 'connected' },
  });
});

test('a server that is away leaves what was read, and says so', async () => {
  await using kernel = await testKernel({ plugins });
  const client = kernel.client(CloudChannel);
  let url = '';
  {
    await using cloud = await testCloud();
    url = cloud.url;
    await signIn(client, cloud, await cloud.account(email));
  }
  await client.call('refresh', { url });
  const away = await only(client);
  const connect = await codeOf(client.call('connect', { url }));
  const { ended } = await client.call('disconnect', { url });
  expect({ status: away?.status, name: away?.account?.displayName, told: codes(kernel), connect, ended, left: await only(client) }).toEqual(
    {
      ...{ status: 'offline', name: 'Marta Kervella', told: [], connect: 'cloud/unreachable', ended: false, left: undefined },
    },
  );
});

test('K4: signing out ends the sign-in at the server, and no file of the profile has a token before', async () => {
  await using cloud = await testCloud();
  await using kernel = await testKernel({ plugins });
  const client = kernel.client(CloudChannel);
  await signIn(client, cloud, await cloud.account(email));
  const files = readdirSync(kernel.profile, { recursive: true, withFileTypes: true }).filter(
    entry => entry.isFile() && !entry.parentPath.includes('bundled'),
  );
  const withToken = files.filter(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1').includes('eyJ'));
  const { store } = cloud.server.cloud;
  const alive = () => store.selectFrom('oidc_payloads').select('id').where('model', '=', 'RefreshToken').execute();
  const before = (await alive()).length;
  const { ended } = await client.call('disconnect', { url: cloud.url });
  expect({ withToken, before, ended, after: (await alive()).length, left: await only(client) }).toEqual({
    ...{ withToken: [], before: 1, ended: true, after: 0, left: undefined },
  });
});

test('whoever signs out while a token is being renewed is signed out, here and at the server', async context => {
  context.skip(isApart, 'a process of its own has a clock and a network of its own');
  await using cloud = await testCloud();
  await using kernel = await testKernel({ plugins });
  const client = kernel.client(CloudChannel);
  await signIn(client, cloud, await cloud.account(email));
  moveClock(20 * 60_000);
  const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const real = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const answer = await real(input, init);
    if (!String(input).endsWith('/oidc/token')) return answer;
    arrived.resolve();
    await released.promise;
    return answer;
  });
  const refreshed = client.call('refresh', { url: cloud.url });
  await arrived.promise;
  const left = client.call('disconnect', { url: cloud.url });
  await expect.poll(() => only(client)).toBe(undefined);
  released.resolve();
  await Promise.all([refreshed, left]);
  vi.restoreAllMocks();
  const { store } = cloud.server.cloud;
  await expect.poll(() => store.selectFrom('oidc_payloads').select('id').where('model', '=', 'RefreshToken').execute()).toEqual([]);
  expect([await only(client), codes(kernel)]).toEqual([undefined, []]);
});
