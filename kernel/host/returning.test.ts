import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { Returning as Page, type ReturnKey } from '../../shell/ui/window/returning.ts';
import { ask, openTestBrowserHost } from './browser-host.fixture.ts';
import { Returning } from './returning.ts';

type Host = Awaited<ReturnType<typeof openTestBrowserHost>>;

/** A connection to a host that has ended must not be used for the next. */
const alone = { connection: 'close' };
/** What a browser says of a request that the page itself makes. */
const own = { ...alone, 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' };

async function open(root?: string): Promise<Host> {
  const opened = await openTestBrowserHost(root === undefined ? {} : { root });
  onTestFinished(() => opened.close());
  return opened;
}

/** Ends a host as at the end of the program, and starts it again on its profile. */
async function restarted({ host, root }: Host): Promise<Host> {
  await host.close();
  return await open(root);
}

async function visit({ host }: Host): Promise<string> {
  const url = new URL(host.enterUrl());
  const { headers } = await ask(host.origin, url.pathname + url.search, alone);
  return String(headers['set-cookie']).split(';', 1)[0] ?? '';
}

/** The key that a page gets over its own link. */
async function keyOf(opened: Host): Promise<ReturnKey> {
  const { origin } = opened.host;
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/__host/link`, { headers: { cookie: await visit(opened), origin } });
  await once(socket, 'open');
  socket.send(JSON.stringify({ v: 1, id: 1, kind: 'call', to: 'host:returnKey', body: {} }));
  const [message] = (await once(socket, 'message')) as [Buffer];
  socket.close();
  const [frame] = [JSON.parse(String(message))].flat() as [{ body: { value: ReturnKey } }];
  return frame.body.value;
}

/** A page with this key, and the cookies that it gets. */
async function pageWith(key: ReturnKey, { host }: Pick<Host, 'host'>) {
  const seen: string[] = [];
  const cookies: string[] = [];
  const page = new Page(host.origin, async path => {
    seen.push(path);
    const { status = 0, headers, body } = await ask(host.origin, path, own);
    const cookie = headers['set-cookie']?.[0]?.split(';', 1)[0];
    if (cookie !== undefined) cookies.push(cookie);
    return new Response(status === 204 ? null : body, { status });
  });
  await page.learn(key);
  return { page, seen, cookies };
}

const statusOf = async ({ host }: Host, path: string, headers: Record<string, string> = own, method = 'GET') =>
  (await ask(host.origin, path, { ...alone, ...headers }, method)).status;

test('C12: a page of an earlier start gets the cookie of this one, and its own old cookie is worth nothing', async () => {
  const first = await open();
  const old = await visit(first);
  const key = await keyOf(first);
  const second = await restarted(first);
  const { page, cookies } = await pageWith(key, second);
  const isBack = await page.prove();
  expect({
    isBack,
    sameOrigin: second.host.origin === first.host.origin,
    old: await statusOf(second, '/', { cookie: old }),
    now: await statusOf(second, '/', { cookie: cookies[0] ?? '' }),
    again: [await page.prove(), await (await pageWith(key, await restarted(second))).page.prove()],
  }).toEqual({ isBack: true, sameOrigin: true, old: 403, now: 200, again: [true, true] });
});

test('C12: nothing but a proof that was made with the key, for this start and this page, lets a page in', async () => {
  const first = await open();
  const key = await keyOf(first);
  const before = await pageWith(key, first);
  await before.page.prove();
  const [, ofBefore = ''] = before.seen;
  const other = await open();
  const ofOther = await pageWith(await keyOf(other), first);
  const second = await restarted(first);
  const { page, seen } = await pageWith(key, second);
  await page.prove();
  const [asking = '', proving = ''] = seen;
  const { proof } = JSON.parse((await ask(second.host.origin, asking, own)).body) as { proof: string };
  const changed = (name: string, value: string) => {
    const url = new URL(proving, second.host.origin);
    url.searchParams.set(name, value);
    return url.pathname + url.search;
  };
  const tried: Record<string, unknown> = {
    'a proof of the start before': await statusOf(second, ofBefore),
    'the proof of the host itself': await statusOf(second, changed('proof', proof)),
    'a proof for another question': await statusOf(second, changed('nonce', 'ab'.repeat(24))),
    'the proof of another page': await statusOf(second, changed('id', `${Date.now().toString(36)}.${'0'.repeat(32)}`)),
    'no key at all': await statusOf(second, changed('proof', '0'.repeat(64))),
    'an empty proof': await statusOf(second, changed('proof', '')),
    'an id of no form': await statusOf(second, changed('id', '__proto__')),
    'a page of another profile': await ofOther.page.prove(),
    'an address that is opened': await statusOf(second, proving, { ...own, 'sec-fetch-site': 'none' }),
    'a request that does not say where it comes from': await statusOf(second, proving, {}),
    'another site': await statusOf(second, proving, { ...own, 'sec-fetch-site': 'cross-site' }),
    'another origin': await statusOf(second, proving, { ...own, origin: 'http://evil.example' }),
    'an extension’s frame': await statusOf(second, proving, { ...own, host: new URL(second.host.frameOrigin('notes')).host }),
    'another name of this machine': await statusOf(second, proving, { ...own, host: `evil.example:${new URL(second.host.origin).port}` }),
    POST: await statusOf(second, proving, own, 'POST'),
    'the page itself': await statusOf(second, proving),
  };
  expect(tried).toEqual({
    'a proof of the start before': 403,
    'the proof of the host itself': 403,
    'a proof for another question': 403,
    'the proof of another page': 403,
    'no key at all': 403,
    'an empty proof': 403,
    'an id of no form': 403,
    'a page of another profile': false,
    'an address that is opened': 403,
    'a request that does not say where it comes from': 403,
    'another site': 403,
    'another origin': 403,
    'an extension’s frame': 404,
    'another name of this machine': 421,
    POST: 405,
    'the page itself': 204,
  });
});

test('C12: a program that took the port gets no proof that is worth anything, and the page does not go on with it', async () => {
  const first = await open();
  const key = await keyOf(first);
  await first.host.close();
  const asked: string[] = [];
  const thief = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end(JSON.stringify({ challenge: 'a'.repeat(48), proof: 'a'.repeat(64) }));
  });
  thief.listen(Number(new URL(first.host.origin).port), '127.0.0.1');
  await once(thief, 'listening');
  onTestFinished(() => void thief.close());
  const { page } = await pageWith(key, first);
  expect([
    (thief.address() as AddressInfo).port > 0,
    await page.prove(),
    asked.map(path => path.includes('proof')),
    asked.join().includes(key.key),
  ]).toEqual([true, false, [false], false]);
});

test('C12: a proof for one address is none for another, and a page that was away for a month is a stranger', async () => {
  const key = new Uint8Array(32);
  let now = Date.UTC(2026, 0, 1);
  const here = new Returning('http://127.0.0.1:1', key, () => now);
  const elsewhere = new Returning('http://127.0.0.1:2', key, () => now);
  const issued = here.issue();
  const through = (host: Returning) => async (path: string) => {
    const given = new URL(path, 'http://x').searchParams;
    const query = { id: given.get('id') ?? '', nonce: given.get('nonce') ?? '', proof: given.get('proof') ?? undefined };
    const answer = query.proof === undefined ? host.answer(query) : host.admits(query) ? {} : undefined;
    return new Response(JSON.stringify(answer ?? {}), { status: answer === undefined ? 403 : 200 });
  };
  const come = async (host: Returning, address: string) => {
    const page = new Page(address, through(host));
    await page.learn(issued);
    return await page.prove();
  };
  const seen = [await come(here, 'http://127.0.0.1:1'), await come(elsewhere, 'http://127.0.0.1:1')];
  now += 31 * 24 * 60 * 60 * 1000;
  expect([...seen, await come(here, 'http://127.0.0.1:1')]).toEqual([true, false, false]);
});
