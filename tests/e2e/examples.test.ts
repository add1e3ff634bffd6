import type { FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { publishExamples } from '../../registry-dev/publish.ts';
import { chromiumLack } from '../support/chromium.ts';
import { openTestRegistry, type TestRegistry } from '../support/registry.ts';
import { openApp } from './app.ts';
import { openComposer, withScripted } from './composer-page.ts';
import { install, remove, useRegistry } from './installing.ts';
import { openModelServer } from './model-server.ts';
import { connected } from './screen.ts';
import { command, enter, palette } from './window.ts';

const lack = await chromiumLack();
let registry: TestRegistry | undefined;
beforeAll(async () => {
  if (lack !== undefined) return;
  registry = await openTestRegistry();
  await publishExamples(registry.url, registry.token);
}, 120_000);
afterAll(() => registry?.stop());
beforeEach(context => context.skip(lack !== undefined, lack));

/** The frame of an example’s view, by what its title is. */
const frameOf = (page: Page, title: string): FrameLocator => page.frameLocator(`iframe[title="${title}"]`);

test('the examples are installed from a registry and used by clicks: notes are kept, a month is turned to, a message goes out of the composer, and the gauge says how full it is', async () => {
  await using app = await openApp({ locale: 'en-GB', width: 1600 });
  const { page } = app;
  await connected(page);
  await useRegistry(page, registry?.url ?? '');
  const ids = ['notes-sidebar', 'token-gauge', 'focus-composer', 'month-calendar', 'hello-panel'].map(name => `@acme/${name}`);
  for (const id of ids) await install(page, id);
  await command(page, 'new conversation');

  const notes = frameOf(page, 'Notes');
  await notes.getByRole('textbox', { name: 'New note' }).fill('call Ada');
  await notes.getByRole('textbox', { name: 'New note' }).press('Enter');
  await notes.getByText('call Ada').waitFor();
  await notes.getByRole('textbox', { name: 'New note' }).fill('buy milk');
  await notes.getByRole('textbox', { name: 'New note' }).press('Enter');
  await notes.getByText('buy milk').waitFor();
  const ada = notes.getByRole('listitem').filter({ hasText: 'call Ada' });
  await ada.getByRole('button').click();
  await ada.waitFor({ state: 'detached' });
  const left = await notes.getByRole('listitem').allInnerTexts();
  await notes.getByRole('button', { name: 'Undo' }).click();
  await notes.getByText('call Ada').waitFor();

  await page.keyboard.press('Control+k');
  await palette(page).getByRole('combobox').fill('calendar');
  await page.keyboard.press('Enter');
  const calendar = frameOf(page, 'Calendar');
  const month = await calendar.getByRole('heading').innerText();
  await calendar.getByRole('button', { name: 'Next month' }).click();
  await expect.poll(() => calendar.getByRole('heading').innerText()).not.toBe(month);
  await calendar.getByRole('button', { name: 'Today' }).click();
  await expect.poll(() => calendar.getByRole('heading').innerText()).toBe(month);

  const gauge = frameOf(page, 'Context gauge').getByRole('img');
  const empty = await gauge.getAttribute('aria-label');
  await page
    .getByRole('region', { name: /Focus composer/ })
    .getByRole('button', { name: 'Try it' })
    .click();
  const composer = frameOf(page, 'Focus composer');
  await composer.getByRole('textbox', { name: 'Message' }).fill('Hello there');
  const counted = await composer.getByText('2 words').count();
  await composer.getByRole('button', { name: 'Send' }).click();
  await page.getByText('I am no AI').waitFor();
  await expect.poll(() => gauge.getAttribute('aria-label')).toMatch(/The context is \d+% full/);
  await composer.getByRole('textbox', { name: 'Message' }).fill('to be gone on with');
  await page.getByRole('main').hover();
  await page.getByRole('button', { name: 'Original view' }).last().click();
  const back = page.locator('conversations-composer textarea.words');
  await expect.poll(() => back.inputValue()).toBe('to be gone on with');

  await page.keyboard.press('Control+k');
  await palette(page).getByRole('combobox').fill('hello');
  await page.keyboard.press('Enter');
  const hello = frameOf(page, 'Hello');
  await hello.getByRole('textbox').fill('Ada');
  await hello.getByRole('button').click();
  const greeted = await hello.getByRole('status').innerText();
  await enter(page, 'Extensions');
  for (const id of ids) await remove(page, id);
  expect({ left, empty, counted, greeted, frames: await page.locator('iframe').count() }).toEqual({
    left: ['buy milk'],
    empty: 'Nothing said yet',
    counted: 1,
    greeted: 'Hello, Ada.',
    frames: 0,
  });
}, 180_000);

test('the tool of an example asks on its sheet what it must know, once, and answers the model', async () => {
  const args = (value: number) => ({ name: 'convert_units', arguments: { value, from: 'gallon', to: 'l' } });
  await using model = await openModelServer(
    { when: ({ body }) => body.messages?.at(-1)?.role === 'user', tools: [args(1)] },
    { when: ({ body }) => body.messages?.at(-1)?.role === 'tool', tools: [args(2)] },
    { text: 'That is done.' },
  );
  await using app = await openApp({ locale: 'en-GB', width: 1600 });
  const { page } = app;
  await connected(page);
  await useRegistry(page, registry?.url ?? '');
  await install(page, '@acme/unit-converter');
  await command(page, 'new conversation');
  await openComposer(page);
  await withScripted(page, model);
  await page.locator('conversations-composer textarea.words').fill('How many litres?');
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('form').filter({ hasText: 'Which gallons' });
  await sheet.getByRole('button', { name: /Imperial/ }).click();
  await page.getByText('That is done.').waitFor();
  const answers = model.requests
    .flatMap(({ body }) => body.messages ?? [])
    .filter(({ role }) => role === 'tool')
    .map(({ content }) => JSON.stringify(content));
  expect({ sheets: await sheet.count(), answers: [...new Set(answers)] }).toEqual({
    sheets: 0,
    answers: [expect.stringContaining('1 gallon = 4.54609 l (imperial)'), expect.stringContaining('2 gallon = 9.09218 l (imperial)')],
  });
  await command(page, 'Forget the chosen system');
}, 120_000);
