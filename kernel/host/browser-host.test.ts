import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { ask, openTestBrowserHost } from './browser-host.fixture.ts';

type Opened = Awaited<ReturnType<typeof openTestBrowserHost>>;
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function open(options: Parameters<typeof openTestBrowserHost>[0] = {}): Promise<Opened> {
  const opened = await openTestBrowserHost(options);
  ends.push(opened.close);
  return opened;
}

async function enter(host: Opened['host']): Promise<string> {
  const url = new URL(host.enterUrl());
  const { headers } = await ask(host.origin, url.pathname + url.search);
  return String(headers['set-cookie']).split(';', 1)[0] ?? '';
}

async function upgrade(origin: string, headers: Record<string, string>, path = '/__host/link'): Promise<number> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}${path}`, { headers });
  return new Promise(resolve => {
    socket.on('open', () => {
      socket.close();
      resolve(101);
    });
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.on('error', () => undefined);
  });
}

test('a ticket admits one browser, once, and sets a cookie that no script and no other site can use', async () => {
  const { host } = await open();
  const { port } = new URL(host.origin);
  const url = new URL(host.enterUrl());
  const preview = await ask(host.origin, url.pathname + url.search, {}, 'HEAD');
  const first = await ask(host.origin, url.pathname + url.search);
  const second = await ask(host.origin, url.pathname + url.search);
  const cookie = String(first.headers['set-cookie']);
  const page = await ask(host.origin, '/', { cookie: cookie.split(';', 1)[0] ?? '' });
  expect([preview.status, first.status, first.headers.location, second.status, page.status, page.body]).toEqual([
    403,
    303,
    '/',
    403,
    200,
    '<!doctype html><title>Atelier</title>',
  ]);
  expect(cookie).toMatch(new RegExp(`^atelier-${port}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict$`));
});

test('an unused ticket is invalid once four newer ones were issued', async () => {
  const { host } = await open();
  const urls = Array.from({ length: 5 }, () => new URL(host.enterUrl()));
  const statuses: unknown[] = [];
  for (const url of urls) statuses.push((await ask(host.origin, url.pathname + url.search)).status);
  expect(statuses).toEqual([403, 303, 303, 303, 303]);
});

test('every request from another origin is refused, with and without the cookie', async () => {
  const { host } = await open();
  const { port } = new URL(host.origin);
  const cookie = await enter(host);
  const enterPath = () => host.enterUrl().slice(host.origin.length);
  const tried: Record<string, Promise<{ status: number | undefined }>> = {
    'another name for this machine': ask(host.origin, '/', { cookie, host: `localhost:${port}` }),
    'a rebound name': ask(host.origin, '/', { cookie, host: `evil.example:${port}` }),
    'our name without its port': ask(host.origin, '/', { cookie, host: '127.0.0.1' }),
    'a ticket at another name': ask(host.origin, enterPath(), { host: `evil.example:${port}` }),
    'an extension label that was guessed': ask(host.origin, '/', { cookie, host: `ext-notes-0123456789.localhost:${port}` }),
    'no cookie': ask(host.origin, '/'),
    'a wrong cookie': ask(host.origin, '/', { cookie: `${cookie.slice(0, -2)}AA` }),
    'the cookie under another name': ask(host.origin, '/', { cookie: cookie.replace(/^[^=]+/, 'atelier') }),
    'another site with the cookie': ask(host.origin, '/', { cookie, 'sec-fetch-site': 'cross-site' }),
    'a sister site with the cookie': ask(host.origin, '/', { cookie, 'sec-fetch-site': 'same-site' }),
    'a ticket followed from another site': ask(host.origin, enterPath(), { 'sec-fetch-site': 'cross-site' }),
    'another origin with the cookie': ask(host.origin, '/', { cookie, origin: 'http://evil.example' }),
    'the null origin with the cookie': ask(host.origin, '/', { cookie, origin: 'null' }),
    'POST with the cookie': ask(host.origin, '/', { cookie }, 'POST'),
    'a file that is not in the list': ask(host.origin, '/.secret.js', { cookie }),
    'a way out of the folder': ask(host.origin, '/assets/../../user-data/key', { cookie }),
    'ours with the cookie': ask(host.origin, '/', { cookie, 'sec-fetch-site': 'same-origin', origin: host.origin }),
    'an asset of ours': ask(host.origin, '/assets/main.js?v=1', { cookie, 'sec-fetch-site': 'same-origin' }),
  };
  const statuses: Record<string, number | undefined> = {};
  for (const [name, answer] of Object.entries(tried)) statuses[name] = (await answer).status;
  expect(statuses).toMatchInlineSnapshot(`
    {
      "POST with the cookie": 405,
      "a file that is not in the list": 404,
      "a rebound name": 421,
      "a sister site with the cookie": 403,
      "a ticket at another name": 421,
      "a ticket followed from another site": 403,
      "a way out of the folder": 404,
      "a wrong cookie": 403,
      "an asset of ours": 200,
      "an extension label that was guessed": 421,
      "another name for this machine": 421,
      "another origin with the cookie": 403,
      "another site with the cookie": 403,
      "no cookie": 403,
      "our name without its port": 421,
      "ours with the cookie": 200,
      "the cookie under another name": 403,
      "the null origin with the cookie": 403,
    }
  `);
});

test('a WebSocket needs the cookie, the app origin and the app host name', async () => {
  const { host } = await open();
  const { port } = new URL(host.origin);
  const cookie = await enter(host);
  const origin = host.origin;
  expect({
    ours: await upgrade(origin, { cookie, origin }),
    noCookie: await upgrade(origin, { origin }),
    noOrigin: await upgrade(origin, { cookie }),
    frame: await upgrade(origin, { cookie, origin: host.frameOrigin('notes') }),
    foreign: await upgrade(origin, { cookie, origin: 'https://evil.example' }),
    null: await upgrade(origin, { cookie, origin: 'null' }),
    rebound: await upgrade(origin, { cookie, origin, host: `evil.example:${port}` }),
    atFrame: await upgrade(origin, { cookie, origin, host: new URL(host.frameOrigin('notes')).host }),
    crossSite: await upgrade(origin, { cookie, origin, 'sec-fetch-site': 'cross-site' }),
    elsewhere: await upgrade(origin, { cookie, origin }, '/other'),
  }).toEqual({
    ours: 101,
    noCookie: 403,
    noOrigin: 403,
    frame: 403,
    foreign: 403,
    null: 403,
    rebound: 421,
    atFrame: 421,
    crossSite: 403,
    elsewhere: 404,
  });
});

test('R2: the page is served with exactly the strict policy and the headers that go with it', async () => {
  const { host } = await open();
  const { port } = new URL(host.origin);
  const { headers } = await ask(host.origin, '/', { cookie: await enter(host) });
  const { date: _date, connection: _connection, 'keep-alive': _keep, ...golden } = headers;
  const text = JSON.stringify(golden, undefined, 2).replaceAll(port, 'PORT');
  expect(JSON.parse(text)).toMatchInlineSnapshot(`
    {
      "cache-control": "no-store",
      "content-length": "37",
      "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; media-src 'self' blob:; frame-src http://*.localhost:PORT; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; webrtc 'block'",
      "content-type": "text/html; charset=utf-8",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "permissions-policy": "camera=(), microphone=(), geolocation=(), display-capture=(), usb=(), serial=(), hid=()",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    }
  `);
});

test('the port, and with it every origin, stays the same after a restart, and changes only if the port is in use', async () => {
  const first = await openTestBrowserHost();
  const origins = [first.host.origin, first.host.frameOrigin('notes')];
  const file = join(first.root, 'user-data', 'port');
  const mode = statSync(file).mode & 0o777;
  await first.host.close();
  const second = await openTestBrowserHost({ root: first.root });
  const again = [second.host.origin, second.host.frameOrigin('notes')];
  await second.host.close();
  const squatter = createServer().listen(Number(new URL(again[0] ?? '').port), '127.0.0.1');
  await once(squatter, 'listening');
  ends.push(async () => void squatter.close());
  const kept = readFileSync(file, 'utf8');
  const third = await open({ root: first.root });
  expect({
    mode,
    again,
    stable: [first.host.stable, second.host.stable, third.host.stable],
    same: third.host.origin === origins[0],
  }).toEqual({
    mode: 0o600,
    again: origins,
    stable: [true, true, false],
    same: false,
  });
  expect(readFileSync(file, 'utf8')).toBe(kept);
});

test('the key file is readable by this user only, and secrets survive a restart', async () => {
  const first = await openTestBrowserHost();
  const sealed = await first.host.secrets.seal('token');
  await first.host.close();
  const second = await open({ root: first.root });
  expect([
    statSync(join(first.root, 'user-data', 'key')).mode & 0o777,
    await second.host.secrets.open(sealed),
    second.host.secrets.kind,
  ]).toEqual([0o600, 'token', 'file']);
});

test('D41: a page that connects while the kernel starts waits for it, and the kernel gets the first thing that it sends', async () => {
  const { host } = await open({ starting: true });
  const cookie = await enter(host);
  const asked = Promise.withResolvers<void>();
  const socket = new WebSocket(`${host.origin.replace('http', 'ws')}/__host/link`, {
    origin: host.origin,
    headers: { cookie },
    finishRequest: request => void request.once('finish', asked.resolve).end(),
  });
  socket.on('open', () => socket.send('{"kind":"call","to":"acme:x"}'));
  await asked.promise;
  // Asked after it on a connection of its own: once this is answered, the server has seen both.
  await ask(host.origin, '/');
  const stateBefore = socket.readyState;
  const first = await new Promise<unknown>(resolve => host.links.onConnection(link => link.onMessage(resolve)));
  expect({ stateBefore, first }).toEqual({ stateBefore: WebSocket.CONNECTING, first: { kind: 'call', to: 'acme:x' } });
});

test('the host sends notifications and folder requests to a page, and the kernel sees neither', async () => {
  const { host } = await open();
  const seen: unknown[] = [];
  host.links.onConnection(link => link.onMessage(message => seen.push(message)));
  const socket = new WebSocket(`${host.origin.replace('http', 'ws')}/__host/link`, {
    origin: host.origin,
    headers: { cookie: await enter(host) },
  });
  const received: unknown[] = [];
  socket.on('message', data => {
    const frame = JSON.parse(String(data)) as { id: number; kind: string; to: string };
    received.push([frame.kind, frame.to]);
    if (frame.kind !== 'call') return;
    const answer = { v: 1, id: frame.id, kind: 'answer', to: frame.to };
    socket.send(JSON.stringify({ ...answer, id: 999, body: { ok: true, value: '/wrong' } }));
    socket.send(JSON.stringify({ ...answer, body: { ok: true, value: '/people/me/project' } }));
    socket.send(JSON.stringify({ kind: 'call', to: 'acme:x' }));
  });
  await once(socket, 'open');
  await host.notify({ title: 'Done' });
  const folder = await host.pickFolder();
  const unanswered = host.pickFolder();
  socket.close();
  expect({ folder, unanswered: await unanswered, received: received.slice(0, 2), seen: seen.slice(0, 1) }).toEqual({
    folder: '/people/me/project',
    unanswered: undefined,
    received: [
      ['event', 'host:notified'],
      ['call', 'host:pickFolder'],
    ],
    seen: [{ kind: 'call', to: 'acme:x' }],
  });
});
