import type { Link } from '@atelier/kernel/host';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type After, Outbox } from './outbox.ts';
import type { EventPolicy } from './outbox-policy.ts';

interface Frame {
  readonly kind: string;
  readonly to: string;
  readonly body: unknown;
}

const delta: EventPolicy = { merge: { by: ['part'], append: 'text', last: ['at'] }, urgent: { type: ['end'] } };

function handClock() {
  let now = 0;
  let timers: { at: number; run: () => void }[] = [];
  let started = 0;
  const after: After = (milliseconds, run) => {
    started += 1;
    const timer = { at: now + milliseconds, run };
    timers.push(timer);
    return () => {
      timers = timers.filter(other => other !== timer);
    };
  };
  const pass = (milliseconds: number) => {
    const end = now + milliseconds;
    for (;;) {
      const next = timers.filter(timer => timer.at <= end).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      timers = timers.filter(timer => timer !== next);
      now = next.at;
      next.run();
    }
    now = end;
  };
  return { after, pass, pending: () => timers.length, started: () => started };
}

function open() {
  const clock = handClock();
  const messages: Frame[][] = [];
  const closed: (string | undefined)[] = [];
  const state = { waiting: 0 };
  const link: Link = {
    id: 'page-1',
    get waiting() {
      return state.waiting;
    },
    send: frames => void messages.push(structuredClone(frames) as Frame[]),
    onMessage: () => undefined,
    onClose: () => undefined,
    close: why => void closed.push(why),
  };
  return { outbox: new Outbox(link, { after: clock.after }), clock, messages, closed, state };
}

const sizes = (messages: Frame[][]) => messages.map(frames => unfold([frames]).length);
const unfold = (messages: Frame[][]) =>
  messages.flat().flatMap(frame => {
    if (frame.kind === 'event') return [[frame.to, frame.body]];
    if (frame.kind === 'events') return (frame.body as unknown[]).map(body => [frame.to, body]);
    return [['answer', frame.body]];
  });

test('the first event after a pause is sent at once, the next ones together within 8 ms', () => {
  const { outbox, clock, messages } = open();
  for (const n of [1, 2, 3]) outbox.event('agent:event', { n }, undefined);
  outbox.event('agent:other', { n: 4 }, undefined);
  clock.pass(8);
  expect(messages).toEqual([
    [{ v: 1, id: 0, kind: 'event', to: 'agent:event', body: { n: 1 } }],
    [
      { v: 1, id: 0, kind: 'events', to: 'agent:event', body: [{ n: 2 }, { n: 3 }] },
      { v: 1, id: 0, kind: 'event', to: 'agent:other', body: { n: 4 } },
    ],
  ]);
});

test('a batch is sent with its 64th event, without waiting for the timer', () => {
  const { outbox, messages } = open();
  for (let n = 0; n < 130; n += 1) outbox.event('agent:event', { n }, undefined);
  expect(sizes(messages)).toEqual([1, 64, 64]);
});

test('a batch is sent at 64 KiB', () => {
  const { outbox, messages } = open();
  for (let n = 0; n < 5; n += 1) outbox.event('agent:event', 'x'.repeat(33_000), undefined);
  expect(sizes(messages)).toEqual([1, 2, 2]);
});

test('an answer is sent at once, with the events before it', () => {
  const { outbox, messages } = open();
  outbox.event('a:b', 1, undefined);
  outbox.event('a:b', 2, undefined);
  outbox.answer({ v: 1, id: 7, kind: 'answer', to: 'a:c', body: { ok: true } });
  expect(unfold(messages)).toEqual([
    ['a:b', 1],
    ['a:b', 2],
    ['answer', { ok: true }],
  ]);
});

test('an urgent event is sent at once, after the waiting events', () => {
  const { outbox, messages } = open();
  outbox.event('a:delta', { part: 1, text: 'a' }, delta);
  outbox.event('a:delta', { part: 1, text: 'b' }, delta);
  outbox.event('a:delta', { type: 'end' }, delta);
  expect(messages.length).toBe(2);
  expect(unfold(messages).length).toBe(3);
});

test('of a coalesced event the last value of its interval is sent, also while other events are sent', () => {
  const { outbox, clock, messages } = open();
  const state = { coalesceMs: 50 };
  outbox.event('acp:state', 1, state);
  clock.pass(20);
  outbox.event('acp:state', 2, state);
  clock.pass(29);
  expect(messages).toEqual([]);
  clock.pass(1);
  outbox.event('acp:state', 3, state);
  outbox.event('acp:line', 'x', undefined);
  outbox.event('acp:state', 4, state);
  clock.pass(8);
  expect(unfold(messages)).toEqual([
    ['acp:state', 2],
    ['acp:line', 'x'],
    ['acp:state', 4],
  ]);
});

test('an event that is coalesced by a field replaces no event with another value in that field', () => {
  const { outbox, clock, messages } = open();
  const policy = { coalesceMs: 50, coalesceBy: ['of'] };
  for (const [of, n] of [
    ['a', 1],
    ['b', 2],
    ['a', 3],
  ] as const)
    outbox.event('acp:state', { of, n }, policy);
  clock.pass(50);
  expect(unfold(messages)).toEqual([
    ['acp:state', { of: 'b', n: 2 }],
    ['acp:state', { of: 'a', n: 3 }],
  ]);
});

test('a coalesced event right after a batch still has its whole interval', () => {
  const { outbox, clock, messages } = open();
  outbox.event('acp:line', 'x', undefined);
  outbox.event('acp:state', 1, { coalesceMs: 50 });
  clock.pass(49);
  outbox.event('acp:state', 2, { coalesceMs: 50 });
  const before = messages.length;
  clock.pass(1);
  expect([before, unfold(messages)]).toEqual([
    1,
    [
      ['acp:line', 'x'],
      ['acp:state', 2],
    ],
  ]);
});

test('a value that was emitted before an answer is sent before it, although a newer value follows', () => {
  const { outbox, clock, state, messages } = open();
  state.waiting = 5e6;
  outbox.event('acp:state', 1, { coalesceMs: 50 });
  outbox.answer({ kind: 'answer', body: 'done' });
  outbox.event('acp:state', 2, { coalesceMs: 50 });
  state.waiting = 0;
  clock.pass(16);
  expect(unfold(messages)).toEqual([
    ['acp:state', 1],
    ['answer', 'done'],
    ['acp:state', 2],
  ]);
});

test('5,000 deltas of one part are a handful of messages and lose no letter', () => {
  const { outbox, clock, messages } = open();
  for (let n = 0; n < 5000; n += 1) {
    outbox.event('a:delta', { part: 1, text: `${n} `, at: n }, delta);
    if (n % 20 === 19) clock.pass(1);
  }
  clock.pass(8);
  const text = unfold(messages).map(([, body]) => (body as { text: string }).text);
  expect(text.join('')).toBe(Array.from({ length: 5000 }, (_, n) => `${n} `).join(''));
  expect(messages.length).toBeLessThanOrEqual(320);
});

test('deltas that differ in a field that the rule does not name are not joined', () => {
  const { outbox, clock, messages } = open();
  outbox.event('a:delta', { part: 1, text: 'first' }, delta);
  outbox.event('a:delta', { part: 1, text: 'a', tone: 'x' }, delta);
  outbox.event('a:delta', { part: 1, text: 'b', tone: 'y' }, delta);
  outbox.event('a:delta', { part: 2, text: 'c', tone: 'y' }, delta);
  clock.pass(8);
  expect(unfold(messages).length).toBe(4);
});

test('answers are sent at once, and a thousand of them set one timer', () => {
  const { outbox, clock, messages } = open();
  for (let id = 1; id <= 1000; id += 1) outbox.answer({ v: 1, id, kind: 'answer', to: 'a:call', body: { ok: true, value: null } });
  expect({ sent: messages.length, timers: clock.started() }).toEqual({ sent: 1000, timers: 1 });
});

test('joining does not change the object that was emitted', () => {
  const { outbox, clock } = open();
  const body = { part: 1, text: 'a' };
  outbox.event('a:delta', { part: 0, text: '' }, delta);
  outbox.event('a:delta', body, delta);
  outbox.event('a:delta', { part: 1, text: 'b' }, delta);
  clock.pass(8);
  expect(body).toEqual({ part: 1, text: 'a' });
});

test('events for a page that does not read are held, joined, and all sent when it reads again', () => {
  const { outbox, clock, messages, state } = open();
  state.waiting = 4 * 1024 * 1024 + 1;
  for (let n = 0; n < 1000; n += 1) outbox.event('a:delta', { part: 1, text: 'ab' }, delta);
  for (let n = 0; n < 100; n += 1) outbox.event('a:state', n, { coalesceMs: 50 });
  outbox.event('a:event', 'last', undefined);
  clock.pass(100);
  const before = messages.length;
  state.waiting = 0;
  clock.pass(16);
  expect({ before, after: unfold(messages) }).toEqual({
    before: 0,
    after: [
      ['a:delta', { part: 1, text: 'ab'.repeat(1000) }],
      ['a:state', 99],
      ['a:event', 'last'],
    ],
  });
});

test('a link that stays blocked with more than 64 MB held is closed with a reason', () => {
  const { outbox, clock, closed, state } = open();
  state.waiting = 5e6;
  for (let n = 0; n < 70; n += 1) outbox.event('a:event', 'x'.repeat(1024 * 1024), undefined);
  clock.pass(100);
  const early = [...closed];
  clock.pass(2000);
  outbox.event('a:event', 1, undefined);
  expect({ early, closed, pending: clock.pending() }).toEqual({
    early: [],
    closed: [
      'The connection page-1 was closed: 70 MB are waiting and the other side has stopped reading. Reload the page; if it happens again, close what keeps it busy.',
    ],
    pending: 0,
  });
});

test('close sends the waiting frames and leaves no timer', () => {
  const { outbox, clock, messages } = open();
  outbox.event('a:b', 1, undefined);
  outbox.event('a:b', 2, undefined);
  outbox.close();
  outbox.event('a:b', 3, undefined);
  expect({ seen: unfold(messages), pending: clock.pending() }).toEqual({
    seen: [
      ['a:b', 1],
      ['a:b', 2],
    ],
    pending: 0,
  });
});

type Step =
  | { do: 'event'; to: 'a:plain' | 'a:other'; n: number }
  | { do: 'delta'; part: number; text: string }
  | { do: 'state'; to: 'a:state' | 'b:state'; n: number }
  | { do: 'answer'; n: number }
  | { do: 'pass'; ms: number }
  | { do: 'stick'; waiting: number };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('event' as const), to: fc.constantFrom('a:plain', 'a:other'), n: fc.nat() }) },
    { weight: 6, arbitrary: fc.record({ do: fc.constant('delta' as const), part: fc.nat(1), text: fc.string({ maxLength: 3 }) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('state' as const), to: fc.constantFrom('a:state', 'b:state'), n: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('answer' as const), n: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.nat(60) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('stick' as const), waiting: fc.constantFrom(0, 5e6) }) },
  ),
  { maxLength: 400 },
);

/** Deltas letter by letter, so that joined and single ones look the same. */
const letters = (events: readonly unknown[][]) =>
  events.flatMap(([to, body]) => {
    if (to !== 'a:delta') return [[to, body]];
    const { part, text } = body as { part: number; text: string };
    return [...text].map(letter => [to, part, letter]);
  });
const isState = ([to]: readonly unknown[]) => to === 'a:state' || to === 'b:state';

test('any sequence arrives in order, nothing lost, nothing twice; only replaced values are left out', () => {
  fc.assert(
    fc.property(steps, sequence => {
      const { outbox, clock, messages, state } = open();
      const emitted: unknown[][] = [];
      for (const step of sequence) {
        if (step.do === 'pass') clock.pass(step.ms);
        if (step.do === 'stick') state.waiting = step.waiting;
        if (step.do === 'answer') {
          emitted.push(['answer', step.n]);
          outbox.answer({ kind: 'answer', body: step.n });
        }
        if (step.do === 'event') {
          emitted.push([step.to, step.n]);
          outbox.event(step.to, step.n, undefined);
        }
        if (step.do === 'delta') {
          const body = { part: step.part, text: step.text };
          emitted.push(['a:delta', body]);
          outbox.event('a:delta', body, delta);
        }
        if (step.do === 'state') {
          // Numbered, so that a value in the wrong place cannot pass for another.
          const body = emitted.length;
          emitted.push([step.to, body]);
          outbox.event(step.to, body, { coalesceMs: 50 });
        }
      }
      state.waiting = 0;
      clock.pass(100);
      const all = letters(emitted);
      const seen = letters(unfold(messages));
      expect(seen.filter(event => !isState(event))).toEqual(all.filter(event => !isState(event)));
      // What is left is a part of what was emitted, in the same order ...
      let at = 0;
      for (const event of all) if (JSON.stringify(event) === JSON.stringify(seen[at])) at += 1;
      expect(at).toBe(seen.length);
      // ... and ends with the newest value of each state.
      for (const to of ['a:state', 'b:state']) {
        expect(seen.filter(event => event[0] === to).at(-1)).toEqual(all.filter(event => event[0] === to).at(-1));
      }
      expect(messages.every(frames => frames.length <= 64)).toBe(true);
    }),
    { numRuns: 500 },
  );
});
