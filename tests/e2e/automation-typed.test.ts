import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { automationPage, callAutomation, openAutomations, ruleRow, ruleTitles, saveRule, sentenceOf } from './automation-page.ts';
import { axeClean } from './axe.ts';
import { connected } from './screen.ts';
import { focused } from './window.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

test('a schedule that is none is said while it is typed, in the fields and in the sentence, and cannot be saved; beside a time the fields say why there is no condition on text', async () => {
  await using app = await openApp({ locale: 'en-GB', width: 1440 });
  const { page } = app;
  await connected(page);
  await openAutomations(page);
  await saveRule(page, 'Every day at 9, sing', 'Sing');
  const rule = automationPage(page).locator('automation-rule');
  const button = (name: string) => rule.getByRole('button', { name });
  await rule.getByRole('heading', { name: 'Sing' }).waitFor();
  await button('Edit as fields').click();
  await rule.getByText('A time brings no text').waitFor();
  await rule.getByRole('group', { name: 'When' }).getByRole('combobox', { name: 'Kind' }).selectOption('cron');
  const schedule = rule.getByRole('textbox', { name: 'Schedule' });
  const seen: unknown[] = [];
  for (const [cron, words] of [
    ['61 9 * * *', 'cannot read the schedule'],
    ['9 *', 'cannot read the schedule'],
    ['0 0 30 2 *', 'Nothing is due.'],
    ['', 'cannot read the schedule'],
  ] as const) {
    await schedule.fill(cron);
    await rule.locator('.status').getByText(words).waitFor();
    seen.push([
      cron,
      await button('Save').isEnabled(),
      await schedule.evaluate(one => one === document.activeElement || one.matches(':focus')),
    ]);
  }
  await app.keep('automation-no-schedule');
  await axeClean(page);
  // What is typed is a time on days on its way, and the field stays.
  await schedule.fill('');
  await schedule.pressSequentially('0 9 * * 1,5');
  seen.push(await schedule.inputValue());
  await expect.poll(() => button('Save').isEnabled()).toBe(true);
  await button('Discard').click();
  await sentenceOf(page).fill('On the schedule 0 0 30 2 *, sing');
  await rule.locator('.status').getByText('Nothing is due.').waitFor();
  seen.push(['sentence', await button('Save').isEnabled()]);
  expect(seen).toEqual([
    ['61 9 * * *', false, true],
    ['9 *', false, true],
    ['0 0 30 2 *', false, true],
    ['', false, true],
    '0 9 * * 1,5',
    ['sentence', false],
  ]);
});

test('what one writes of a rule that another window deletes stays, as a new rule, with the focus where it was', async () => {
  await using app = await openApp({ locale: 'en-GB', width: 1440, hasWindows: true });
  const { page } = app;
  await connected(page);
  await openAutomations(page);
  const { id } = await saveRule(page, 'Every day at 9, sing', 'Sing');
  await saveRule(page, 'Every day at 10, dance', 'Dance');
  await ruleRow(page, 'Sing').locator('.title').click();
  const rule = automationPage(page).locator('automation-rule');
  await rule.getByRole('heading', { name: 'Sing' }).waitFor();
  await sentenceOf(page).fill('Every day at 9, sing the long song that I know by heart');
  await rule.getByText('Understood in full.').waitFor();
  const other = await app.openPage();
  await openAutomations(other);
  await callAutomation(other, 'remove', { id });
  await page.bringToFront();
  await page.locator('ui-toast').getByText('Deleted meanwhile').waitFor();
  expect(await sentenceOf(page).inputValue()).toBe('Every day at 9, sing the long song that I know by heart');
  await expect.poll(() => focused(page)).toBe('textarea The rule in a sentence');
  await app.keep('automation-deleted-elsewhere');
  await rule.getByRole('button', { name: 'Save rule' }).click();
  await ruleRow(page, 'Sing').waitFor();
  expect(await ruleTitles(page)).toEqual(['Sing', 'Dance']);
  // What one deletes oneself leaves nothing behind.
  await sentenceOf(page).fill('Every day at 9, sing no more');
  await rule.getByText('Understood in full.').waitFor();
  await rule.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.locator('ui-toast').getByText('Sing was deleted').waitFor();
  await expect.poll(() => ruleTitles(page)).toEqual(['Dance']);
  await rule.getByRole('heading', { name: 'Dance' }).waitFor();
});

test('a rule that fails again and again has one toast, the newest', async () => {
  await using app = await openApp({ locale: 'en-GB', width: 1440 });
  const { page } = app;
  await connected(page);
  await openAutomations(page);
  const failing = (title: string) =>
    callAutomation<{ id: string }>(page, 'save', {
      draft: {
        ...{ title, trigger: { kind: 'webhook' }, action: { kind: 'command', command: 'automation.labels' } },
        ...{ deliver: 'failure', missed: { policy: 'skip' } },
      },
    });
  const [backup, other] = [await failing('Backup'), await failing('Other')];
  const fail = async (id: string, count: number) => {
    await callAutomation(page, 'runNow', { id, version: 1 });
    await expect.poll(async () => (await callAutomation<{ failures: number }>(page, 'get', { id })).failures).toBe(count);
  };
  for (const count of [1, 2, 3]) await fail(backup.id, count);
  await fail(other.id, 1);
  const toasts = page.locator('ui-toast');
  await toasts.getByText('Other').waitFor();
  await app.keep('automation-one-toast');
  const told = await toasts.evaluateAll(all => all.map(one => /Backup|Other/.exec(one.getAttribute('text') ?? '')?.[0]));
  expect(told).toEqual(['Backup', 'Other']);
});
