import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { automationPage, saveRule } from './automation-page.ts';
import { axeClean } from './axe.ts';
import { field, withScripted } from './composer-page.ts';
import { openModelServer } from './model-server.ts';
import { connected, pressEnter } from './screen.ts';
import { callAs, rested, say } from './thread.ts';
import { command, plain } from './window.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

test('the sidebar says when something runs next and what today has cost, the status line has the sum of the day, which leads to the page; both follow the language', async () => {
  await using server = await openModelServer(...Array.from({ length: 3 }, () => ({ text: 'High water is at nine.' })));
  await using app = await openApp({ locale: 'en-GB', width: 1440 });
  const { page } = app;
  await connected(page);
  const entry = (name: string) => page.locator('workbench-entries').getByRole('button', { name });
  const end = async (name: string) => plain((await entry(name).locator('.end').allInnerTexts()).join());
  const status = page.locator('workbench-notices');
  const bare = [await end('Automations'), await end('Usage'), await status.getByRole('button', { name: 'today' }).count()];

  await page.keyboard.press('Control+n');
  await field(page).waitFor();
  await withScripted(page, server);
  await rested(page, await say(page, 'When is high water?', { model: 'scripted/scripted-large' }));
  await expect.poll(() => end('Usage')).toMatch(/^\d+ tokens today$/);
  await callAs(page, 'usage', 'correctPrice', {
    model: 'scripted/scripted-large',
    price: { input: 5000, output: 0, cacheRead: 0, cacheWrite: 0 },
  });
  await expect.poll(() => end('Usage')).toMatch(/^\$\d\.\d\d today$/);
  await entry('Automations').click();
  await automationPage(page).waitFor();
  await saveRule(page, 'Every day at 18:00, list the open issues');
  await expect.poll(() => end('Automations')).toMatch(/^next (?:[A-Z][a-z]{2} )?18:00$/);
  const spent = await end('Usage');
  await app.keep('sidebar-words');
  await axeClean(page);
  const inStatus = plain((await status.getByRole('button', { name: 'today' }).innerText()).trim());
  await command(page, 'French');
  await expect.poll(() => end('Automatisations')).toMatch(/^(?:à|[a-z]{3}\.) 18:00$/);
  await app.keep('sidebar-words-fr');
  const sum = await page.locator('automation-page').getByText('1 règle, 1 active', { exact: true }).count();
  await pressEnter(status.getByRole('button', { name: 'auj.' }));
  await page.locator('usage-page').getByRole('heading', { level: 1 }).waitFor();
  expect({ bare, inStatus, sum }).toEqual({ bare: ['', '', 0], inStatus: spent, sum: 1 });
});
