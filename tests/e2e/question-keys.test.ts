import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { axeClean } from './axe.ts';
import { looksOf } from './looks.ts';
import { openModelServer } from './model-server.ts';
import { asks, run, send, when, withModel } from './questions.ts';
import { connected } from './screen.ts';
import { callAs, rested, row, show } from './thread.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

test('C14: by keyboard alone, from the composer, a question is denied with a reason: Escape leaves the field, Enter sends it, the model reads it, and it stands in the row after a restart', async () => {
  await using server = await openModelServer(run('echo one'), { when, text: 'As you say.' });
  await using app = await withModel(server.url, { locale: 'en-GB', width: 1440 });
  const { page } = app;
  page.setDefaultTimeout(30_000);
  const conversation = await send(page, 'Say one.', { model: 'scripted/m' });
  await asks(page).waitFor();
  const composer = page.locator('conversations-composer').getByRole('textbox').first();
  await composer.click();
  await page.keyboard.type('my draft');
  await app.keep('question');
  await page.keyboard.press('Alt+Shift+N');
  await asks(page).locator('input:focus').waitFor();
  await page.keyboard.type('No');
  // Neither of them answers while the person writes a reason.
  await page.keyboard.press('Alt+y');
  await page.keyboard.press('Alt+n');
  await axeClean(page);
  await app.keep('question-why');
  await page.keyboard.press('Escape');
  const leftBy = { fields: await asks(page).locator('input').count(), draft: await composer.evaluate(field => field.matches(':focus')) };
  await page.keyboard.press('Alt+Shift+N');
  await asks(page).locator('input:focus').waitFor();
  await page.keyboard.type('Use printf instead');
  await page.keyboard.press('Enter');
  await rested(page, conversation);
  await row(page, /Use printf instead/).waitFor();

  app.allow(/./);
  await app.kill();
  const { url } = await app.restart();
  await page.goto(url);
  await connected(page);
  await show(page, conversation);
  await row(page, /Use printf instead/).waitFor();
  const told = JSON.stringify(server.requests.filter(request => when(request)).at(-1)?.body);
  expect({ leftBy, told }).toEqual({ leftBy: { fields: 0, draft: true }, told: expect.stringContaining('Use printf instead') });
});

test('C14: the keys on the buttons answer with the composer or the list focused, and never a question that is not on screen', async () => {
  const push = { when, tools: [{ name: 'bash', arguments: { command: 'git push --force nowhere main' } }] };
  await using server = await openModelServer(run('echo one'), { when, text: 'One.' }, push, { when, text: 'Two.' });
  await using app = await withModel(server.url, { locale: 'fr-FR', theme: 'dark', width: 390, height: 844 });
  const { page, project } = app;
  page.setDefaultTimeout(30_000);
  const first = await send(page, 'Dis un.', { project, model: 'scripted/m' });
  await asks(page).waitFor();
  await app.keep('question');
  await page.keyboard.press('Control+,');
  await page.locator('settings-page').getByRole('heading').first().waitFor();
  for (const key of ['Alt+n', 'Alt+y', 'Alt+Shift+N']) await page.keyboard.press(key);
  await page.keyboard.press('Escape');
  await asks(page).waitFor();
  const still = (await callAs<readonly unknown[]>(page, 'agent', 'listRequests')).length;

  await page.setViewportSize({ width: 1024, height: 844 });
  const once = asks(page).getByRole('button', { name: /^Autoriser une fois/ });
  await page.locator('conversations-list').getByRole('button').first().focus();
  await once.and(page.locator(':enabled')).waitFor();
  await page.keyboard.press('Alt+y');
  await rested(page, first);

  const second = await send(page, 'Pousse.', { project, model: 'scripted/m', accessMode: 'open' });
  await page.locator('conversations-composer').getByRole('textbox').first().focus();
  await asks(page).getByRole('button', { name: 'Toujours pour ce projet' }).and(page.locator(':enabled')).waitFor();
  await app.keep('question-project');
  await page.keyboard.press('Alt+Shift+Y');
  await rested(page, second);
  const kept = await callAs<readonly object[]>(page, 'agent', 'listRules');
  expect({ still, kept }).toMatchObject({ still: 1, kept: [{ id: 'asks' }, { scope: 'project', decision: 'allow' }] });
});

test.each(
  looksOf([
    { locale: 'fr-FR', shift: 'Maj', allow: /^Autoriser une fois/, why: 'À cause de la marée' },
    { locale: 'en-GB', shift: 'Shift', allow: /^Allow once/, why: 'Because of the tide' },
  ]),
)(
  'C14: of several questions of one answer each shows its keys, and is answered by them from the composer, one after the other ($locale)',
  async ({ locale, shift, allow, why }) => {
    const echoes = ['one', 'two', 'three'].map(word => ({ name: 'bash', arguments: { command: `echo ${word}` } }));
    await using server = await openModelServer({ when, tools: echoes }, { when, text: 'All three.' });
    await using app = await withModel(server.url, { locale, width: 1440 });
    const { page } = app;
    page.setDefaultTimeout(60_000);
    const conversation = await send(page, 'Say three.', { model: 'scripted/m' });
    const composer = page.locator('conversations-composer').getByRole('textbox').first();
    await asks(page).waitFor();
    await composer.click();
    await page.keyboard.type('my draft');
    const keys: (readonly string[])[] = [];
    const ready = async (command: string) => {
      await asks(page).getByText(command).first().waitFor();
      await asks(page).getByRole('button', { name: allow }).and(page.locator(':enabled')).waitFor();
      const shown = await asks(page).locator('ui-kbd').all();
      keys.push(await Promise.all(shown.map(async one => (await one.locator('kbd > span').allInnerTexts()).join('+'))));
    };
    await ready('echo one');
    await page.keyboard.press('Alt+y');
    await ready('echo two');
    await app.keep('questions');
    await page.keyboard.press('Alt+n');
    await ready('echo three');
    await page.keyboard.press('Alt+Shift+N');
    await asks(page).locator('input:focus').waitFor();
    await page.keyboard.type(why);
    await page.keyboard.press('Enter');
    await rested(page, conversation);
    const { body } = server.requests.filter(request => when(request)).at(-1) ?? {};
    const told = (body?.messages ?? []).filter(({ role }) => role === 'tool').map(({ content }) => JSON.stringify(content));
    expect({
      keys,
      told: [told.length, told[0]?.includes('one'), told[1]?.includes('two'), told[2]?.includes(why)],
      draft: await composer.inputValue(),
    }).toEqual({
      keys: Array.from({ length: 3 }, () => ['Alt+N', `Alt+${shift}+N`, 'Alt+Y']),
      told: [3, true, false, true],
      draft: 'my draft',
    });
  },
);
