import { machineWoke } from '@atelier/kernel';
import { extension, testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { ClockWatch } from './clock-watch.ts';

test('a sleep and a clock that was set, forward or back, are noticed at the next look, once; a busy machine is neither', () => {
  const minute = 60_000;
  const watch = new ClockWatch(minute, 0);
  const looks = [minute, 3000, 10 * minute, minute, -minute, minute];
  let now = 0;
  const seen = looks.map(passed => {
    now += passed === 3000 ? minute + passed : passed;
    return watch.hasJumped(now);
  });
  expect(seen).toEqual([false, false, true, false, true, false]);
});

test('what the host says of a wake reaches every extension that taps it', async () => {
  const heard: string[] = [];
  const tapping = (id: string) =>
    extension(id, ctx => void ctx.tap(machineWoke, async () => void heard.push(id)), { taps: [machineWoke.key] });
  await using kernel = await testKernel({ extensions: [tapping('@acme/one'), tapping('@acme/two')] });
  kernel.host.wake();
  await expect.poll(() => heard.toSorted()).toEqual(['@acme/one', '@acme/two']);
});
