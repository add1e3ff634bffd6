import { afterEach, expect, test, vi } from 'vitest';
import { inPieces } from '../pieces.ts';
import { undoMs } from './changes.ts';
import { Purging } from './purging.ts';
import { opened } from './store.fixture.ts';

afterEach(() => void vi.useRealTimers());

test('words go an hour after their change, though others follow, and not before; what is younger goes at its own time, and at rest there is no timer', async () => {
  vi.useFakeTimers();
  const changes: number[] = [];
  const gone: number[] = [];
  const purging = new Purging({
    purge: async () => {
      while (changes[0] !== undefined && changes[0] <= Date.now() - undoMs)
        gone.push(Math.round((Date.now() - (changes.shift() ?? 0)) / 60_000));
    },
    nextIn: () => (changes[0] === undefined ? undefined : changes[0] + undoMs - Date.now()),
  });
  const change = () => {
    changes.push(Date.now());
    purging.changed();
  };
  change();
  await vi.advanceTimersByTimeAsync(1800_000);
  change();
  await vi.advanceTimersByTimeAsync(1800_000);
  const before = [...gone];
  await vi.advanceTimersByTimeAsync(2000);
  const after = [...gone];
  await vi.advanceTimersByTimeAsync(3600_000);
  const rest = [gone.length, vi.getTimerCount()];
  change();
  purging.end();
  expect({ before, after, gone, rest, timers: vi.getTimerCount() }).toEqual({
    before: [],
    after: [60],
    gone: [60, 60],
    rest: [2, 0],
    timers: 0,
  });
});

test('all words of many forgotten memories go after their hour, also where a memory changes more often than that', async () => {
  vi.useFakeTimers();
  using all = opened();
  const { store } = all;
  const purging = new Purging({ purge: () => inPieces(store.purging(), async () => undefined), nextIn: store.nextPurgeIn });
  const pass = async (ms: number) => {
    all.pass(ms);
    await vi.advanceTimersByTimeAsync(ms);
  };
  await store.importAll(Array.from({ length: 450 }, (_, n) => all.draft(`The berth number ${n} is free.`, { topic: `berth-${n}` })));
  store.forget({ text: 'berth' });
  purging.changed();
  for (let quarters = 0; quarters < 5; quarters += 1) {
    await pass(900_000);
    store.upsert(all.draft(`The hour is ${quarters}.`, { topic: `hour-${quarters}` }));
    purging.changed();
  }
  const words = all.db.prepare<{ count: number }>("SELECT count(*) AS count FROM memories WHERE content LIKE '%berth%'").get();
  purging.end();
  expect(words).toEqual({ count: 0 });
});

test('a timer that removed nothing, as the disk was full, tries again, and not at once', async () => {
  vi.useFakeTimers();
  let tries = 0;
  const purging = new Purging({ purge: async () => (tries += 1), nextIn: () => -5000 });
  await purging.begin();
  await vi.advanceTimersByTimeAsync(59_000);
  const before = tries;
  await vi.advanceTimersByTimeAsync(2000);
  purging.end();
  expect([before, tries]).toEqual([1, 2]);
});
