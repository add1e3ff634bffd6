import { expect, test } from 'vitest';
import { afterEnd, defaultServerPolicy } from './server-policy.ts';

test('each consecutive restart waits twice as long, the fifth end is the last, and old ends are forgotten', () => {
  const waits: (number | undefined)[] = [];
  let ends: readonly number[] = [];
  for (const now of [0, 1000, 2000, 3000, 4000]) {
    const after = afterEnd(ends, now, defaultServerPolicy);
    ends = after.ends;
    waits.push(after.waitMs);
  }
  expect({ waits, later: afterEnd(ends, 500_000, defaultServerPolicy) }).toEqual({
    waits: [500, 1000, 2000, 4000, undefined],
    later: { ends: [500_000], waitMs: 500 },
  });
});
