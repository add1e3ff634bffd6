import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp, windowOnly } from './app.ts';
import { connected } from './screen.ts';
import { command } from './window.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

const look = (page: Page) =>
  page.evaluate(() => {
    const { lang, dataset } = document.documentElement;
    return { lang, theme: dataset.theme, contrast: dataset.contrast };
  });

test('theme, contrast and language change at once in every window, and are found again after a reload and a restart', async () => {
  await using app = await openApp({ off: windowOnly, theme: 'light' });
  const { page } = app;
  await connected(page);
  const second = await app.openPage();
  await connected(second);
  const first = await look(page);
  await page.bringToFront();
  await command(page, 'theme sombre');
  await command(page, 'contraste renforce');
  await command(page, 'langue anglais');
  const chosen = { lang: 'en', theme: 'dark', contrast: 'more' };
  await expect.poll(() => look(page)).toEqual(chosen);
  await expect.poll(() => look(second)).toEqual(chosen);
  await second.getByRole('button', { name: 'Keyboard shortcuts' }).waitFor();
  await page.reload();
  const painted = await look(page);
  // The page of the earlier start may ask the new one, which does not know it.
  app.allow(/WebSocket|ERR_CONNECTION_REFUSED|alive|403 \(Forbidden\)/);
  await second.close();
  await page.evaluate(() => localStorage.clear());
  const { url } = await app.restart();
  await page.goto(url);
  await expect.poll(() => look(page)).toEqual(chosen);
  expect({ first, painted }).toEqual({ first: { lang: 'fr', theme: 'light', contrast: 'normal' }, painted: chosen });
});

test('as the system has it: the page follows it while one looks, until the person chooses', async () => {
  await using app = await openApp({ off: windowOnly, theme: 'light' });
  const { page } = app;
  await connected(page);
  await page.emulateMedia({ colorScheme: 'dark', contrast: 'more' });
  const system = { lang: 'fr', theme: 'dark', contrast: 'more' };
  await expect.poll(() => look(page)).toEqual(system);
  await command(page, 'theme clair');
  await expect.poll(async () => (await look(page)).theme).toBe('light');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.emulateMedia({ colorScheme: 'dark' });
  const chosen = await look(page);
  await command(page, 'theme systeme');
  await expect.poll(async () => (await look(page)).theme).toBe('dark');
  expect(chosen).toEqual({ lang: 'fr', theme: 'light', contrast: 'more' });
});

test('another language is that of everything in sight, also of what other plugins offer there', async () => {
  await using app = await openApp({ locale: 'fr-FR' });
  const { page } = app;
  await connected(page);
  const offered = (name: string) => page.getByRole('button', { name }).first();
  await offered('Ajouter un dossier de projet').waitFor();
  await command(page, 'langue anglais');
  for (const name of ['New conversation', 'Search', 'Add a project folder', 'Extensions', 'Settings']) await offered(name).waitFor();
  await expect.poll(() => page.getByText(/Nouvelle conversation|Rechercher|Ajouter|Paramètres/).allInnerTexts()).toEqual([]);
});
