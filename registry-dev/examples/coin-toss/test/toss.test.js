import { testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';

const folder = new URL('..', import.meta.url).pathname;

test('a coin falls on one of its sides', async () => {
  await using kernel = await testKernel({ folders: [folder] });
  expect(['heads', 'tails']).toContain(await kernel.run('coin-toss.toss', {}));
});
