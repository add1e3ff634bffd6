import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { axeClean } from './axe.ts';
import { connected } from './screen.ts';
import { showSection } from './settings-page.ts';
import { demoReady, rested, say } from './thread.ts';
import { command } from './window.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

test('the storage page restores a backup that the end of a session made, after it was asked, and what was there stays a backup', async () => {
  await using app = await openApp({ locale: 'en-GB' });
  const { page } = app;
  await connected(page);
  await demoReady(page);
  await rested(page, await say(page, 'Hello', { model: 'demo/demo' }));
  const { url } = await app.restart();
  await page.goto(url);
  await connected(page);
  await rested(page, await say(page, 'Another one', { model: 'demo/demo' }));

  const storage = page.locator('settings-storage');
  const openStorage = async () => {
    await command(page, 'Settings');
    await showSection(page, 'Storage');
    await storage.locator('table').first().waitFor();
  };
  await openStorage();
  const row = storage.locator('tr', { hasText: 'Conversations' });
  await row.getByRole('button', { name: 'Restore from…' }).waitFor();
  await app.keep('storage');
  await row.getByRole('button', { name: 'Restore from…' }).click();
  const dialog = page.locator('settings-restore');
  const restore = dialog.getByRole('button', { name: 'Restore', exact: true });
  await dialog.locator('ui-radio-group input').first().waitFor();
  await app.keep('restore');
  await axeClean(page);
  expect(await restore.isDisabled()).toBe(true);
  await dialog.locator('ui-radio-group label').first().click();
  const reloaded = page.waitForEvent('load');
  await restore.click();
  await reloaded;
  await connected(page);
  await openStorage();
  await row.getByText('3 copies').waitFor();
});
