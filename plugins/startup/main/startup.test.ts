import { testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { type Behaviour, StartupChannel } from '../contract/index.ts';

test('a change is applied by the host, leaves other options unchanged, and is sent to every window', async () => {
  await using kernel = await testKernel({ plugins: ['@atelier/startup'] });
  const client = kernel.client(StartupChannel);
  const received: Behaviour[] = [];
  client.on('behaviourChanged', now => void received.push(now));
  const before = await client.call('read', {});
  const after = await client.call('save', { closeToBackground: false });
  const defaults = { startAtLogin: false, startMinimised: false, closeToBackground: true };
  expect({ before, after, host: await kernel.host.startupBehaviour({}), received }).toEqual({
    before: defaults,
    after: { ...defaults, closeToBackground: false },
    host: { ...defaults, closeToBackground: false },
    received: [{ ...defaults, closeToBackground: false }],
  });
});
