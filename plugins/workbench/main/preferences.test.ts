import { join } from 'node:path';
import { testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { WorkbenchChannel } from '../contract/index.ts';

test('invalid preferences from edits by hand are ignored, the others are used, and new values are stored', async () => {
  await using kernel = await testKernel({ plugins: ['@atelier/workbench'] });
  const workbench = kernel.client(WorkbenchChannel);
  await workbench.call('savePreferences', { appearance: 'dark', size: 110 });
  const { default: Sqlite } = await import('better-sqlite3');
  const file = new Sqlite(join(kernel.host.paths.userData, 'data', 'atelier--workbench.sqlite'));
  const write = file.prepare('INSERT OR REPLACE INTO preferences (name, value) VALUES (?, ?)');
  for (const [name, value] of [
    ['size', '12'],
    ['contrast', 'no JSON'],
    ['sidebar', '"yes"'],
    ['nobody', '1'],
  ])
    write.run(name, value);

  const left = await workbench.call('readPreferences', {});
  await workbench.call('savePreferences', { size: 125 });
  file.close();

  expect({ left, after: await workbench.call('readPreferences', {}) }).toEqual({
    left: { appearance: 'dark' },
    after: { appearance: 'dark', size: 125 },
  });
});

test('a command that was run stands first among the recent ones, once, and at most twenty are kept', async () => {
  await using kernel = await testKernel({ plugins: ['@atelier/workbench'] });
  const workbench = kernel.client(WorkbenchChannel);
  const recent = async () => (await workbench.call('readPreferences', {})).recentCommands;
  // As from windows that have not read what others stored.
  await Promise.all(['one', 'two', 'one'].map(command => workbench.call('rememberCommand', { command })));
  const few = await recent();
  for (let at = 0; at < 21; at += 1) await workbench.call('rememberCommand', { command: `command ${at}` });
  const many = await recent();
  expect([few, many?.length, many?.[0], many?.at(-1)]).toEqual([['one', 'two'], 20, 'command 20', 'command 1']);
});
