import type { Locator } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { automationPage, callAutomation, openAutomations, receiptsOf, ruleRow, saveRule } from './automation-page.ts';
import { connected, pressEnter } from './screen.ts';
import { demoReady } from './thread.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

async function isCovered(what: Locator, by: Locator): Promise<boolean> {
  const box = await what.boundingBox();
  const over = await Promise.all((await by.all()).map(one => one.boundingBox()));
  if (box === null) return true;
  return over.some(
    one =>
      one !== null && box.x < one.x + one.width && one.x < box.x + box.width && box.y < one.y + one.height && one.y < box.y + box.height,
  );
}

test.for([1440, 390])('three toasts do not cover the rule that fails, at %i px', async width => {
  await using app = await openApp({ locale: 'en-GB', width, height: 900 });
  const { page } = app;
  await connected(page);
  await openAutomations(page);
  const failing = {
    ...{ title: 'Backup', trigger: { kind: 'webhook' }, action: { kind: 'command', command: 'automation.labels' } },
    ...{ deliver: 'never', missed: { policy: 'skip' } },
  };
  const { id } = await callAutomation<{ id: string }>(page, 'save', { draft: failing });
  const failures = async () => (await callAutomation<{ failures: number }>(page, 'get', { id })).failures;
  for (const count of [1, 2, 3]) {
    await callAutomation(page, 'runNow', { id, version: 1 });
    await expect.poll(failures).toBe(count);
  }
  const row = ruleRow(page, 'Backup');
  await row.waitFor();
  const toasts = page.locator('ui-toast');
  for (const text of ['One has failed: look at its receipts.', 'Two have failed: look at their receipts.', 'Three have failed.'])
    await page
      .locator('automation-page')
      .evaluate(
        (element, words) =>
          (element as unknown as { view: { connect(of: object): { call(name: string, what: object): Promise<unknown> } } }).view
            .connect({ id: 'window' })
            .call('toast', { text: words, kind: 'failed' }),
        text,
      );
  await expect.poll(() => toasts.count()).toBe(3);
  const listed = await isCovered(row, toasts);
  if (width === 390) await row.locator('.title').click();
  const rule = automationPage(page).locator('automation-rule');
  const [heading, why] = [rule.getByRole('heading', { name: 'Backup' }), rule.locator('ui-alert').first()];
  await why.waitFor();
  await app.keep('automation-toasts');
  expect({ listed, heading: await isCovered(heading, toasts), why: await isCovered(why, toasts) }).toEqual({
    ...{ listed: false, heading: false, why: false },
  });
});

test('Atelier is killed, ends, or the automations are switched off and their database closed under a run: its receipt on the page says so, nothing is run twice, and the rule runs again', async () => {
  await using app = await openApp({ locale: 'en-GB', width: 1440, height: 900 });
  const { page } = app;
  await connected(page);
  await demoReady(page);
  await openAutomations(page);
  await saveRule(page, 'Every day at 7:00, long', 'Long');
  const run = automationPage(page).locator('automation-rule').getByRole('button', { name: 'Run now' });
  await pressEnter(run);
  await receiptsOf(page).getByText('Running', { exact: true }).waitFor();
  const goOn = async () => {
    const { url } = await app.restart();
    await page.goto(url);
  };
  const turn = (name: 'disableExtension' | 'enableExtension') =>
    page
      .locator('workbench-actions')
      .evaluate(
        (element, call) =>
          (element as unknown as { view: { connect(of: object): { call(name: string, what: object): Promise<unknown> } } }).view
            .connect({ id: 'kernel' })
            .call(call, { id: '@atelier/automation' }),
        name,
      );
  const ends = [
    async () => {
      await app.kill();
      await goOn();
    },
    goOn,
    async () => {
      await turn('disableExtension');
      await turn('enableExtension');
    },
  ];
  const cut = receiptsOf(page).getByText('Atelier or its automations ended during the run');
  const receipts: number[] = [];
  for (const [before, end] of ends.entries()) {
    await end();
    await openAutomations(page);
    await ruleRow(page, 'Long').locator('.title').click();
    await expect.poll(() => cut.count()).toBe(before + 1);
    receipts.push(await receiptsOf(page).count());
    if (before === 0) await app.keep('automation-killed');
    await pressEnter(run);
    await receiptsOf(page).getByText('Running', { exact: true }).waitFor();
  }
  expect(receipts).toEqual([1, 2, 3]);
});
