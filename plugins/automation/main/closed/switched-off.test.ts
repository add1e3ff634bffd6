import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { testKernel } from '@atelier/kernel/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { tempFolder } from '../../../../kernel/testing/temp-folder.ts';
import { AutomationChannel } from '../../contract/index.ts';

afterEach(() => vi.unstubAllEnvs());

test('the files of the system go with the last rule and when the plugin is switched off, come back with it, and stay when Atelier ends', async context => {
  context.skip(process.platform !== 'linux', 'Here the files are those of another system.');
  using home = tempFolder();
  const bin = join(home.path, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'systemctl'), '#!/bin/sh\n');
  chmodSync(join(bin, 'systemctl'), 0o755);
  vi.stubEnv('PATH', [bin, process.env.PATH].join(delimiter));
  vi.stubEnv('XDG_CONFIG_HOME', join(home.path, 'caf\u00e9 $HOME'));
  vi.stubEnv('XDG_DATA_HOME', join(home.path, 'data'));
  const timer = join(home.path, 'caf\u00e9 $HOME', 'systemd/user/atelier-due.timer');
  const kernel = await testKernel({ plugins: ['@atelier/automation'] });
  const client = () => kernel.client(AutomationChannel);
  const add = async () => {
    const { draft } = await client().call('understand', { text: 'Every day at 9:00, remind me to drink', language: 'en' });
    return await client().call('save', { draft: draft as never });
  };
  const isThere = async (wanted: boolean) => await expect.poll(() => existsSync(timer)).toBe(wanted);
  await client().call('setWhileClosed', { on: true });
  const { id } = await add();
  await isThere(true);
  await client().call('remove', { id });
  await isThere(false);
  await add();
  await isThere(true);
  await kernel.disable('@atelier/automation');
  await isThere(false);
  await kernel.enable('@atelier/automation');
  await client().call('list', {});
  await isThere(true);
  await kernel.close();
  expect(existsSync(timer)).toBe(true);
});
