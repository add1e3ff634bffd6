import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../../support/chromium.ts';
import type { App } from '../app.ts';
import { axeViolations } from '../axe.ts';
import { walk } from '../keyboard.ts';
import { isNarrow, leave, openScreens, type Screen, screens } from '../screens.ts';
import { find } from '../window.ts';

const lack = await chromiumLack();
let app: App;

beforeEach(context => context.skip(lack !== undefined, lack));
beforeAll(async () => {
  if (lack === undefined) app = await openScreens(1280, 900);
});
afterAll(() => app?.[Symbol.asyncDispose]());

const wide = { width: 1280, height: 900 };
const narrow = { width: 360, height: 720 };

/** Shows each screen in turn in one look, and collects what is said of it. */
async function tour(page: Page, of: (screen: Screen) => Promise<readonly string[]>): Promise<readonly string[]> {
  const said: string[] = [];
  for (const screen of screens) {
    await page.setViewportSize(screen.narrow === true ? narrow : wide);
    await leave(page);
    await screen.show(page);
    said.push(...(await of(screen)).map(line => `${screen.name}: ${line}`));
  }
  await page.setViewportSize(wide);
  await leave(page);
  return said;
}

async function speak(page: Page, language: string): Promise<void> {
  if ((await page.evaluate(() => document.documentElement.lang)) === language) return;
  await find(page, language === 'fr' ? 'French' : 'anglais');
  await page.locator('workbench-palette').getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
  await page.waitForFunction(lang => document.documentElement.lang === lang, language);
}

test.each([
  ['fr', 'light', 'no-preference'],
  ['fr', 'dark', 'no-preference'],
  ['fr', 'light', 'more'],
  ['fr', 'dark', 'more'],
  ['en', 'light', 'no-preference'],
  ['en', 'dark', 'no-preference'],
  ['en', 'light', 'more'],
  ['en', 'dark', 'more'],
] as const)('every screen keeps to the rules of accessibility (%s, %s, contrast %s)', async (language, colorScheme, contrast) => {
  const { page } = app;
  await speak(page, language);
  await page.emulateMedia({ colorScheme, contrast, reducedMotion: 'reduce' });
  expect(await tour(page, () => axeViolations(page))).toEqual([]);
});

test('every screen is walked through by keyboard: all is reached, the focus is seen, and nothing holds it', async () => {
  const { page } = app;
  await page.emulateMedia({ colorScheme: 'light', contrast: 'no-preference', reducedMotion: 'reduce' });
  expect(await tour(page, async () => (await walk(page)).faults)).toEqual([]);
});

test('at the width of a phone nothing is cut off sideways, and every screen keeps to the rules', async () => {
  const { page } = app;
  const said: string[] = [];
  for (const screen of screens) {
    await page.setViewportSize(narrow);
    await leave(page);
    await screen.show(page);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    if (width > narrow.width) said.push(`${screen.name} is ${width} px wide`);
    said.push(...(await axeViolations(page)).map(line => `${screen.name}: ${line}`));
  }
  expect({ narrow: await isNarrow(page), said }).toEqual({ narrow: true, said: [] });
});
