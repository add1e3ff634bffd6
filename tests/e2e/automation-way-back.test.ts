import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { automationPage, callAutomation, openAutomations, receiptsOf, ruleRow } from './automation-page.ts';
import { axeClean } from './axe.ts';
import { connected } from './screen.ts';
import { demoReady, rested, say, thread } from './thread.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

test('a conversation in which a rule worked leads back to that rule from the message with which it began, and from no message of the person', async () => {
  await using app = await openApp({ locale: 'en-GB', width: 1440, height: 900 });
  const { page } = app;
  await connected(page);
  await demoReady(page);
  await openAutomations(page);
  const rule = async (title: string, action: object) => {
    const { id } = await callAutomation<{ id: string }>(page, 'save', {
      draft: { ...{ title, trigger: { kind: 'webhook' }, deliver: 'never', missed: { policy: 'skip' } }, action },
    });
    return id;
  };
  await rule('Another one', { kind: 'emit', event: 'x' });
  const id = await rule('Look at the tides', { kind: 'instruction', instruction: 'Test the demo', where: 'visible', model: 'demo/demo' });
  await callAutomation(page, 'runNow', { id, version: 1 });
  await ruleRow(page, 'Look at the tides').click();
  await receiptsOf(page).getByText('Ran', { exact: true }).waitFor();
  await ruleRow(page, 'Another one').click();
  await automationPage(page).locator('.row.on').getByText('Another one').waitFor();

  const { receipts } = await callAutomation<{ receipts: { conversation: string }[] }>(page, 'receipts', { rule: id });
  const conversation = receipts[0]?.conversation ?? '';
  await page
    .locator('automation-page')
    .evaluate(
      (element, params) =>
        (element as unknown as { view: { connect(one: { id: string }): { call(name: string, given: object): Promise<unknown> } } }).view
          .connect({ id: 'window' })
          .call('open', { view: 'conversations.thread', params }),
      { conversation },
    );
  await say(page, 'Once more', { conversation });
  await rested(page, conversation);
  const links = thread(page).locator('.labels');
  await links.getByText('Automation: Look at the tides').waitFor();
  await app.keep('automation-way-back');
  await axeClean(page);
  const count = await links.count();
  await links.getByText('Automation: Look at the tides').click();
  await automationPage(page).locator('.row.on').getByText('Look at the tides').waitFor();
  expect({ count, begunBy: await callAutomation(page, 'begunBy', { conversation: 'none' }) }).toEqual({ count: 1, begunBy: null });
});
