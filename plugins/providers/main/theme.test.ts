import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testKernel } from '@atelier/kernel/testing';
import { WorkbenchChannel } from '@atelier/workbench/contract';
import { expect, onTestFinished, test } from 'vitest';
import { writeAgentSettings } from '../../../tests/support/local-model.ts';
import { ProvidersChannel } from '../contract/index.ts';

const plugins = ['@atelier/workbench', '@atelier/providers'];

/** The app in a profile, with the agent's files read. */
async function opened(profile = mkdtempSync(join(tmpdir(), 'atelier-test-'))) {
  const kernel = await testKernel({ plugins, profile });
  onTestFinished(() => kernel[Symbol.asyncDispose]());
  const file = join(profile, 'user-data', '.agent', 'agent', 'settings.json');
  await kernel.client(ProvidersChannel).call('listModels', {});
  return {
    kernel,
    profile,
    chosen: async () => (await kernel.client(WorkbenchChannel).call('readPreferences', {})).appearance,
    choose: (appearance: 'system' | 'light' | 'dark') => kernel.client(WorkbenchChannel).call('savePreferences', { appearance }),
    read: () => JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>,
    write: (change: object) => writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...change })),
  };
}

test('the theme that the person chooses is the one of the agent’s settings.json, in the engine’s own form, and nothing else in it changes', async () => {
  const profile = mkdtempSync(join(tmpdir(), 'atelier-test-'));
  writeAgentSettings(profile, { enabledModels: ['a/b'], own: 1 });
  const at = await opened(profile);
  const themes: unknown[] = [at.read().theme];
  for (const [appearance, written] of [
    ['dark', 'dark'],
    ['system', 'light/dark'],
    ['light', 'light'],
  ] as const) {
    await at.choose(appearance);
    await expect.poll(() => at.read().theme).toBe(written);
    themes.push(await at.chosen());
  }
  expect({ themes, enabled: at.read().enabledModels, own: at.read().own }).toEqual({
    themes: [undefined, 'dark', 'system', 'light'],
    enabled: ['a/b'],
    own: 1,
  });
});

test('a theme that the agent’s own command line wrote is the app’s, at once and at the next start; one that the app does not have stays in the file', async () => {
  const at = await opened();
  const told: unknown[] = [];
  at.kernel.client(WorkbenchChannel).on('preferencesChanged', ({ appearance }) => told.push(appearance));
  at.write({ theme: 'dark' });
  await expect.poll(() => told).toEqual(['dark']);
  at.write({ theme: 'mine' });
  at.write({ theme: 'light/dark' });
  await expect.poll(at.chosen).toBe('system');
  await at.kernel.close();
  writeAgentSettings(at.profile, { theme: 'light' });
  const next = await opened(at.profile);
  await expect.poll(next.chosen).toBe('light');
  await next.kernel.close();
  writeAgentSettings(at.profile, { theme: 'mine' });
  const last = await opened(at.profile);
  expect([await last.chosen(), last.read().theme]).toEqual(['light', 'mine']);
});
