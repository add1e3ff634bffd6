import { beforeEach, expect, test } from 'vitest';
import { soak } from './soak/day.ts';
import { chromiumLack } from './support/chromium.ts';
import { lacks } from './support/needing.ts';

const lack = process.platform === 'linux' ? await chromiumLack() : lacks.linux;
beforeEach(context => context.skip(lack !== undefined, lack));

test('four rounds of a scripted day lose no message, and leave neither processes, handles nor parts of the page behind', async () => {
  const { sent, wrong } = await soak(
    hour => hour >= 4,
    () => undefined,
  );
  // How much memory is in use depends on when the garbage is collected; the long soak looks at it.
  expect({ sent, wrong: wrong.filter(what => !/^(?:memory|pageHeap) /.test(what)) }).toEqual({ sent: 12, wrong: [] });
});
