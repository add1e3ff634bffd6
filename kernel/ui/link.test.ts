import { AppError, defineChannel } from '@atelier/kernel';
import { expect, test } from 'vitest';
import { fakeKernel, settle } from './fake-kernel.fixture.ts';
import { PageLink } from './link.ts';
import { reopened } from './subscriptions.ts';

const Notes = defineChannel<{
  calls: { list: { params: { from: number }; result: string[] } };
  events: { added: { id: string }; removed: string };
}>('acme:notes');

async function open() {
  const kernel = fakeKernel();
  const reported: unknown[] = [];
  const link = new PageLink({ connect: kernel.connect, wait: kernel.wait, report: error => reported.push(error) });
  await settle();
  return { kernel, link, reported, notes: link.client(Notes) };
}

const outcome = (promise: Promise<unknown>) =>
  promise.then(
    value => ({ value }),
    (error: unknown) => ({ code: error instanceof AppError ? error.code : error }),
  );

test('a call is answered, or fails with the error of the other side', async () => {
  const { kernel, notes } = await open();
  const good = outcome(notes.call('list', { from: 1 }));
  kernel.answerLast({ ok: true, value: ['a'] });
  const bad = notes.call('list', { from: 2 }).catch((error: AppError) => error.toRecord());
  kernel.answerLast({ ok: false, error: { code: 'notes/gone', message: 'The {note} is gone.', details: { id: 2 } } });
  expect({ good: await good, bad: await bad, sent: kernel.frames }).toEqual({
    good: { value: ['a'] },
    bad: { code: 'notes/gone', message: 'The {note} is gone.', details: { id: 2 } },
    sent: [
      { v: 1, id: 1, kind: 'call', to: 'acme:notes:list', body: { from: 1 } },
      { v: 1, id: 2, kind: 'call', to: 'acme:notes:list', body: { from: 2 } },
    ],
  });
});

test('answers find their call in any order, and an answer to no open call is ignored', async () => {
  const { kernel, notes } = await open();
  const calls = [outcome(notes.call('list', { from: 1 })), outcome(notes.call('list', { from: 2 }))];
  for (const id of [9, 2, 2, 1]) kernel.send({ v: 1, id, kind: 'answer', to: 'acme:notes:list', body: { ok: true, value: [String(id)] } });
  expect(await Promise.all(calls)).toEqual([{ value: ['1'] }, { value: ['2'] }]);
});

test('an aborted call sends a cancel to the other side and fails at once; a late answer changes nothing', async () => {
  const { kernel, notes } = await open();
  const stop = new AbortController();
  const call = outcome(notes.call('list', { from: 1 }, stop.signal));
  stop.abort();
  kernel.answerLast({ ok: true, value: [] });
  const before = outcome(notes.call('list', { from: 2 }, stop.signal));
  expect([await call, await before, kernel.take()]).toEqual([
    { code: 'link/cancelled' },
    { code: 'link/cancelled' },
    [
      ['call', 'acme:notes:list', { from: 1 }],
      ['cancel', 'acme:notes:list', undefined],
    ],
  ]);
});

test('events and batches of events reach their listeners one by one and in order', async () => {
  const { kernel, notes } = await open();
  const heard: unknown[] = [];
  notes.on('added', event => heard.push(event));
  notes.on('removed', event => heard.push(event));
  kernel.send([
    { v: 1, id: 0, kind: 'events', to: 'acme:notes:added', body: [{ id: 'a' }, { id: 'b' }] },
    { v: 1, id: 0, kind: 'event', to: 'acme:notes:removed', body: 'a' },
  ]);
  kernel.send({ v: 1, id: 0, kind: 'event', to: 'acme:notes:added', body: { id: 'c' } });
  kernel.send({ v: 1, id: 0, kind: 'event', to: 'acme:other:added', body: { id: 'd' } });
  expect(heard).toEqual([{ id: 'a' }, { id: 'b' }, 'a', { id: 'c' }]);
});

test('a listener that throws is reported, and the next listener still gets the event', async () => {
  const { kernel, notes, reported } = await open();
  const heard: unknown[] = [];
  notes.on('removed', () => {
    throw new Error('mine');
  });
  notes.on('removed', event => heard.push(event));
  kernel.send({ v: 1, id: 0, kind: 'event', to: 'acme:notes:removed', body: 'a' });
  expect({ heard, reported: reported.map(String) }).toEqual({ heard: ['a'], reported: ['Error: mine'] });
});

test('a channel is subscribed to from its first listener to its last', async () => {
  const { kernel, notes } = await open();
  const listener = () => undefined;
  const one = notes.on('added', listener);
  const two = notes.on('added', listener);
  const three = notes.on('removed', listener);
  void one.dispose();
  void one.dispose();
  void two.dispose();
  const before = kernel.take();
  void three.dispose();
  expect([before, kernel.take()]).toEqual([
    [['call', 'kernel:subscribe', { channel: 'acme:notes' }]],
    [['call', 'kernel:unsubscribe', { channel: 'acme:notes' }]],
  ]);
});

test('a subscription that is refused is reported', async () => {
  const { kernel, notes, reported } = await open();
  notes.on('added', () => undefined);
  kernel.answerLast({ ok: false, error: { code: 'channel/unknown', message: 'No.' } });
  await settle();
  expect(reported).toMatchObject([{ code: 'channel/unknown' }]);
});

test('calls made before the first connection wait for it', async () => {
  const kernel = fakeKernel();
  const link = new PageLink({ connect: kernel.connect, wait: kernel.wait, report: () => undefined });
  const call = outcome(link.client(Notes).call('list', { from: 1 }));
  const before = kernel.take();
  await settle();
  kernel.answerLast({ ok: true, value: ['x'] });
  expect([before, await call]).toEqual([[], { value: ['x'] }]);
});

test('the language is sent before everything else, at each connection', async () => {
  const kernel = fakeKernel();
  const link = new PageLink({ connect: kernel.connect, locale: () => 'fr', wait: kernel.wait, report: () => undefined });
  void outcome(link.client(Notes).call('list', { from: 1 }));
  link.client(Notes).on('added', () => undefined);
  await settle();
  const first = kernel.take();
  kernel.drop();
  await settle();
  expect([first.map(([, to, body]) => [to, body]), kernel.take().map(([, to]) => to)]).toEqual([
    [
      ['kernel:hello', { locale: 'fr' }],
      ['acme:notes:list', { from: 1 }],
      ['kernel:subscribe', { channel: 'acme:notes' }],
    ],
    ['kernel:hello', 'kernel:subscribe'],
  ]);
});

test('a lost connection fails the calls under way, and every subscription is renewed over the next one', async () => {
  const { kernel, link, notes } = await open();
  const seen: string[] = [];
  link.onStatus(status => seen.push(status));
  const gone = notes.on('removed', () => undefined);
  notes.on('added', ({ id }) => seen.push(id));
  notes.on(reopened as 'added', () => seen.push('reopened'));
  const lost = outcome(notes.call('list', { from: 1 }));
  kernel.take();
  kernel.state.refusing = true;
  kernel.drop();
  const meanwhile = outcome(notes.call('list', { from: 2 }));
  void gone.dispose();
  await settle();
  kernel.waits[0]?.go();
  await settle();
  kernel.state.refusing = false;
  kernel.waits[1]?.go();
  await settle();
  const sent = kernel.take();
  kernel.send({ v: 1, id: 0, kind: 'event', to: 'acme:notes:added', body: { id: 'new' } });
  expect({
    lost: await lost,
    meanwhile: await meanwhile,
    waited: kernel.waits.map(({ milliseconds }) => milliseconds),
    sent,
    seen,
  }).toEqual({
    lost: { code: 'link/closed' },
    meanwhile: { code: 'link/closed' },
    waited: [250, 500],
    sent: [['call', 'kernel:subscribe', { channel: 'acme:notes' }]],
    seen: ['reconnecting', 'open', 'reopened', 'new'],
  });
});

test('a link that was closed fails its calls and does not come back', async () => {
  const { kernel, link, notes } = await open();
  const call = outcome(notes.call('list', { from: 1 }));
  link.close();
  kernel.drop();
  await settle();
  expect([await call, await outcome(notes.call('list', { from: 2 })), link.status, kernel.connected]).toEqual([
    { code: 'link/closed' },
    { code: 'link/closed' },
    'closed',
    1,
  ]);
});

test('the host calls the page, and gets an error where no handler is set or the handler fails', async () => {
  const { kernel, link, reported } = await open();
  link.answer('host:pickFolder', async () => '/people/me');
  link.answer('host:broken', async () => {
    throw new Error('mine');
  });
  for (const [id, to] of ['host:pickFolder', 'host:other', 'host:broken'].entries()) kernel.send({ v: 1, id, kind: 'call', to, body: {} });
  await settle();
  expect(kernel.frames.map(({ id, kind, body }) => [id, kind, body])).toEqual([
    [0, 'answer', { ok: true, value: '/people/me' }],
    [1, 'answer', { ok: true, value: undefined }],
    [2, 'answer', { ok: false, error: { code: 'page/failed', message: 'Error: mine' } }],
  ]);
  expect(reported.length).toBe(1);
});

test('a page that the host refuses has the status refused, stops connecting, and connects again only by retry', async () => {
  const { kernel, link, notes } = await open();
  const statuses: string[] = [];
  link.onStatus(status => statuses.push(status));
  notes.on('added', () => undefined);
  kernel.answerLast({ ok: true });
  const lost = outcome(notes.call('list', { from: 1 }));
  kernel.state.turnsAway = true;
  kernel.drop();
  await settle();
  const refused = { lost: await lost, call: await outcome(notes.call('list', { from: 2 })), waits: kernel.waits.length };
  kernel.state.turnsAway = false;
  kernel.take();
  link.retry();
  await settle();
  expect({ ...refused, statuses, renewed: kernel.take() }).toEqual({
    lost: { code: 'link/closed' },
    call: { code: 'link/not-admitted' },
    waits: 0,
    statuses: ['reconnecting', 'refused', 'reconnecting', 'open'],
    renewed: [['call', 'kernel:subscribe', { channel: 'acme:notes' }]],
  });
});
