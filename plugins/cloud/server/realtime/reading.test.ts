import { expect, test } from 'vitest';
import type { TestCloud } from '../cloud.fixture.ts';
import { listenAs } from './client.fixture.ts';
import { begun } from './realtime.fixture.ts';

/** A long log, written at once. */
async function fill(cloud: TestCloud, stream: string, count: number, size = 100): Promise<void> {
  const { store, now } = cloud.server.cloud;
  await store.insertInto('streams').values({ id: stream, last_seq: count }).execute();
  const body = JSON.stringify({ text: 'x'.repeat(size) });
  const rows = Array.from({ length: count }, (_, at) => ({ stream, seq: at + 1, ts: now(), type: 'message', body }));
  for (let at = 0; at < count; at += 500)
    await store
      .insertInto('events')
      .values(rows.slice(at, at + 500))
      .execute();
}

const inOrder = (count: number, from = 1) => Array.from({ length: count }, (_, at) => at + from);

test('a client that reads as fast as it can gets a long log whole, and other requests are answered meanwhile', async () => {
  const { cloud, marta, conv } = await begun();
  await using _ = cloud;
  await fill(cloud, conv, 10_000, 2_000);
  await using listener = await listenAs(marta);
  listener.send({ op: 'sub', stream: conv, after: 0 });
  await listener.until(({ op }) => op === 'ev');
  await fetch(`${cloud.url}/healthz`);
  const meanwhile = listener.events(conv).length;
  await listener.until(({ op }) => op === 'live');
  expect([meanwhile < 10_000, listener.events(conv)]).toEqual([true, inOrder(10_000)]);
});

test('a client that leaves what it was sent unread is told when to come back, and little waits for it', async () => {
  const { cloud, marta, conv } = await begun(20);
  await using _ = cloud;
  await fill(cloud, conv, 6_000, 4_000);
  await using listener = await listenAs(marta);
  listener.pause();
  listener.send({ op: 'sub', stream: conv, after: 0 });
  // Time goes on with each request, and the looks of the server with it.
  for (let at = 0; at < 200; at += 1) {
    await fetch(`${cloud.url}/healthz`);
    cloud.later(1_000);
  }
  listener.resume();
  const code = await listener.closed;
  const bye = listener.frames.find(({ op }) => op === 'bye');
  expect([code, bye?.code, bye?.retryMs, listener.events(conv).length < 6_000]).toEqual([1013, 'slow', 5_000, true]);
});

test('a stream that is asked for again and again is told once and in order; what is given up is told no more', async () => {
  const { cloud, marta, conv } = await begun();
  await using _ = cloud;
  await fill(cloud, conv, 3_000);
  await using listener = await listenAs(marta);
  for (let at = 0; at < 3; at += 1) listener.send({ op: 'sub', stream: conv, after: 0 });
  await listener.until(({ op, seq }) => op === 'ev' && seq === 3_000);
  listener.send({ op: 'ping', t: 1 });
  await listener.until(({ op }) => op === 'pong');
  await using other = await listenAs(marta);
  other.send({ op: 'sub', stream: conv, after: 0 });
  other.send({ op: 'unsub', stream: conv });
  other.send({ op: 'ping', t: 1 });
  await other.until(({ op }) => op === 'pong');
  const told = other.events(conv).length;
  other.send({ op: 'ping', t: 2 });
  await other.until(({ op, t }) => op === 'pong' && t === 2);
  expect([listener.events(conv), other.events(conv).length === told, told < 3_000]).toEqual([inOrder(3_000), true, true]);
});

test('who asks by request for more than there was is told to read the whole again, as a connection is', async () => {
  const { cloud, marta, conversation, conv } = await begun();
  await using _ = cloud;
  await fill(cloud, conv, 3);
  const ask = (after: number) => marta.send('GET', `/v1/conversations/${conversation}/events?after=${after}`);
  expect([(await ask(99)).json.error, (await ask(3)).status]).toEqual(['gone_before', 200]);
});
