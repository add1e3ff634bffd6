import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FrameLocator, Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { buildExample } from '../../registry-dev/publish.ts';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { openComposer, withScripted } from './composer-page.ts';
import { openModelServer } from './model-server.ts';
import { connected } from './screen.ts';
import { command, palette } from './window.ts';

const examples = join(import.meta.dirname, '..', '..', 'registry-dev', 'examples');
const folderOf = (name: string) => join(examples, name);
const lack = await chromiumLack();
beforeAll(() => buildExample(folderOf('notes-sidebar')));
beforeEach(context => context.skip(lack !== undefined, lack));

/** The frame of an example’s view, by what its title is. */
const frameOf = (page: Page, title: string): FrameLocator => page.frameLocator(`iframe[title="${title}"]`);

test('the examples are used by clicks: notes are kept, a month is turned to, a message goes out of the composer, and the gauge says how full it is', async () => {
  const plugins = ['notes-sidebar', 'token-gauge', 'focus-composer', 'month-calendar'].map(folderOf);
  await using app = await openApp({ plugins, locale: 'en-GB' });
  const { page } = app;
  await connected(page);

  const notes = frameOf(page, 'Notes');
  await notes.getByRole('textbox', { name: 'New note' }).fill('call Ada');
  await notes.getByRole('textbox', { name: 'New note' }).press('Enter');
  await notes.getByText('call Ada').waitFor();
  await notes.getByRole('textbox', { name: 'New note' }).fill('buy milk');
  await notes.getByRole('textbox', { name: 'New note' }).press('Enter');
  await notes.getByRole('listitem').filter({ hasText: 'call Ada' }).getByRole('button').click();
  await notes.getByRole('status').waitFor();
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
  expect({ left, empty, counted }).toEqual({ left: ['buy milk'], empty: 'Nothing said yet', counted: 1 });
}, 120_000);

test('the tool of an example asks on its sheet what it must know, once, and answers the model', async () => {
  const args = (value: number) => ({ name: 'convert_units', arguments: { value, from: 'gallon', to: 'l' } });
  await using model = await openModelServer(
    { when: ({ body }) => body.messages?.at(-1)?.role === 'user', tools: [args(1)] },
    { when: ({ body }) => body.messages?.at(-1)?.role === 'tool', tools: [args(2)] },
    { text: 'That is done.' },
  );
  // As after an install at which the person said yes; without it the model would not be told of the tool.
  const choices = { extensions: { '@acme/unit-converter': { granted: { tools: ['convert_units'] } } } };
  await using app = await openApp({
    plugins: [folderOf('unit-converter')],
    locale: 'en-GB',
    prepare: userData => writeFileSync(join(userData, 'extensions.json'), JSON.stringify(choices), { mode: 0o600 }),
  });
  const { page } = app;
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
