import { afterEach, expect, test, vi } from 'vitest';
import { Purging } from './purging.ts';

afterEach(() => void vi.useRealTimers());

test('words go an hour after the last change, though nothing else happens, and not before', () => {
  vi.useFakeTimers();
  let purged = 0;
  const purging = new Purging(() => {
    purged += 1;
  });
  purging.changed();
  vi.advanceTimersByTime(1800_000);
  purging.changed();
  vi.advanceTimersByTime(3600_000);
  const before = purged;
  vi.advanceTimersByTime(2000);
  const after = [purged, vi.getTimerCount()];
  purging.changed();
  purging.end();
  expect({ before, after, timers: vi.getTimerCount() }).toEqual({ before: 0, after: [1, 0], timers: 0 });
});
