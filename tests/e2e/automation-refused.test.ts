import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { automationPage, callAutomation, openAutomations, receiptsOf, ruleRow } from './automation-page.ts';
import { axeClean } from './axe.ts';
import { connected } from './screen.ts';
import { demoReady } from './thread.ts';
import { focused } from './window.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

test('what a run was refused because nobody answered is answered from its receipt and from the home: the form has it, and it counts once it is saved', async () => {
  await using app = await openApp({ locale: 'en-GB', width: 1440, height: 900 });
  const { page } = app;
  await connected(page);
  await demoReady(page);
  await openAutomations(page);
  const { id } = await callAutomation<{ id: string }>(page, 'save', {
    draft: {
      ...{ title: 'Look at the tides', trigger: { kind: 'webhook' }, deliver: 'never', missed: { policy: 'skip' } },
      action: { kind: 'instruction', instruction: 'Test the demo', where: 'visible', model: 'demo/demo' },
    },
  });
  await callAutomation(page, 'runNow', { id, version: 1 });
  await ruleRow(page, 'Look at the tides').click();
  await receiptsOf(page).getByText('Ran', { exact: true }).waitFor();
  // As if the two minutes had passed in which the person may answer.
  const database = new Database(join(app.userData, 'data', 'atelier--automation.sqlite'));
  database.prepare('UPDATE receipts SET refused = ?').run(JSON.stringify(['npm test']));
  database.close();

  const home = page.locator('dashboard-home');
  await page.keyboard.press('Control+2');
  await home.getByRole('button', { name: 'Leave out the rest' }).click();
  const card = home.locator('.first');
  await card.getByText('Refused, as nobody answered: npm test').waitFor();
  await app.keep('dashboard-refused');
  await axeClean(page);
  await card.getByRole('button', { name: 'Allow it in the rule' }).click();
  const rule = automationPage(page).locator('automation-rule');
  const commands = rule.getByRole('textbox', { name: 'Commands that need no question' });
  await commands.waitFor();
  await expect.poll(() => focused(page)).toContain('Commands that need no question');
  const fromHome = await commands.inputValue();
  await app.keep('automation-refused');
  await axeClean(page);
  await rule.getByRole('button', { name: 'Discard' }).click();
  await receiptsOf(page).getByRole('button', { name: 'Allow it in the rule' }).click();
  await commands.waitFor();
  const before = await callAutomation<{ draft: { action: { commands?: string[] } } }>(page, 'get', { id });
  await rule.getByRole('button', { name: 'Save rule' }).click();
  const saved = async () =>
    (await callAutomation<{ draft: { action: { commands?: string[] } } }>(page, 'get', { id })).draft.action.commands;
  await expect.poll(saved).toEqual(['npm test']);
  expect([fromHome, before.draft.action.commands]).toEqual(['npm test', undefined]);
});
