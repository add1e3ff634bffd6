import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { opened } from './capture.fixture.ts';
import type { Captured } from './capturing.ts';
import { type ClockParts, startClock } from './clock.ts';

const minute = 60_000;
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const words = 'My boat is called Kereon. It stands in the harbour of Brest. '.repeat(5);
const found = {
  ...{ kind: 'fact', title: 'Boat', topic: 'boat', content: 'The boat of the person is called Kereon.', where: 'everywhere' },
  ...{ message: 'm1', quote: 'My boat is called Kereon.', confidence: 0.8 },
};

/** Capture with its clock, and a time that is put forward by hand. */
function running(more: Partial<ClockParts> = {}) {
  const at = opened();
  at.says(words);
  at.answers(() => JSON.stringify({ memories: [found] }));
  const came: Captured[] = [];
  const clock = startClock({
    ...at.parts,
    sweptAt: undefined,
    recent: async () => [],
    came: captured => void came.push(captured),
    changed: () => undefined,
    ...more,
  });
  return {
    at,
    clock,
    came,
    async pass(ms: number) {
      at.pass(ms);
      await vi.advanceTimersByTimeAsync(ms);
    },
    [Symbol.dispose]() {
      at.stop();
      clock.end();
      at[Symbol.dispose]();
    },
  };
}

test('a conversation is captured when it has rested for ten minutes after its last turn, and at once when it is archived', async () => {
  using run = running();
  const asked: number[] = [];
  const look = () => asked.push(run.at.asked.length);
  run.clock.completed('c');
  await run.pass(9 * minute);
  look();
  run.clock.completed('c');
  await run.pass(9 * minute);
  look();
  await run.pass(minute);
  look();
  run.at.says(words, words);
  run.clock.archived('c');
  await run.pass(0);
  look();
  expect({ asked, left: run.at.queue.counts() }).toEqual({ asked: [0, 0, 1, 2], left: { waiting: 0, running: 0, failed: 0 } });
});

test('nothing is captured while a turn runs, wherever, and what is due is captured when the last one has ended', async () => {
  using run = running();
  run.clock.turn('a', true);
  run.clock.turn('b', true);
  run.clock.archived('c');
  await run.pass(minute);
  const during = [run.at.asked.length];
  run.clock.turn('a', false);
  await run.pass(minute);
  during.push(run.at.asked.length);
  run.clock.turn('b', false);
  await run.pass(0);
  expect([during, run.at.asked.length]).toEqual([[0, 0], 1]);
});

test('two that are due are captured one after the other', async () => {
  using run = running();
  let atOnce = 0;
  let most = 0;
  const { runHidden } = run.at.parts.agent;
  const slow = Promise.withResolvers<void>();
  const agent = run.at.parts.agent as { runHidden: typeof runHidden };
  agent.runHidden = async (...given) => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    await slow.promise;
    atOnce -= 1;
    return await runHidden(...given);
  };
  run.clock.archived('c');
  run.clock.archived('d');
  await run.pass(minute);
  const first = most;
  slow.resolve();
  await run.pass(0);
  expect([first, most, run.came.length, run.at.queue.counts().waiting]).toEqual([1, 1, 2, 0]);
});

test('a start puts into the queue what changed since the last one, not what the person had paused, and the first capture waits a minute', async () => {
  const recent = async () => [
    { id: 'new', updatedAt: 1_800_000_000_000 - minute },
    { id: 'old', updatedAt: 5 },
  ];
  using run = running({ sweptAt: 1000, recent });
  await run.pass(0);
  const queued = run.at.queue.page(['waiting'], undefined, 10).queued.map(one => one.conversation);
  await run.pass(9 * minute);
  using paused = running();
  paused.at.choices.change({ paused: true });
  const clock = startClock({ ...paused.at.parts, sweptAt: 1000, recent, came: () => undefined, changed: () => undefined });
  clock.completed('c');
  await paused.pass(0);
  clock.end();
  expect([queued, run.at.asked.length, paused.at.queue.counts().waiting]).toEqual([['new'], 1, 0]);
});

test('a database that is closed under a capture ends it with a word and nothing else; the next start captures it, once', async () => {
  using run = running();
  const { at } = run;
  at.answers(() => {
    at.close();
    return JSON.stringify({ memories: [found] });
  });
  run.clock.archived('c');
  await run.pass(0);
  const said = at.warned.length;
  await run.pass(61 * minute);
  const later = at.warned.slice(said);
  const parts = at.restarted();
  const { queue, store } = parts;
  const left = queue.counts();
  at.answers(() => JSON.stringify({ memories: [found] }));
  const next = startClock({ ...parts, sweptAt: undefined, recent: async () => [], came: () => undefined, changed: () => undefined });
  await run.pass(5 * minute);
  next.end();
  expect({
    said: at.warned.slice(0, said).map(text => /closed/i.test(text)),
    later: later.length > 0,
    left,
    after: [queue.counts(), store.list({}).memories.map(one => [one.content, one.confidence])],
    asked: at.asked.length,
  }).toEqual({
    said: [true, true, true],
    later: true,
    left: { waiting: 0, running: 1, failed: 0 },
    after: [{ waiting: 0, running: 0, failed: 0 }, [[found.content, found.confidence]]],
    asked: 2,
  });
});

test('a private conversation waits nowhere to be read: not after a turn, not in the archive, and not after a start', async () => {
  const isPrivate = async (conversation: string) => conversation === 'private';
  const conversations = { describe: async () => ({}) as never, isPrivate };
  const recent = async () => [
    { id: 'private', updatedAt: 1_800_000_000_000 },
    { id: 'other', updatedAt: 1_800_000_000_000 },
  ];
  const told: number[] = [];
  using run = running({ conversations, recent, sweptAt: 1, changed: () => told.push(run.at.queue.counts().waiting) });
  await run.pass(0);
  run.clock.completed('private');
  run.clock.completed('open');
  await run.pass(0);
  const { queued } = run.at.queue.page(['waiting'], undefined, 10);
  expect([queued.map(({ conversation }) => conversation).toSorted(), told.at(-1)]).toEqual([['open', 'other'], 2]);
});
