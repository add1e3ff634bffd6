import { defineChannel } from '@atelier/kernel';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { expect, test } from 'vitest';
import { Contributed } from './contributed.ts';
import { fakeKernel, settle } from './fake-kernel.fixture.ts';
import { PageLink } from './link.ts';
import { noState, pageView } from './page-view.ts';
import { Query, type QueryState } from './query.ts';
import { Slice } from './slice.ts';
import { SliceStore } from './slice-store.ts';
import type { ViewHost } from './view.ts';

const Notes = defineChannel<{
  calls: { list: { params: { project: string }; result: string[] } };
  events: { changed: { count: number } };
}>('notes');

/** The part of a Lit element that a controller uses. */
class FakeElement implements ReactiveControllerHost {
  readonly updateComplete = Promise.resolve(true);
  readonly controllers: ReactiveController[] = [];
  updates = 0;
  isConnected = false;
  onUpdate: () => void = () => undefined;

  addController(controller: ReactiveController): void {
    this.controllers.push(controller);
  }
  removeController(): void {}
  requestUpdate(): void {
    this.updates += 1;
    for (const controller of this.controllers) controller.hostUpdate?.();
    this.onUpdate();
  }
  connect(): void {
    this.isConnected = true;
    for (const controller of this.controllers) controller.hostConnected?.();
  }
  disconnect(): void {
    this.isConnected = false;
    for (const controller of this.controllers) controller.hostDisconnected?.();
  }
}

const slices = () =>
  new SliceStore({
    locale: 'fr',
    theme: 'light',
    contrast: 'normal',
    mode: 'workspace',
    conversation: null,
    project: null,
    thread: 'none',
    widget: { width: 0, height: 0 },
    visible: true,
    params: null,
  });

async function open() {
  const kernel = fakeKernel();
  const link = new PageLink({ connect: kernel.connect, wait: kernel.wait, report: () => undefined });
  await settle();
  const element = new FakeElement();
  const store = slices();
  const given: { project: string; view: ReturnType<typeof pageView> | undefined } = {
    project: 'a',
    view: pageView({ link, slices: store, state: noState() }),
  };
  const query = new Query(element, () => given.view, Notes, 'list', { params: () => ({ project: given.project }), refreshOn: 'changed' });
  const states: QueryState<string[]>[] = [];
  element.onUpdate = () => {
    if (states.at(-1) !== query.state) states.push(query.state);
  };
  const changed = () => kernel.send({ v: 1, id: 0, kind: 'event', to: 'notes:changed', body: { count: 1 } });
  const answer = async (value: string[]) => {
    kernel.answerLast({ ok: true, value });
    await settle();
  };
  return { kernel, element, query, states, given, store, changed, answer };
}

test('an element that is updated once more after it has left the page listens to nothing, until it is back', async () => {
  const { kernel, element, store, given } = await open();
  const slice = new Slice(element, () => given.view, 'theme');
  element.connect();
  element.disconnect();
  kernel.take();
  let watched = 0;
  const watch = store.watch.bind(store);
  store.watch = (name, listener) => {
    watched += 1;
    return watch(name, listener);
  };
  element.requestUpdate();
  const away = { asked: kernel.take(), watched };
  element.connect();
  const back = { asked: kernel.take().length > 0, watched: watched > 0, theme: slice.value };
  expect({ away, back }).toEqual({ away: { asked: [], watched: 0 }, back: { asked: true, watched: true, theme: 'light' } });
});

test('a query subscribes before it calls, and reads again at its event while the old value stays', async () => {
  const { kernel, element, states, changed, answer } = await open();
  element.connect();
  const first = kernel.take();
  kernel.send({ v: 1, id: 2, kind: 'answer', to: 'notes:list', body: { ok: true, value: ['one'] } });
  await settle();
  changed();
  await settle();
  const second = kernel.frames.map(frame => frame.to);
  await answer(['one', 'two']);
  expect({ first, second, states }).toEqual({
    first: [
      ['call', 'kernel:subscribe', { channel: 'notes' }],
      ['call', 'notes:list', { project: 'a' }],
    ],
    second: ['notes:list'],
    states: [{ status: 'pending' }, { status: 'ready', value: ['one'] }, { status: 'ready', value: ['one', 'two'] }],
  });
});

test('a query reads again when the person chooses another language, since its answer has texts in that language', async () => {
  const { kernel, element, query, store, answer } = await open();
  element.connect();
  await answer([]);
  await answer(['une note']);
  store.set('locale', 'en');
  await settle();
  await answer(['a note']);
  element.disconnect();
  store.set('locale', 'fr');
  expect([query.state, kernel.frames.filter(frame => frame.to === 'notes:list').length]).toEqual([
    { status: 'ready', value: ['a note'] },
    2,
  ]);
});

test('many events during one call make one more call', async () => {
  const { kernel, element, changed, answer } = await open();
  element.connect();
  for (let n = 0; n < 10; n += 1) changed();
  await answer(['x']);
  await answer(['y']);
  expect(kernel.frames.filter(frame => frame.to === 'notes:list').length).toBe(2);
});

test('the events of one message cause one read', async () => {
  const { kernel, element, answer } = await open();
  element.connect();
  await answer(['x']);
  kernel.take();
  kernel.send({ v: 1, id: 0, kind: 'events', to: 'notes:changed', body: [{ count: 1 }, { count: 2 }, { count: 3 }] });
  await settle();
  expect(kernel.take()).toEqual([['call', 'notes:list', { project: 'a' }]]);
});

test('the entries of a point are read again when they change, and not when those of another point do', async () => {
  const { kernel, given } = await open();
  const element = new FakeElement();
  const contributed = new Contributed<{ id: string }>(element, () => given.view as ViewHost, 'notes:tools@1');
  element.connect();
  kernel.answerLast({ ok: true, value: [{ from: 'a', value: { id: 'one' } }] });
  await settle();
  kernel.take();
  const changed = async (...points: string[]) => {
    kernel.send(points.map(point => ({ v: 1, id: 0, kind: 'event', to: 'kernel:contributionsChanged', body: { point } })));
    await settle();
    return kernel.take();
  };
  const another = await changed('notes:badges@1', 'notes:badges@1');
  const own = await changed('notes:badges@1', 'notes:tools@1', 'notes:tools@1');
  expect({ items: contributed.items, another, own }).toEqual({
    items: [{ from: 'a', value: { id: 'one' } }],
    another: [],
    own: [['call', 'kernel:listContributions', { point: 'notes:tools@1' }]],
  });
});

test('other params cancel the call under way, and its answer is never shown', async () => {
  const { kernel, element, query, given, answer } = await open();
  element.connect();
  given.project = 'b';
  element.requestUpdate();
  const sent = kernel.take();
  kernel.send({ v: 1, id: 2, kind: 'answer', to: 'notes:list', body: { ok: true, value: ['of a'] } });
  await settle();
  const meanwhile = query.state;
  kernel.send({ v: 1, id: 3, kind: 'answer', to: 'notes:list', body: { ok: true, value: ['of b'] } });
  await answer([]);
  expect({ sent, meanwhile, state: query.state }).toEqual({
    sent: [
      ['call', 'kernel:subscribe', { channel: 'notes' }],
      ['call', 'notes:list', { project: 'a' }],
      ['cancel', 'notes:list', undefined],
      ['call', 'notes:list', { project: 'b' }],
    ],
    meanwhile: { status: 'pending' },
    state: { status: 'ready', value: ['of b'] },
  });
});

test('a failed query has its error, and its value again after the connection came back', async () => {
  const { kernel, element, query, answer } = await open();
  element.connect();
  kernel.drop();
  await settle();
  const failed = query.state;
  await settle();
  await answer(['back']);
  expect([failed, query.state]).toMatchObject([
    { status: 'failed', error: { code: 'link/closed' } },
    { status: 'ready', value: ['back'] },
  ]);
});

test('an element that is disconnected stops its call and its subscription, and starts both again when it is connected', async () => {
  const { kernel, element } = await open();
  element.connect();
  kernel.take();
  element.disconnect();
  const left = kernel.take();
  element.connect();
  expect([left, kernel.take()]).toEqual([
    [
      ['cancel', 'notes:list', undefined],
      ['call', 'kernel:unsubscribe', { channel: 'notes' }],
    ],
    [
      ['call', 'kernel:subscribe', { channel: 'notes' }],
      ['call', 'notes:list', { project: 'a' }],
    ],
  ]);
});

test('a query of an element whose view is not set yet waits for it', async () => {
  const { kernel, element, given } = await open();
  const { view } = given;
  given.view = undefined;
  element.connect();
  const before = kernel.take();
  given.view = view;
  element.requestUpdate();
  expect([before.length, kernel.take().length]).toEqual([0, 2]);
});

test('a slice renders its element again when it changes, and for no other slice or equal value', () => {
  const store = slices();
  const element = new FakeElement();
  const view = { slices: store } as unknown as ReturnType<typeof pageView>;
  const slice = new Slice(element, () => view, 'widget');
  element.connect();
  const start = element.updates;
  store.set('locale', 'en');
  store.set('widget', { width: 0, height: 0 });
  const same = element.updates;
  store.set('widget', { width: 24, height: 24 });
  const changed = element.updates;
  element.disconnect();
  store.set('widget', { width: 1, height: 1 });
  expect([same - start, changed - start, element.updates - start, slice.value]).toEqual([0, 1, 1, { width: 1, height: 1 }]);
});
