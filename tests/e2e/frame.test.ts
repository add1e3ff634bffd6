import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { seedProfile } from '../support/conversation-seed.ts';
import { openApp } from './app.ts';
import { axeClean } from './axe.ts';
import { field } from './composer-page.ts';
import { connected, pressEnter } from './screen.ts';
import { thread } from './thread.ts';
import { enter, find, focused, palette } from './window.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

const panel = (page: Page) => page.locator('aside.panel');
/** How much of the window's width the main region has, beside the sidebar. */
const left = (page: Page) =>
  page.evaluate(() => {
    const root = document.querySelector('app-shell')?.shadowRoot;
    const main = root?.querySelector('main')?.getBoundingClientRect();
    return Math.round(innerWidth - (main?.right ?? 0));
  });

test('the panel stands beside conversations only: the settings and extensions have all of the width, in both modes', async () => {
  await using app = await openApp({ locale: 'en-GB', width: 1440 });
  const { page } = app;
  await connected(page);
  await page.keyboard.press('Control+Alt+b');
  await panel(page).waitFor();
  const beside: number[] = [];
  for (const name of ['Settings', 'Extensions']) {
    await enter(page, name);
    await panel(page).waitFor({ state: 'detached' });
    beside.push(await left(page));
    if (name === 'Settings') await app.keep('frame-settings');
    await page.keyboard.press('Control+2');
    beside.push(await left(page));
    await page.keyboard.press('Control+1');
    await page.keyboard.press('Control+n');
    await panel(page).waitFor();
  }
  expect(beside).toEqual([0, 0, 0, 0]);
});

test('each screen has one header: its title once, at the same height, and nothing of it is cut off at 390 px', async () => {
  await using app = await openApp({ locale: 'en-GB', width: 1440 });
  const { page } = app;
  await connected(page);
  const titles = () =>
    page.getByRole('heading', { level: 1 }).evaluateAll(all =>
      all
        .filter(one => one.checkVisibility())
        .map(one => {
          const { top, height } = one.getBoundingClientRect();
          return { title: one.textContent?.trim(), middle: Math.round(top + height / 2), isCut: one.scrollWidth > one.clientWidth };
        }),
    );
  const found: Record<string, unknown> = {};
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const [view, part] of [
      ['settings.page', 'settings-page settings-field'],
      ['extensions.panel', 'extensions-row'],
      ['usage.page', 'usage-page .note, usage-page ui-empty'],
    ] as const) {
      await page.evaluate(id => {
        location.hash = `#/${id}`;
      }, view);
      await page.locator(part).first().waitFor();
      found[`${view} ${width}`] = await titles();
    }
  }
  const one = (title: string, middle: number) => [{ title, middle, isCut: false }];
  expect(found).toEqual({
    'settings.page 1440': one('General', 20),
    'extensions.panel 1440': one('Extensions', 20),
    'usage.page 1440': one('Usage', 20),
    'settings.page 390': one('General', 24),
    'extensions.panel 390': one('Extensions', 24),
    'usage.page 390': one('Usage', 24),
  });
});

test('the mode that the person chose is the one of a new window, and of the next start', async () => {
  await using app = await openApp({ locale: 'en-GB', width: 1440 });
  const { page } = app;
  await connected(page);
  const mode = (of: Page) =>
    of.locator('workbench-modes ui-segmented').evaluate(element => (element as HTMLElement & { value: string }).value);
  const before = await mode(page);
  await page.keyboard.press('Control+2');
  await expect.poll(() => mode(page)).toBe('assistant');
  const second = await app.openPage();
  await connected(second);
  const inSecond = await mode(second);
  const { url } = await app.restart();
  await page.goto(url);
  await connected(page);
  expect([before, inSecond, await mode(page)]).toEqual(['workspace', 'assistant', 'assistant']);
});

test('the sections of the settings are there when a narrow window gets wide', async () => {
  await using app = await openApp({ locale: 'en-GB', width: 390 });
  const { page } = app;
  await connected(page);
  await page.keyboard.press('Control+,');
  await page.locator('settings-page').getByRole('heading').first().waitFor();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.locator('settings-nav').getByRole('button', { name: 'Notifications' }).waitFor();
  await app.keep('frame-widened');
});

test('a conversation is renamed in the bar above it, by keyboard, and at 390 px its title can be read', async () => {
  const now = Date.now();
  await using app = await openApp({
    locale: 'en-GB',
    prepare: userData => seedProfile(userData, [{ id: 'c1', title: 'Packing list for the long way to Brest', createdAt: now }], []),
  });
  const { page } = app;
  await connected(page);
  await page.locator('conversations-list ui-list').getByText('Packing list').click();
  await thread(page).locator('ui-transcript').waitFor();
  const title = page.locator('workbench-location');
  await pressEnter(title.getByRole('button', { name: 'Packing list for the long way to Brest' }));
  await title.locator('input:focus').waitFor();
  await page.keyboard.type('The long way to Brest');
  await page.keyboard.press('Enter');
  await page.locator('conversations-list ui-list').getByText('The long way to Brest').waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  const heading = title.locator('h1');
  const isReadable = () => heading.evaluate(shown => shown.getBoundingClientRect().width > 130);
  await expect
    .poll(async () => ({ name: await heading.innerText(), isReadable: await isReadable() }))
    .toEqual({
      name: 'The long way to Brest',
      isReadable: true,
    });
  await app.keep('frame-narrow-title');
});

test('the palette finds conversations by name and files of the project, which it mentions; the sheet of keys has those of the field', async () => {
  const now = Date.now();
  await using app = await openApp({
    locale: 'en-GB',
    prepare: userData => {
      const folder = join(userData, '..', 'tides');
      mkdirSync(join(folder, 'src'), { recursive: true });
      writeFileSync(join(folder, 'src', 'worker.ts'), 'export {};\n');
      seedProfile(userData, [{ id: 'c1', title: 'Service worker', project: 'p1', createdAt: now }], [{ id: 'p1', name: 'tides', folder }]);
    },
  });
  const { page } = app;
  await connected(page);
  await page.locator('conversations-list ui-list').getByText('Service worker').click();
  await thread(page).locator('ui-transcript').waitFor();
  await expect.poll(() => focused(page)).toMatch(/^textarea/);
  await page.keyboard.type('Look at');
  await find(page, 'worker');
  await palette(page).getByRole('option', { name: 'Service worker' }).first().waitFor();
  await palette(page).getByRole('option', { name: 'worker.ts' }).first().waitFor();
  await app.keep('palette-files');
  await palette(page).getByRole('option', { name: 'worker.ts' }).first().click();
  await expect.poll(() => field(page).inputValue()).toBe('Look at @src/worker.ts ');
  await page.keyboard.press('Control+/');
  const sheet = page.locator('workbench-keys');
  await sheet.getByText('While writing a message').waitFor();
  await axeClean(page);
  await app.keep('keys-sheet');
  expect(await sheet.locator('h3').allInnerTexts()).toEqual([
    'Window',
    'Conversations',
    'Other',
    'While writing a message',
    'When the agent asks you',
  ]);
});
