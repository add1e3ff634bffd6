import { afterEach, expect, test } from 'vitest';
import { openBroker, refusal, settled } from './broker.fixture.ts';

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

function open() {
  const opened = openBroker();
  ends.push(opened.close);
  return opened;
}

const failuresOf = ({ failures }: ReturnType<typeof open>) => failures.map(({ code }) => code);

test('E7: calls are forwarded on behalf of the frame’s own extension, whatever the frame claims, and are answered under the frame’s own ids', async () => {
  const frame = open();
  frame.answers.set('notes:list', () => ['a']);
  frame.answers.set('notes:drop', () => Promise.reject(refusal('extension/not-allowed')));
  frame.answers.set('notes:slip', () => Promise.reject(new Error('a secret of the window')));
  frame.call('notes:list', { from: 1 }, { from: '@atelier/settings' });
  frame.call('notes:drop');
  frame.call('notes:slip');
  frame.call('window:toast', { text: 'Hello' });
  frame.call('kernel:runCommand', { command: 'notes.add', args: { text: 'x' } });
  frame.call('view:shown', {});
  expect({ came: await frame.take(), called: frame.called, reports: frame.reports }).toEqual({
    came: expect.arrayContaining([
      [1, ['a']],
      [2, 'extension/not-allowed'],
      [3, 'frame/failed'],
      [4, { local: 'toast', params: { text: 'Hello' } }],
      [5, { command: 'notes.add', args: { text: 'x' }, from: '@acme/notes' }],
      [6, null],
    ]),
    called: [
      ['notes:list', { from: 1 }, '@acme/notes'],
      ['notes:drop', {}, '@acme/notes'],
      ['notes:slip', {}, '@acme/notes'],
    ],
    reports: [['shown', {}]],
  });
});

test('E7: calls that would affect the whole page, and members of Object.prototype, are refused', async () => {
  const frame = open();
  for (const to of ['kernel:hello', 'window:constructor', 'window:__proto__', 'notes:toString']) frame.call(to, { locale: 'en' });
  const code = 'frame/not-allowed';
  expect([await frame.take(), frame.called]).toEqual([[1, 2, 3, 4].map(id => [id, code]), []]);
});

test('a cancel aborts its call', async () => {
  const frame = open();
  const aborted: string[] = [];
  const wait = (name: string) => (_params: unknown, signal: AbortSignal | undefined) =>
    new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => {
        aborted.push(name);
        reject(refusal('extension/not-allowed'));
      });
    });
  frame.answers.set('notes:one', wait('one'));
  frame.answers.set('notes:two', wait('two'));
  frame.call('notes:one');
  const two = frame.call('notes:two');
  frame.send({ v: 1, id: two, kind: 'cancel', to: 'notes:two' });
  await frame.take();
  const before = [...aborted];
  frame.broker.close();
  expect({ before, after: aborted }).toEqual({ before: ['two'], after: ['two', 'one'] });
});

test('E7: events of a channel are forwarded only after the kernel has allowed the subscription, even where the page has subscribed already', async () => {
  const frame = open();
  const asked = { notes: Promise.withResolvers<{ events: string[] }>(), mail: Promise.withResolvers<{ events: string[] }>() };
  frame.answers.set('kernel:subscribe', params => asked[(params as { channel: 'notes' }).channel].promise);
  frame.event('notes:changed', 0);
  for (const channel of ['notes', 'notes', 'mail']) frame.call('kernel:subscribe', { channel });
  await settled();
  frame.event('notes:changed', 1);
  frame.event('notes:kept', 'from all extensions');
  frame.event('mail:came', 'private');
  const before = await frame.take();
  asked.notes.resolve({ events: ['changed'] });
  asked.mail.reject(refusal('extension/not-allowed'));
  await settled();
  frame.event('notes:changed', 2);
  frame.event('mail:came', 'private');
  const after = await frame.take();
  frame.call('kernel:subscribe', { channel: 'mail' });
  expect({ before, after, again: await frame.take(), called: frame.called.map(([, params]) => params) }).toEqual({
    before: [[2, null]],
    after: [
      ['event', 'notes:changed', 1],
      [1, null],
      [3, 'extension/not-allowed'],
      ['event', 'notes:changed', 2],
    ],
    again: [[4, 'extension/not-allowed']],
    called: [{ channel: 'notes' }, { channel: 'mail' }, { channel: 'mail' }],
  });
});

test('E7: a right that the person withdraws ends the events that need it at once', async () => {
  const frame = open();
  frame.call('kernel:subscribe', { channel: 'notes' });
  await settled();
  frame.event('notes:changed', 1);
  const before = (await frame.take()).filter(([kind]) => kind === 'event');
  frame.answers.set('kernel:subscribe', () => Promise.reject(refusal('extension/right-not-granted')));
  frame.event('kernel:extensionsChanged', { id: '@acme/other' });
  frame.event('notes:changed', 2);
  frame.event('kernel:extensionsChanged', { id: '@acme/notes' });
  await settled();
  frame.event('notes:changed', 3);
  const after = (await frame.take()).filter(([kind]) => kind === 'event');
  expect({ before, after }).toEqual({ before: [['event', 'notes:changed', 1]], after: [['event', 'notes:changed', 2]] });
});

test('a frame can end only its own subscriptions', async () => {
  const frame = open();
  frame.call('kernel:unsubscribe', { channel: 'notes' });
  frame.call('kernel:subscribe', { channel: 'notes' });
  frame.call('kernel:unsubscribe', { channel: 'notes' });
  frame.call('kernel:unsubscribe', { channel: 'notes' });
  frame.call('kernel:subscribe', { channel: 'mail' });
  await settled();
  frame.event('notes:changed', 1);
  frame.broker.close();
  await settled();
  const from = '@acme/notes';
  expect({
    called: frame.called,
    events: (await frame.take()).filter(([kind]) => kind === 'event'),
    left: frame.listening(),
  }).toEqual({
    called: [
      ['kernel:subscribe', { channel: 'notes' }, from],
      ['kernel:unsubscribe', { channel: 'notes' }, from],
      ['kernel:subscribe', { channel: 'mail' }, from],
      ['kernel:unsubscribe', { channel: 'mail' }, from],
    ],
    events: [],
    left: 0,
  });
});

test('of the events of window and kernel, a frame gets only those for every view', async () => {
  const frame = open();
  frame.call('kernel:subscribe', { channel: 'window' });
  frame.call('kernel:subscribe', { channel: 'kernel' });
  await frame.take();
  frame.event('window:layoutChanged', { main: 'home' });
  frame.event('window:toasted', { text: 'of somebody else' });
  frame.event('kernel:extensionsChanged', { id: '@acme/other' });
  frame.event('kernel:contributionsChanged', { point: 'views' });
  expect(await frame.take()).toEqual([
    ['event', 'window:layoutChanged', { main: 'home' }],
    ['event', 'kernel:contributionsChanged', { point: 'views' }],
  ]);
});

test('after a lost connection, each channel is subscribed to again and the frame gets the reopened event', async () => {
  const frame = open();
  frame.call('kernel:subscribe', { channel: 'notes' });
  await settled();
  frame.status('reconnecting');
  frame.answers.set('kernel:subscribe', () => Promise.reject(refusal('link/closed')));
  frame.call('kernel:subscribe', { channel: 'mail' });
  await frame.take();
  frame.answers.delete('kernel:subscribe');
  frame.called.length = 0;
  frame.status('open');
  expect({ came: await frame.take(), called: frame.called }).toEqual({
    came: [
      ['event', 'notes:$reopened', undefined],
      ['event', 'mail:$reopened', undefined],
    ],
    called: [
      ['kernel:subscribe', { channel: 'notes' }, '@acme/notes'],
      ['kernel:subscribe', { channel: 'mail' }, '@acme/notes'],
    ],
  });
});

test('X5: a flood closes the frame, a burst and a steady stream do not', async () => {
  const frame = open();
  for (let sent = 0; sent < 1000; sent += 1) frame.call('view:size', { width: 1, height: 1 });
  await frame.take();
  frame.clock.now = 1000;
  for (let sent = 0; sent < 200; sent += 1) frame.call('view:size', { width: 1, height: 1 });
  await frame.take();
  const before = failuresOf(frame);
  frame.call('view:size', { width: 1, height: 1 });
  frame.call('notes:list');
  await frame.take();
  expect({ before, after: failuresOf(frame), called: frame.called, reports: frame.reports.length }).toEqual({
    before: [],
    after: ['view/flooded'],
    called: [],
    reports: 1200,
  });
});

test('X5: a message that is too large closes the frame, however it hides its size', async () => {
  const codes: unknown[] = [];
  const shared = 'x'.repeat(2000);
  const large = ['x'.repeat(2 ** 20), new Array(4_000_000_000), Array.from({ length: 1000 }, () => shared), { ['k'.repeat(2 ** 20)]: 1 }];
  for (const body of large) {
    const frame = open();
    frame.call('notes:list', { body });
    await frame.take();
    codes.push([...failuresOf(frame), frame.called.length]);
  }
  const fits = open();
  fits.call('notes:list', 'x'.repeat(2 ** 20 - 200));
  await fits.take();
  expect({ codes, fits: [failuresOf(fits), fits.called.length] }).toEqual({
    codes: large.map(() => ['view/too-large', 0]),
    fits: [[], 1],
  });
});

test('X5: the hundred-and-first pending call closes the frame and aborts the others', async () => {
  const frame = open();
  const ended: unknown[] = [];
  frame.answers.set('notes:list', (_params, signal) => {
    signal?.addEventListener('abort', () => ended.push(signal.aborted));
    return new Promise(() => undefined);
  });
  for (let sent = 0; sent < 100; sent += 1) frame.call('notes:list');
  await frame.take();
  const before = failuresOf(frame);
  frame.call('notes:list');
  await frame.take();
  expect([before, failuresOf(frame), ended.length]).toEqual([[], ['view/too-many-calls'], 100]);
});

test('E7: a message with values that JSON cannot hold is refused', async () => {
  const frame = open();
  const cycle: Record<string, unknown> = {};
  cycle.itself = cycle;
  const odd = [
    cycle,
    new Map(),
    new Date(0),
    new Blob(['x']),
    new Uint8Array(3),
    1n,
    Number.NaN,
    JSON.parse('{"__proto__":{"isAdmin":true}}'),
  ];
  for (const body of odd) frame.call('notes:list', { body });
  const { port1, port2 } = new MessageChannel();
  frame.send({ v: 1, id: 99, kind: 'call', to: 'notes:list', body: {} }, [port2]);
  const came = await frame.take();
  port1.close();
  expect({ came, called: frame.called, failed: failuresOf(frame) }).toEqual({
    came: [...odd.map((_, at) => [at + 1, 'frame/not-sendable']), [99, 'frame/not-sendable']],
    called: [],
    failed: [],
  });
});

test('E7: an invalid message is dropped, and too many of them close the port', async () => {
  const frame = open();
  const frames = [
    undefined,
    null,
    'call',
    [],
    { kind: 'call' },
    { v: 2, id: 1, kind: 'call', to: 'notes:list' },
    { v: 1, id: -1, kind: 'call', to: 'notes:list' },
    { v: 1, id: 1, kind: 'event', to: 'notes:changed', body: 1 },
    { v: 1, id: 7, kind: 'answer', to: 'view:ping', body: { ok: true } },
    { v: 1, id: 1, kind: 'call', to: 'notes:list', extra: 1 },
  ];
  for (const one of frames) frame.send(one);
  await frame.take();
  const before = failuresOf(frame);
  for (const one of [...frames, 'one more']) frame.send(one);
  await frame.take();
  expect([before, failuresOf(frame), frame.called]).toEqual([[], ['view/unreadable'], []]);
});

test('a call with the id of a pending call is refused', async () => {
  const frame = open();
  frame.answers.set('notes:list', () => new Promise(() => undefined));
  frame.send({ v: 1, id: 5, kind: 'call', to: 'notes:list', body: 1 });
  frame.send({ v: 1, id: 5, kind: 'call', to: 'notes:list', body: 2 });
  expect([await frame.take(), frame.called]).toEqual([[[5, 'frame/not-a-frame']], [['notes:list', 1, '@acme/notes']]]);
});

test('a closed frame neither receives nor sends messages', async () => {
  const frame = open();
  frame.call('kernel:subscribe', { channel: 'notes' });
  await frame.take();
  frame.broker.close();
  frame.broker.sendEvent('view:slice', {});
  frame.event('notes:changed', 1);
  frame.call('notes:list');
  expect([await frame.take(), frame.called.map(([to]) => to)]).toEqual([[], ['kernel:subscribe', 'kernel:unsubscribe']]);
});
