import { beforeEach, onTestFinished } from 'vitest';
import { openLabels } from '../../kernel/testing/leak-guard.ts';
import { leftOver, type Open, snapshot } from './open-resources.ts';
import { openTimers } from './open-timers.ts';

// File reads during a test open and close by themselves; timers are handled in open-timers.ts.
const seenElsewhere = new Set(['FSReqCallback', 'FSReqPromise', 'Timeout', 'Immediate']);

/** All handles, timers and effects that are open now. */
export function openNow(): Open {
  const handles = process.getActiveResourcesInfo().filter(kind => !seenElsewhere.has(kind));
  return snapshot([...handles, ...openTimers(), ...openLabels()]);
}

// Long enough for a busy machine; the planted leaks are not waited for as long.
const patience = Number(process.env.LEAK_GUARD_MS ?? 30_000);

beforeEach(() => {
  const before = openNow();
  // Runs after every other cleanup of the test, because the first registered runs last.
  onTestFinished(async () => {
    const left = await leftOver(before, openNow, patience);
    if (left.length > 0) {
      throw new Error(`The test left open: ${left.join(', ')}. Close it in the test, with \`await using\` or \`onTestFinished\`.`);
    }
  });
});
