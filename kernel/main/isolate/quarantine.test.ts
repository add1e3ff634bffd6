import { expect, test } from 'vitest';
import { afterCrash, defaultCrashPolicy } from './quarantine.ts';

const minute = 60_000;

/** Which of these crashes causes quarantine; times in minutes of a fake clock. */
function quarantinedAt(...minutes: number[]): readonly number[] {
  let crashes: readonly number[] = [];
  return minutes.filter(at => {
    const outcome = afterCrash(crashes, at * minute, defaultCrashPolicy);
    crashes = outcome.crashes;
    return outcome.quarantined;
  });
}

test('X7: three crashes in five minutes quarantine an extension, and slower ones do not', () => {
  expect([quarantinedAt(0, 1, 4.9), quarantinedAt(0, 2, 5), quarantinedAt(0, 3, 6, 9, 12), quarantinedAt(0, 3, 6, 7)]).toEqual([
    [4.9],
    [],
    [],
    [7],
  ]);
});
