import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Pulse, systemTimers } from './pulse.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('X9: a frame is pinged while it is visible, and reported silent ten seconds after a ping that it did not answer', () => {
  vi.setSystemTime(0);
  let there = true;
  const asked: number[] = [];
  let silentAt: number | undefined;
  const timers = systemTimers;
  const began = timers.now();
  const seconds = () => Math.round((timers.now() - began) / 1000);
  const pulse = new Pulse({
    ping(answered) {
      asked.push(seconds());
      if (there) answered();
    },
    silent: () => {
      silentAt = seconds();
    },
    timers,
    everyMs: 5000,
    patienceMs: 10_000,
  });
  pulse.start();
  pulse.start();
  vi.advanceTimersByTime(6000);
  pulse.stop();
  vi.advanceTimersByTime(60_000);
  pulse.start();
  vi.advanceTimersByTime(1000);
  there = false;
  vi.advanceTimersByTime(60_000);
  expect({ asked, silentAt, running: pulse.running }).toEqual({ asked: [0, 5, 66, 71], silentAt: 81, running: false });
});

test('after the machine slept, the frame gets its full time again', () => {
  let slept = 0;
  let silent = 0;
  const pulse = new Pulse({
    ping: () => undefined,
    silent: () => {
      silent += 1;
    },
    timers: { ...systemTimers, now: () => performance.now() + slept },
    everyMs: 5000,
    patienceMs: 10_000,
  });
  pulse.start();
  slept = 3_600_000;
  vi.advanceTimersByTime(10_000);
  const after = silent;
  vi.advanceTimersByTime(10_000);
  expect([after, silent]).toEqual([0, 1]);
});

test('an answer that arrives after the frame was hidden and shown again is ignored', () => {
  const answers: (() => void)[] = [];
  let silent = 0;
  const pulse = new Pulse({
    ping: answered => answers.push(answered),
    silent: () => {
      silent += 1;
    },
    timers: systemTimers,
    everyMs: 5000,
    patienceMs: 10_000,
  });
  pulse.start();
  pulse.stop();
  pulse.start();
  answers[0]?.();
  vi.advanceTimersByTime(10_000);
  expect([answers.length, silent]).toEqual([2, 1]);
});
