import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { Link } from './host.ts';
import { openWsLinks } from './ws-links.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

async function open(limits: { framesPerSecond?: number; heartbeatMs?: number; accepts?: false } = {}) {
  const server = createServer();
  const logged: string[] = [];
  const links = openWsLinks({
    server,
    refuse: () => undefined,
    log: (_level, text) => void logged.push(text),
    framesPerSecond: limits.framesPerSecond ?? 1e6,
    heartbeatMs: limits.heartbeatMs ?? 60_000,
  });
  if (limits.accepts !== false) links.accept();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => {
    links.close();
    server.close();
    server.closeAllConnections();
  });
  const connect = async () => {
    const arrived = new Promise<Link>(resolve => {
      const handle = links.onConnection(link => {
        void handle.dispose();
        resolve(link);
      });
    });
    const page = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    ends.push(() => page.terminate());
    await once(page, 'open');
    return { page, link: await arrived };
  };
  return { connect, logged, links, server, address: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

const heard = (link: Link, wanted: number) =>
  new Promise<unknown[]>(resolve => {
    const messages: unknown[] = [];
    link.onMessage(message => {
      messages.push(message);
      if (messages.length === wanted) resolve(messages);
    });
  });

const closing = async (page: WebSocket) => {
  const [code, reason] = (await once(page, 'close')) as [number, Buffer];
  return { code, reason: String(reason) };
};

test('frames cross both ways as JSON, one alone and several as an array', async () => {
  const { connect } = await open();
  const { page, link } = await connect();
  const got: string[] = [];
  const both = new Promise<void>(resolve => {
    page.on('message', data => {
      got.push(String(data));
      if (got.length === 2) resolve();
    });
  });
  const arrived = heard(link, 1);
  link.send([{ id: 1 }]);
  link.send([{ id: 2 }, { id: 3 }]);
  page.send('{"id":4}');
  await both;
  expect({ got, arrived: await arrived }).toEqual({ got: ['{"id":1}', '[{"id":2},{"id":3}]'], arrived: [{ id: 4 }] });
});

test('a 100 MB message is refused with a reason and logged, and another page is not affected', async () => {
  const { connect, logged } = await open();
  const flooder = await connect();
  const other = await connect();
  const closed = closing(flooder.page);
  flooder.page.on('error', () => undefined);
  flooder.page.send(`"${'x'.repeat(100 * 1024 * 1024)}"`);
  const arrived = heard(other.link, 1);
  other.page.send('{"id":1}');
  expect({ closed: await closed, arrived: await arrived, logged }).toEqual({
    closed: { code: 1009, reason: 'A message may have 16 MB at most.' },
    arrived: [{ id: 1 }],
    logged: ['The connection page-1 was closed: a message is larger than 16 MB. Send it in pieces.'],
  });
});

test('a page that sends too much is read more slowly, loses nothing, and another page is read meanwhile', async () => {
  const { connect, logged } = await open({ framesPerSecond: 5000 });
  const flooder = await connect();
  const other = await connect();
  const order: string[] = [];
  const all = heard(flooder.link, 10_000).then(messages => {
    order.push('flood');
    return messages as { id: number }[];
  });
  // Sent when the budget of the other page is used up and half of its flood is still on its way.
  heard(flooder.link, 5001).then(() => other.page.send('{"id":1}'));
  const one = heard(other.link, 1).then(() => order.push('other'));
  for (let id = 0; id < 10_000; id += 1) flooder.page.send(JSON.stringify({ id, filling: 'x'.repeat(300) }));
  const ids = (await all).map(({ id }) => id);
  await one;
  expect({ ids, order, slowed: logged.length > 0 }).toEqual({
    ids: Array.from({ length: 10_000 }, (_, id) => id),
    order: ['other', 'flood'],
    slowed: true,
  });
});

test('a message that is not JSON closes its own link with a reason', async () => {
  const { connect, logged } = await open();
  const text = await connect();
  text.page.send('{"id":');
  const first = await closing(text.page);
  const bytes = await connect();
  bytes.page.send(Buffer.from([1, 2, 3]));
  expect([first, await closing(bytes.page), logged.length]).toEqual([
    { code: 1007, reason: 'The connection page-1 was closed: a message is not JSON. Reload the page.' },
    { code: 1003, reason: 'The connection page-2 was closed: a message is not JSON. Reload the page.' },
    2,
  ]);
});

test('a page that answers no heartbeat is disconnected, one that answers stays connected', async () => {
  const { connect } = await open({ heartbeatMs: 20 });
  const silent = await connect();
  const lively = await connect();
  const gone = new Promise<void>(resolve => silent.link.onClose(resolve));
  silent.page.pause();
  await gone;
  expect(lively.page.readyState).toBe(WebSocket.OPEN);
});

test('a frame that is not JSON is reported, its caller gets an error, and the other frames arrive', async () => {
  const { connect, logged } = await open();
  const { page, link } = await connect();
  const cycle: { self?: unknown } = {};
  cycle.self = cycle;
  link.send([
    { v: 1, id: 0, kind: 'event', to: 'a:b', body: 1 },
    { v: 1, id: 0, kind: 'event', to: 'a:c', body: cycle },
    { v: 1, id: 9, kind: 'answer', to: 'a:d', body: 1n },
  ]);
  const [data] = (await once(page, 'message')) as [Buffer];
  const frames = JSON.parse(String(data)) as { id: number; body: { error?: { code: string } } }[];
  expect(frames.map(({ id, body }) => [id, body.error?.code ?? body])).toEqual([
    [0, 1],
    [9, 'link/not-sendable'],
  ]);
  expect(logged.length).toBe(2);
});

test('a closed link drops the frames that are sent', async () => {
  const { connect } = await open();
  const { page, link } = await connect();
  const gone = new Promise<void>(resolve => link.onClose(resolve));
  link.close('enough');
  expect(await closing(page)).toEqual({ code: 1000, reason: 'enough' });
  await gone;
  link.send([{ id: 1 }]);
  const late = new Promise<void>(resolve => link.onClose(resolve));
  await late;
});

test('D41: a page that connects before anybody answers waits, and nothing that it sends is lost, also when another one gave up meanwhile', async () => {
  const { links, server, address } = await open({ accepts: false });
  const asked = async () => {
    const upgrade = once(server, 'upgrade');
    const page = new WebSocket(address);
    page.on('error', () => undefined);
    ends.push(() => page.terminate());
    await upgrade;
    return page;
  };
  const gone = await asked();
  const left = new Promise<void>(resolve => gone.once('close', () => resolve()));
  gone.terminate();
  await left;
  const page = await asked();
  page.once('open', () => page.send('{"id":1}'));
  const stateBefore = page.readyState;
  const first = new Promise<unknown>(resolve => links.onConnection(link => link.onMessage(resolve)));
  links.accept();
  expect({ stateBefore, first: await first }).toEqual({ stateBefore: WebSocket.CONNECTING, first: { id: 1 } });
});

test('a page that still waits is sent away when the host closes', async () => {
  const { links, server, address } = await open({ accepts: false });
  const upgrade = once(server, 'upgrade');
  const page = new WebSocket(address);
  const failed = once(page, 'error');
  await upgrade;
  links.close();
  expect(String((await failed)[0])).toContain('socket hang up');
});
