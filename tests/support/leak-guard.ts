import { beforeEach, onTestFinished } from 'vitest';
import { openLabels } from '../../kernel/testing/leak-guard.ts';
import { leftOver, type Open, snapshot } from './open-things.ts';
import { openTimers } from './open-timers.ts';

// Files that are read while the test runs come and go on their own; timers are told apart in open-timers.ts.
const seenElsewhere = new Set(['FSReqCallback', 'FSReqPromise', 'Timeout', 'Immediate']);

/** Every handle, timer and effect that is open now. */
export function openNow(): Open {
  const handles = process.getActiveResourcesInfo().filter(kind => !seenElsewhere.has(kind));
  return snapshot([...handles, ...openTimers(), ...openLabels()]);
}

beforeEach(() => {
  const before = openNow();
  // Runs after every other clean-up of the test, because the first registered runs last.
  onTestFinished(async () => {
    const left = await leftOver(before, openNow, 30_000);
    if (left.length > 0) {
      throw new Error(`The test left open: ${left.join(', ')}. Close it in the test, with \`await using\` or \`onTestFinished\`.`);
    }
  });
});
