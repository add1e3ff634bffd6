import { testKernel } from '@atelier/kernel/testing';
import { ProvidersChannel } from '@atelier/providers/contract';
import { expect, test } from 'vitest';
import { OnboardingChannel } from '../contract/index.ts';

const plugins = ['@atelier/onboarding', '@atelier/providers', '@atelier/workbench', '@atelier/demo'];

test('an empty profile is led, also beside the demo, until a provider is set up', async () => {
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

test('a star alone is enough not to be led', async () => {
  await using kernel = await testKernel({ plugins });
  await expect.poll(async () => (await kernel.client(ProvidersChannel).call('listModels', {})).length).toBeGreaterThan(0);
  await kernel.client(ProvidersChannel).call('star', { model: 'demo/demo', starred: true });
  expect((await kernel.client(OnboardingChannel).call('read', {})).due).toBe(false);
});

test('who skipped is left alone and finds the step again; every window hears of it', async () => {
  await using kernel = await testKernel({ plugins });
  const client = kernel.client(OnboardingChannel);
  const heard: unknown[] = [];
  client.on('progressChanged', progress => heard.push(progress));
  await client.call('save', { step: 'models' });
  await client.call('save', { ended: 'skipped' });
  await expect.poll(() => heard.length).toBe(2);
  expect({ read: await client.call('read', {}), heard }).toEqual({
    read: { due: false, progress: { step: 'models', ended: 'skipped' } },
    heard: [
      { step: 'models', ended: 'no' },
      { step: 'models', ended: 'skipped' },
    ],
  });
});
