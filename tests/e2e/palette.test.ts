import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp, windowOnly } from './app.ts';
import { connected } from './screen.ts';
import { command, find, focused, listed, palette } from './window.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

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
  await expect.poll(() => listed(page)).toHaveLength(1);
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
    found: ['Thème : sombre'],
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

test('arrows go round in the list, the pointer chooses, a click outside closes, and nothing found says so', async () => {
  await using app = await openApp({ off: windowOnly, locale: 'en-GB' });
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
