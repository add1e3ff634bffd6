import { testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { type Behaviour, SeatChannel } from '../contract/index.ts';

test('what the person chooses reaches the host at once, leaves the rest, and is told to every window', async () => {
  await using kernel = await testKernel({ plugins: ['@atelier/seat'] });
  const client = kernel.client(SeatChannel);
  const told: Behaviour[] = [];
  client.on('behaviourChanged', now => void told.push(now));
  const before = await client.call('read', {});
  const after = await client.call('save', { closeToBackground: false });
  const usual = { startAtLogin: false, startMinimised: false, closeToBackground: true };
  expect({ before, after, host: await kernel.host.manners({}), told }).toEqual({
    before: usual,
    after: { ...usual, closeToBackground: false },
    host: { ...usual, closeToBackground: false },
    told: [{ ...usual, closeToBackground: false }],
  });
});
