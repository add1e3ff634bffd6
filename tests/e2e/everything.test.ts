import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { tempFolder } from '../../kernel/testing/temp-folder.ts';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { axeClean } from './axe.ts';
import { connected } from './screen.ts';
import { showSection } from './settings-page.ts';
import { demoReady, rested, say } from './thread.ts';
import { command } from './window.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

async function openStorage(page: Page): Promise<void> {
  await command(page, 'Settings');
  await showSection(page, 'Storage');
  await page.locator('settings-everything').getByRole('button', { name: 'Export everything' }).waitFor();
}

test('D28: the storage page exports everything, and another profile imports it there and has the conversations at its next start', async () => {
  using folder = tempFolder();
  const target = folder.file('archives');
  mkdirSync(target);
  {
    await using app = await openApp({ locale: 'en-GB' });
    const { page } = app;
    await connected(page);
    await demoReady(page);
    await rested(page, await say(page, 'Remember the blue boat', { model: 'demo/demo' }));
    await openStorage(page);
    await page.locator('settings-everything').getByRole('button', { name: 'Export everything' }).first().click();
    const dialog = page.locator('settings-archive');
    await dialog.getByRole('textbox', { name: 'Folder' }).press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.locator('settings-everything').getByRole('button', { name: 'Export everything' }).first().click();
    await dialog.getByRole('textbox', { name: 'Folder' }).fill(join(target, 'nowhere'));
    const exportIt = dialog.getByRole('button', { name: 'Export everything', exact: true });
    await exportIt.click();
    await dialog.getByText('is not a folder').waitFor();
    await dialog.getByText('Take the keys along').click();
    await dialog.getByRole('textbox', { name: 'Folder' }).fill(target);
    await dialog.getByLabel('Passphrase of the keys').fill('too short');
    await exportIt.click();
    await dialog.getByText('has fewer than 12 characters').waitFor();
    await axeClean(page);
    await dialog.getByText('Take the keys along').click();
    await exportIt.click();
    await dialog.getByText('No key is in it.').waitFor();
    await app.keep('exported');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.locator('settings-everything').waitFor();
  }
  const [archive = ''] = readdirSync(target);

  await using app = await openApp({ locale: 'en-GB' });
  const { page } = app;
  await connected(page);
  await openStorage(page);
  const importIt = async () => {
    await page.locator('settings-everything').getByRole('button', { name: 'Import everything' }).first().click();
    const dialog = page.locator('settings-archive');
    await dialog.getByRole('textbox', { name: 'Archive' }).fill(join(target, archive));
    await dialog.getByRole('button', { name: 'Import everything', exact: true }).click();
    await dialog.getByText('is checked').waitFor();
    await axeClean(page);
    await dialog.getByRole('button', { name: 'Back' }).click();
  };
  await importIt();
  const waits = page.getByText('Atelier replaces everything here');
  await waits.waitFor();
  await app.keep('import-waits');
  await page.getByRole('button', { name: 'Leave everything as it is' }).click();
  await waits.waitFor({ state: 'detached' });
  await importIt();
  await waits.waitFor();
  rmSync(target, { recursive: true });
  const { url } = await app.restart();
  await page.goto(url);
  await connected(page);
  await page.getByText('Remember the blue boat').first().waitFor();
  await openStorage(page);
  await page.getByText('before an import, is kept').waitFor();
  await app.keep('imported');
  await page.getByRole('button', { name: 'Bring it back' }).click();
  await page.getByText('Atelier brings back what was here').waitFor();
  await axeClean(page);
  await page.goto((await app.restart()).url);
  await connected(page);
  await openStorage(page);
  expect(await page.getByText('Remember the blue boat').count()).toBe(0);
  await page.getByRole('button', { name: 'Bring it back' }).click();
  await page.getByText('Atelier brings back what was here').waitFor();
  await page.goto((await app.restart()).url);
  await connected(page);
  await page.getByText('Remember the blue boat').first().waitFor();
  const kept = readdirSync(join(app.userData, 'backups')).filter(name => name.startsWith('replaced-'));
  expect({ kept: kept.length, left: readdirSync(app.userData).filter(name => name.startsWith('incoming')) }).toEqual({ kept: 1, left: [] });
});
