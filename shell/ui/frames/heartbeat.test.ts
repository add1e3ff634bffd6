import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Heartbeat, systemTimers } from './heartbeat.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('X9: a frame is pinged while it is visible, and reported silent ten seconds after a ping that it did not answer', () => {
  vi.setSystemTime(0);
  let answers = true;
  const asked: number[] = [];
  let silentAt: number | undefined;
  const timers = systemTimers;
  const startedAt = timers.now();
  const seconds = () => Math.round((timers.now() - startedAt) / 1000);
  const heartbeat = new Heartbeat({
    ping(answered) {
      asked.push(seconds());
      if (answers) answered();
    },
    onTimeout: () => {
      silentAt = seconds();
    },
    timers,
    intervalMs: 5000,
    timeoutMs: 10_000,
  });
  heartbeat.start();
  heartbeat.start();
  vi.advanceTimersByTime(6000);
  heartbeat.stop();
  vi.advanceTimersByTime(60_000);
  heartbeat.start();
  vi.advanceTimersByTime(1000);
  answers = false;
  vi.advanceTimersByTime(60_000);
  expect({ asked, silentAt, running: heartbeat.running }).toEqual({ asked: [0, 5, 66, 71], silentAt: 81, running: false });
});

test('after the machine slept, the frame gets its full time again', () => {
  let slept = 0;
  let silent = 0;
  const heartbeat = new Heartbeat({
    ping: () => undefined,
    onTimeout: () => {
      silent += 1;
    },
    timers: { ...systemTimers, now: () => performance.now() + slept },
    intervalMs: 5000,
    timeoutMs: 10_000,
  });
  heartbeat.start();
  slept = 3_600_000;
  vi.advanceTimersByTime(10_000);
  const after = silent;
  vi.advanceTimersByTime(10_000);
  expect([after, silent]).toEqual([0, 1]);
});

test('an answer that arrives after the frame was hidden and shown again is ignored', () => {
  const answers: (() => void)[] = [];
  let silent = 0;
  const heartbeat = new Heartbeat({
    ping: answered => answers.push(answered),
    onTimeout: () => {
      silent += 1;
    },
    timers: systemTimers,
    intervalMs: 5000,
    timeoutMs: 10_000,
  });
  heartbeat.start();
  heartbeat.stop();
  heartbeat.start();
  answers[0]?.();
  vi.advanceTimersByTime(10_000);
  expect([answers.length, silent]).toEqual([2, 1]);
});
