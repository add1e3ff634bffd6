import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { seedProfile } from '../support/conversation-seed.ts';
import { openApp, windowOnly } from './app.ts';
import { axeClean } from './axe.ts';
import { gateCalls } from './composer-page.ts';
import { connected } from './screen.ts';
import { callAs } from './thread.ts';
import { command, find, focused, keysKnown, listed, palette } from './window.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

const under = (page: Page, heading: string) =>
  palette(page).getByRole('group', { name: heading, exact: true }).getByRole('option').locator('.what').allInnerTexts();

test('the palette finds a command by a few letters without accents, runs it, and gives the focus back on Escape', async () => {
  await using app = await openApp({ off: windowOnly });
  const { page } = app;
  await connected(page);
  await page.locator('workbench-home').getByRole('button', { name: 'Raccourcis clavier' }).focus();
  const before = await focused(page);
  await page.keyboard.press('Control+k');
  await expect.poll(() => focused(page)).toMatch(/^input/);
  const typing = await focused(page);
  await page.keyboard.press('Escape');
  await palette(page).waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toMatch(/^button/);
  const after = await focused(page);
  await find(page, 'theme sombr');
  await expect.poll(() => listed(page)).toHaveLength(2);
  const found = await listed(page);
  const marked = await palette(page).getByRole('option').locator('b').allInnerTexts();
  await page.keyboard.press('Enter');
  await page.locator('html[data-theme=dark]').waitFor();
  await palette(page).waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toMatch(/^button/);
  expect({ typing, back: after === before, before, found, marked, restored: await focused(page) }).toEqual({
    typing: 'input Rechercher une commande, une rubrique…',
    back: true,
    before: 'button Raccourcis clavier',
    found: ['Thème : sombre', 'Thème Général'],
    marked: ['Thème', 'sombr'],
    restored: before,
  });
});

test('what was run stands first under Recently, the newest first, also in another window and after a restart', async () => {
  await using app = await openApp({ off: windowOnly, locale: 'en-GB' });
  const { page } = app;
  await connected(page);
  await command(page, 'contrast more');
  await command(page, 'theme dark');
  await command(page, 'theme light');
  await page.keyboard.press('Control+k');
  await palette(page).getByText('Recently').waitFor();
  const here = (await listed(page)).slice(0, 3);
  await page.keyboard.press('Escape');
  const other = await app.openPage();
  await connected(other);
  await other.keyboard.press('Control+k');
  await palette(other).getByText('Recently').waitFor();
  const there = (await listed(other)).slice(0, 3);
  await other.close();
  app.allow(/WebSocket|ERR_CONNECTION_REFUSED|alive/);
  const { url } = await app.restart();
  await page.goto(url);
  await connected(page);
  await page.keyboard.press('Control+k');
  await palette(page).getByText('Recently').waitFor();
  const recent = ['Theme: light', 'Theme: dark', 'Contrast: more'];
  expect({ here, there, later: (await listed(page)).slice(0, 3) }).toEqual({ here: recent, there: recent, later: recent });
});

test('a command that is run before the palette knows the recent ones takes none of them away', async () => {
  await using app = await openApp({ off: windowOnly, locale: 'en-GB' });
  const { page } = app;
  await connected(page);
  await command(page, 'contrast more');
  const gate = await gateCalls(page, 'workbench:readPreferences');
  await page.reload();
  await connected(page);
  gate.hold();
  await command(page, 'theme dark');
  gate.release();
  await page.keyboard.press('Control+k');
  await expect.poll(() => under(page, 'Recently')).toEqual(['Theme: dark', 'Contrast: more']);
});

test('arrows go round in the list, the pointer chooses, a click outside closes, and nothing found says so', async () => {
  await using app = await openApp({ off: [...windowOnly, '@atelier/settings'], locale: 'en-GB' });
  const { page } = app;
  await connected(page);
  await find(page, 'theme');
  await palette(page).getByRole('option').first().waitFor();
  const chosen = () => palette(page).locator('[aria-selected=true] .what').innerText();
  const active = () => palette(page).getByRole('combobox').getAttribute('aria-activedescendant');
  const all = await listed(page);
  const walk = [await chosen()];
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp']) {
    await page.keyboard.press(key);
    walk.push(await chosen());
  }
  const last = await active();
  await palette(page).getByRole('option').nth(1).hover();
  const hovered = await chosen();
  await palette(page).getByRole('combobox').fill('zzz');
  const nothing = await palette(page).getByRole('status').innerText();
  await page.mouse.click(5, 400);
  await palette(page).waitFor({ state: 'detached' });
  expect({ walk, last, hovered, nothing }).toEqual({
    walk: [all[0], all[1], all[2], all[0], all[2]],
    last: 'item-2',
    hovered: all[1],
    nothing: 'Nothing matches “zzz”.',
  });
});

/** What the palette lists under one of its headings. */
test('the palette finds a setting and a page of the settings by their names in either language, leads to it and focuses it', async () => {
  await using app = await openApp({ locale: 'en-GB' });
  const { page } = app;
  await connected(page);
  const seen: Record<string, readonly string[]> = {};
  const choose = async (words: string, title: string | RegExp) => {
    await find(page, words);
    const option = palette(page).getByRole('group', { name: 'Settings' }).getByRole('option', { name: title }).first();
    await option.waitFor();
    seen[words] = await under(page, 'Settings');
    await option.click();
    await palette(page).waitFor({ state: 'detached' });
  };
  await choose('contrast', /^Contrast/);
  await expect.poll(() => focused(page)).toMatch(/^input/);
  const field = page.locator('settings-field[data-hit]');
  const at = await field.getAttribute('data-key');
  await page.keyboard.press('Escape');
  await page.locator('settings-page').waitFor({ state: 'detached' });
  await choose('stockage', 'Storage');
  await page.locator('settings-page h1', { hasText: 'Storage' }).waitFor();
  await expect.poll(() => focused(page)).toBe('h1 Storage');
  await choose('commencer par', /^Start with/);
  await page.locator('settings-field[data-key="general.start"][data-hit]').waitFor();
  expect({ at, contrast: seen.contrast?.[0], storage: seen.stockage?.[0] }).toEqual({
    at: 'general.contrast',
    contrast: 'Contrast General',
    storage: 'Storage',
  });
});

test('Enter before the palette has found what was typed runs what is found for it, and not what was found for fewer letters', async () => {
  await using app = await openApp({ locale: 'en-GB' });
  const { page } = app;
  const gate = await gateCalls(page, 'kernel:runCommand');
  await page.reload();
  await connected(page);
  await find(page, 'stor');
  await palette(page).getByRole('group', { name: 'Settings' }).getByRole('option', { name: 'Storage' }).waitFor();
  gate.hold();
  await palette(page).getByRole('combobox').fill('error reports');
  await page.keyboard.press('Enter');
  gate.release();
  await page.locator('settings-page').getByText('No address is set').first().waitFor();
});

test('the palette begins with what was used last: commands, conversations, and files of the project', async () => {
  const folderOf = (userData: string) => join(userData, '..', 'tide-tables');
  await using app = await openApp({
    locale: 'en-GB',
    prepare: userData => {
      mkdirSync(join(folderOf(userData), 'src'), { recursive: true });
      for (const file of ['src/tides.ts', 'src/ports.ts']) writeFileSync(join(folderOf(userData), file), '');
      const at = Date.now() - 60_000;
      seedProfile(
        userData,
        ['Ports in SQLite', 'Daylight saving'].map((title, nth) => ({ id: `c${nth}`, title, project: 'p1', createdAt: at - nth })),
        [{ id: 'p1', name: 'tide-tables', folder: folderOf(userData) }],
      );
    },
  });
  const { page } = app;
  await connected(page);
  await callAs(page, 'window', 'open', { view: 'conversations.thread', params: { project: 'p1' } });
  await command(page, 'theme dark');
  await find(page, 'tides.ts');
  await palette(page).getByRole('group', { name: 'Files' }).getByRole('option', { name: /tides/ }).click();
  await palette(page).waitFor({ state: 'detached' });
  await callAs(page, 'window', 'open', { view: 'conversations.thread', params: { conversation: 'c0' } });
  await page.locator('conversations-transcript').waitFor();
  await page.keyboard.press('Control+k');
  await palette(page).getByRole('group', { name: 'Files' }).waitFor();
  await axeClean(page);
  await app.keep('palette-recent');
  expect({
    first: await under(page, 'Recently'),
    conversations: await under(page, 'Conversations'),
    files: await under(page, 'Files'),
  }).toEqual({ first: ['Theme: dark'], conversations: ['Daylight saving tide-tables'], files: ['tides.ts src'] });
});

test('a question mark shows the keys, but not where somebody writes', async () => {
  await using app = await openApp({ locale: 'en-GB' });
  const { page } = app;
  await connected(page);
  await keysKnown(page);
  const field = page.getByRole('textbox', { name: 'Message' });
  await field.fill('Why');
  await page.keyboard.press('?');
  const written = await field.inputValue();
  await page.getByRole('button', { name: 'Settings' }).first().focus();
  await page.keyboard.press('?');
  await page.locator('workbench-keys').waitFor();
  const row = page.locator('workbench-keys dd', { has: page.locator('ui-kbd[keys="?"]') });
  await row.first().waitFor();
  const rows = await row.count();
  await page.keyboard.press('Escape');
  await page.locator('workbench-keys').waitFor({ state: 'detached' });
  expect({ written, after: await field.inputValue(), rows }).toEqual({ written: 'Why?', after: 'Why?', rows: 1 });
});
