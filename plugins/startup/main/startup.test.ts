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

test('a link to the cloud says that this version has none yet, and is no unknown link', async () => {
  await using kernel = await testKernel({ plugins: ['@atelier/startup'] });
  kernel.host.handOver([
    'atelier://cloud/connect?base_url=https://cloud.example',
    'atelier://cloud/auth/callback?code=secret',
    'atelier://odd',
  ]);
  await expect.poll(() => kernel.notices().length).toBe(3);
  const notices = kernel.notices().map(({ code, message }) => [code, /atelier:[^ ]*/.exec(message)?.[0]]);
  expect(notices.toSorted()).toEqual([
    ['notice/link-unknown', 'atelier://odd'],
    ['startup/no-cloud', 'atelier://cloud/auth/callback'],
    ['startup/no-cloud', 'atelier://cloud/connect'],
  ]);
});
