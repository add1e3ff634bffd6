import { testKernel } from '@atelier/kernel/testing';
import { ProvidersChannel } from '@atelier/providers/contract';
import { expect, test } from 'vitest';
import { OnboardingChannel } from '../contract/index.ts';

const plugins = ['@atelier/onboarding', '@atelier/providers', '@atelier/workbench', '@atelier/demo'];

test('the first steps are due in an empty profile, also with the demo, until a provider is set up', async () => {
  await using kernel = await testKernel({ plugins });
  const client = kernel.client(OnboardingChannel);
  const before = await client.call('read', {});
  await kernel.client(ProvidersChannel).call('save', { id: 'lab', name: 'Lab', baseUrl: 'http://127.0.0.1:9/v1', models: [{ id: 'one' }] });
  const after = await client.call('read', {});
  expect([before, after]).toEqual([
    { due: true, progress: { step: 'look', ended: 'no' } },
    { due: false, progress: { step: 'look', ended: 'no' } },
  ]);
});

test('the first steps are not due if a model is starred', async () => {
  await using kernel = await testKernel({ plugins });
  await expect.poll(async () => (await kernel.client(ProvidersChannel).call('listModels', {})).length).toBeGreaterThan(0);
  await kernel.client(ProvidersChannel).call('star', { model: 'demo/demo', starred: true });
  expect((await kernel.client(OnboardingChannel).call('read', {})).due).toBe(false);
});

test('after skipping, the first steps are not due and keep their step; every window is notified', async () => {
  await using kernel = await testKernel({ plugins });
  const client = kernel.client(OnboardingChannel);
  const events: unknown[] = [];
  client.on('progressChanged', progress => events.push(progress));
  await client.call('save', { step: 'models' });
  await client.call('save', { ended: 'skipped' });
  await expect.poll(() => events.length).toBe(2);
  expect({ read: await client.call('read', {}), events }).toEqual({
    read: { due: false, progress: { step: 'models', ended: 'skipped' } },
    events: [
      { step: 'models', ended: 'no' },
      { step: 'models', ended: 'skipped' },
    ],
  });
});
