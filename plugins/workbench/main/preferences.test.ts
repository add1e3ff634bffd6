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
