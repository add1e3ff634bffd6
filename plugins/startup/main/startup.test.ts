import { testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { type Behaviour, StartupChannel } from '../contract/index.ts';

test('what the person chooses reaches the host at once, leaves the rest as it was, and is sent to every window', async () => {
  await using kernel = await testKernel({ plugins: ['@atelier/startup'] });
  const client = kernel.client(StartupChannel);
  const received: Behaviour[] = [];
  client.on('behaviourChanged', now => void received.push(now));
  const before = await client.call('read', {});
  const after = await client.call('save', { closeToBackground: false });
  const usual = { startAtLogin: false, startMinimised: false, closeToBackground: true };
  expect({ before, after, host: await kernel.host.startupBehaviour({}), received }).toEqual({
    before: usual,
    after: { ...usual, closeToBackground: false },
    host: { ...usual, closeToBackground: false },
    received: [{ ...usual, closeToBackground: false }],
  });
});
