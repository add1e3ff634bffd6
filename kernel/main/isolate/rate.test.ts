import { expect, test } from 'vitest';
import { rate } from './rate.ts';

test('a burst passes, then as many as the elapsed time allows', () => {
  const allowed = rate(10, 3);
  const passed = (now: number) => [1, 2, 3, 4].filter(() => allowed.take(1, now)).length;
  expect([passed(0), passed(100), passed(100), passed(300), passed(10_000)]).toEqual([3, 1, 0, 2, 3]);
});

test('the time at the limit counts from the first refusal, and is reset after a pause', () => {
  const allowed = rate(1, 1);
  const held = (now: number) => {
    allowed.take(1, now);
    allowed.take(1, now);
    return allowed.heldFor(now);
  };
  expect([held(0), held(300), held(700), allowed.heldFor(2000), held(2000)]).toEqual([0, 300, 700, 0, 0]);
});
