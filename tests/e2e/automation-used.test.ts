import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { automationPage, callAutomation, openAutomations, receiptsOf, ruleRow, sentenceOf } from './automation-page.ts';
import { axeClean } from './axe.ts';
import { type ModelRequest, openModelServer } from './model-server.ts';
import { run, when, withModel } from './questions.ts';
import { connected } from './screen.ts';
import { command, focused } from './window.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

test('a moment that passes while one types says so by itself, an example keeps its name, words that are no rule yet are in the form, and the focus is never lost', async () => {
  await using app = await openApp({ locale: 'en-GB', width: 1440 });
  const { page } = app;
  const rule = automationPage(page).locator('automation-rule');
  const button = (name: string) => rule.getByRole('button', { name });
  await connected(page);
  await page.keyboard.press('Control+2');
  await page.getByRole('button', { name: 'Leave out the rest' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toMatch(/^h2 Good/);
  await page.getByRole('button', { name: 'Schedule a task' }).click();
  await expect.poll(() => focused(page)).toBe('textarea The rule in a sentence');

  await page.clock.install();
  await sentenceOf(page).fill('In 2 minutes, remind me to drink');
  await rule.getByText('Understood in full.').waitFor();
  await button('Save rule').isEnabled();
  await page.clock.fastForward('03:00');
  await rule.locator('.status').getByText('This moment has passed.').waitFor();
  const past = { canSave: await button('Save rule').isEnabled(), next: await rule.locator('.chips').count() };
  await app.keep('automation-past');
  await axeClean(page);

  await sentenceOf(page).fill('Every blue moon, greet me');
  await rule.getByText('Not understood').waitFor();
  await button('Edit as fields').click();
  const instruction = await rule.getByRole('textbox', { name: 'Instruction' }).inputValue();
  await button('Discard').click();

  await command(page, 'New automation');
  await rule.locator('.examples button').filter({ hasText: 'Review of the week' }).click();
  await rule.getByText('Understood in full.').waitFor();
  await button('Save rule').focus();
  await page.keyboard.press('Enter');
  await ruleRow(page, 'Review of the week').waitFor();
  await expect.poll(() => focused(page)).toBe('button Run now');

  // One that is saved below the visible part of the list is scrolled to.
  for (let place = 10; place < 40; place += 1) {
    const draft = {
      ...{ title: `Rule ${place}`, trigger: { kind: 'webhook' }, action: { kind: 'emit', event: 'x' } },
      ...{ deliver: 'never', missed: { policy: 'skip' } },
    };
    await callAutomation(page, 'save', { draft });
  }
  await command(page, 'New automation');
  await sentenceOf(page).fill('When a conversation ends, zip the notes');
  await rule.getByText('Understood in full.').waitFor();
  await button('Save rule').click();
  const row = ruleRow(page, 'Zip the notes');
  await row.waitFor();
  await expect.poll(() => row.evaluate(one => one.getBoundingClientRect().bottom <= innerHeight)).toBe(true);
  expect({ past, instruction }).toEqual({ past: { canSave: false, next: 0 }, instruction: 'Every blue moon, greet me' });
});

test('a run that waits for an answer says so in the list and its receipt; on the home one that is run again says that it runs, and all paused is resumed', async () => {
  const held = Promise.withResolvers<void>();
  const isNews = ({ body }: ModelRequest) => JSON.stringify(body.messages).includes('Say the news');
  await using server = await openModelServer(
    run('echo tides'),
    { when, text: 'Done.' },
    { when: isNews, status: 401, message: 'Wrong key' },
    { when: isNews, text: ['Calm ', held.promise, 'seas.'] },
  );
  await using app = await withModel(server.url, { locale: 'en-GB', width: 1440, height: 900 });
  const { page, project } = app;
  await openAutomations(page);
  const agent = <T>(name: string, params: object) =>
    page
      .locator('automation-page')
      .evaluate(
        (element, [call, given]) =>
          (element as unknown as { view: { connect(one: object): { call(name: string, params: object): Promise<unknown> } } }).view
            .connect({ id: 'agent' })
            .call(call, given),
        [name, params] as const,
      ) as Promise<T>;
  const begin = async (title: string, action: object) => {
    const { id } = await callAutomation<{ id: string }>(page, 'save', {
      draft: {
        ...{ title, trigger: { kind: 'webhook' }, deliver: 'never', missed: { policy: 'skip' } },
        action: { kind: 'instruction', instruction: title, model: 'scripted/m', ...action },
      },
    });
    await callAutomation(page, 'runNow', { id, version: 1 });
  };
  await begin('Check the tides', { where: 'visible', project });
  const row = ruleRow(page, 'Check the tides');
  await row.getByText('Waits for your answer').waitFor();
  await row.click();
  await receiptsOf(page).getByText('Waits for your answer').waitFor();
  await app.keep('automation-asks');
  await axeClean(page);
  const [{ id: request = '' } = {}] = await agent<{ id: string }[]>('listRequests', {});
  await agent('answer', { request, answer: { allow: false } });
  await receiptsOf(page).getByText('Ran', { exact: true }).waitFor();

  await begin('Say the news', { where: 'hidden' });
  await ruleRow(page, 'Say the news').getByText('failed').waitFor();
  await page.keyboard.press('Control+2');
  await page.getByRole('button', { name: 'Leave out the rest' }).click();
  const card = page.locator('dashboard-home .first');
  await card.getByRole('button', { name: 'Run again' }).waitFor();
  await page.locator('dashboard-home ui-badge').getByText('automation').waitFor();
  await page.keyboard.press('Digit1');
  await card.locator('ui-button[busy]').getByText('Run again').waitFor();
  await page.keyboard.press('Digit1');
  await app.keep('dashboard-again');
  await axeClean(page);
  held.resolve();
  await card.getByText('2 ran, 1 failed').waitFor();
  const failed = await page.locator('ui-toast[kind="failed"]').count();

  await openAutomations(page);
  await callAutomation(page, 'pauseAll');
  await page.locator('workbench-actions').getByText('paused').waitFor();
  await page.locator('workbench-actions').getByRole('button', { name: 'Home' }).click();
  await card.getByText('All rules are paused').waitFor();
  await app.keep('dashboard-paused');
  await axeClean(page);
  await page.keyboard.press('Digit1');
  await card.getByText('Nothing needs you.').waitFor();
  await page.locator('workbench-actions').getByText('paused').waitFor({ state: 'detached' });
  expect({ failed, requests: server.requests.filter(isNews).length }).toEqual({ failed: 0, requests: 2 });
});

test('what a sentence asks and no rule can do is said with its reason; a command that there is not is said before it is saved, and one is chosen; whose changes of files count is said', async () => {
  await using app = await openApp({ locale: 'en-GB', width: 1440 });
  const { page } = app;
  const rule = automationPage(page).locator('automation-rule');
  await openAutomations(page);
  await command(page, 'New automation');
  await sentenceOf(page).fill('Every day at 8 and 18, read the news and send it to Telegram');
  await rule.getByText('Not understood: “send it to Telegram”. You have no channel or person of this name there.').waitFor();
  await app.keep('automation-not-possible');
  await axeClean(page);
  await sentenceOf(page).fill('When a file changes, remind me to look');
  await rule.locator('.row').getByText('When the agent changes a file').waitFor();

  await rule.getByRole('button', { name: 'Edit as fields' }).click();
  const fields = rule.locator('automation-fields');
  await fields.getByText('What you or other programs change sets off nothing.').waitFor();
  await fields.getByRole('group', { name: 'Do' }).getByRole('combobox', { name: 'Kind' }).selectOption('command');
  await fields.getByRole('textbox', { name: 'Command' }).fill('npm test');
  await page.keyboard.press('Tab');
  await rule.getByRole('button', { name: 'Show what will happen' }).click();
  await rule.locator('.lacks').getByText('Runs the command npm test, which no extension has: it will fail.').waitFor();
  await app.keep('automation-no-command');
  await rule.getByRole('button', { name: 'Edit as fields' }).click();
  await fields.getByRole('combobox', { name: 'Which' }).selectOption('extensions.checkUpdates');
  await app.keep('automation-command');
  await axeClean(page);
  await rule.getByRole('button', { name: 'Show what will happen' }).click();
  await rule.getByText('Runs the command extensions.checkUpdates.').waitFor();
  expect(await rule.locator('.lacks').count()).toBe(0);
});
