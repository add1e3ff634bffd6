import { expect, test, vi } from 'vitest';
import { afterRunning } from './running-timer.ts';

test('time in which the process could not run does not count', async () => {
  const called: string[] = [];
  const cancel = afterRunning(500, () => called.push('late'));
  // Longer than the limit, in one piece: one tick of it is late, and the others follow.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600);
  await new Promise(resolve => setTimeout(resolve, 0));
  expect(called).toEqual([]);
  cancel();
});

test('what works on for the limit is called back about once, and not after it was cancelled', () => {
  vi.useFakeTimers();
  try {
    const called: string[] = [];
    afterRunning(5000, () => called.push('late'));
    const cancel = afterRunning(5000, () => called.push('cancelled'));
    vi.advanceTimersByTime(4900);
    cancel();
    const before = [...called];
    vi.advanceTimersByTime(10_000);
    expect([before, called]).toEqual([[], ['late']]);
  } finally {
    vi.useRealTimers();
  }
});
