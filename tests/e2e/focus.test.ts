import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { seedProfile } from '../support/conversation-seed.ts';
import { brokenConnection, openApp } from './app.ts';
import { composer, field, holdFirstAnswer } from './composer-page.ts';
import { tabTo } from './keyboard.ts';
import { connected } from './screen.ts';
import { callAs, demoReady, rested, row, say, thread } from './thread.ts';
import { focused, palette } from './window.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

/** Types as somebody does who looks at the screen and not at a field, and answers what stands in the composer; it is empty again. */
async function typed(page: Page, words: string): Promise<string> {
  await page.keyboard.type(words);
  const found = await field(page).inputValue();
  for (let left = found.length; left > 0; left -= 1) await page.keyboard.press('Backspace');
  await expect.poll(() => field(page).inputValue()).toBe('');
  return found;
}

const inComposer = (page: Page) => expect.poll(() => focused(page)).toMatch(/^textarea/);
const steps = (page: Page) => page.locator('onboarding-page dialog');

test('by keyboard alone, what is typed after a start, a reload, a restart and the first steps stands in the composer', async () => {
  await using app = await openApp({ locale: 'en-GB', firstSteps: true });
  const { page } = app;
  await steps(page).waitFor();
  await page.keyboard.press('Escape');
  await steps(page).waitFor({ state: 'detached' });
  const found = { steps: await typed(page, 'after the steps'), reload: '', restart: '' };
  await page.reload();
  await connected(page);
  await inComposer(page);
  found.reload = await typed(page, 'after a reload');
  app.allow(brokenConnection);
  const { url } = await app.restart();
  await page.goto(url);
  await connected(page);
  await inComposer(page);
  found.restart = await typed(page, 'after a restart');
  expect(found).toEqual({ steps: 'after the steps', reload: 'after a reload', restart: 'after a restart' });
});

test('by keyboard alone, Escape out of whatever was open leads back to the composer, and so does what shows another conversation', async () => {
  const now = Date.now();
  let folder = '';
  await using app = await openApp({
    locale: 'en-GB',
    prepare: userData => {
      folder = join(userData, '..', 'tides');
      mkdirSync(folder);
      seedProfile(userData, [{ id: 'c1', title: 'Packing list', createdAt: now }], []);
    },
  });
  const { page } = app;
  const release = await holdFirstAnswer(page, 'host:listFolders');
  await page.reload();
  await connected(page);
  await inComposer(page);
  const found: Record<string, string> = {};
  const look = async (name: string) => {
    found[name] = await typed(page, name);
  };
  await page.keyboard.type('pal');
  await page.keyboard.press('Control+k');
  await palette(page).waitFor();
  await page.keyboard.press('Escape');
  await palette(page).waitFor({ state: 'detached' });
  found.palette = await typed(page, 'ette');
  await page.keyboard.press('Control+/');
  await page.locator('workbench-keys').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('workbench-keys').waitFor({ state: 'detached' });
  await look('keys');
  await page.keyboard.press('Control+,');
  await page.locator('settings-page').waitFor();
  await page.keyboard.press('Escape');
  await composer(page).waitFor();
  await inComposer(page);
  await look('settings');
  await page.keyboard.press('Control+k');
  await expect.poll(() => focused(page)).toMatch(/^input/);
  await page.keyboard.type('packing');
  await palette(page)
    .getByRole('option', { name: /Packing list/, selected: true })
    .waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/%22conversation%22/);
  await inComposer(page);
  await look('another conversation');
  await page.keyboard.press('Control+f');
  await thread(page).getByRole('search').waitFor();
  await page.keyboard.press('Escape');
  await thread(page).getByRole('search').waitFor({ state: 'detached' });
  await look('search');
  await page.keyboard.press('Control+k');
  await expect.poll(() => focused(page)).toMatch(/^input/);
  await page.keyboard.type('add a project');
  await palette(page)
    .getByRole('option', { name: /Add a project/ })
    .waitFor();
  await page.keyboard.press('Enter');
  await page.locator('folder-dialog dialog').waitFor();
  await expect.poll(() => focused(page)).toMatch(/^input/);
  // The home folder arrives between the two, and does not come before what is typed.
  await page.keyboard.press('Control+a');
  release();
  await page.locator('folder-dialog li').first().waitFor();
  await page.keyboard.type(folder);
  await page.keyboard.press('Enter');
  await tabTo(page, /^button Choose/);
  await page.keyboard.press('Enter');
  await page.waitForURL(/%22project%22/);
  await inComposer(page);
  await look('folder');
  expect(found).toEqual(Object.fromEntries(Object.keys(found).map(name => [name, name])));
  expect(Object.keys(found)).toHaveLength(6);
});

test('by keyboard alone, a fork has the composer focused, and a field that the person is in keeps the focus', async () => {
  await using app = await openApp({ locale: 'en-GB' });
  const { page } = app;
  await connected(page);
  await demoReady(page);
  const conversation = await say(page, 'thanks', { model: 'demo/demo' });
  await rested(page, conversation);
  await row(page, 'thanks').waitFor();
  await inComposer(page);
  for (let count = 0; count < 6 && !(await focused(page)).startsWith('main'); count += 1) await page.keyboard.press('F6');
  await page.keyboard.press('Alt+ArrowUp');
  await tabTo(page, /Fork/);
  await page.keyboard.press('Enter');
  await page.waitForFunction(before => !decodeURIComponent(location.hash).includes(before), conversation);
  await inComposer(page);
  const forked = await typed(page, 'on my own way');
  // The same, while the search of the list is typed in.
  await page.keyboard.press('Control+k');
  await palette(page).waitFor();
  await callAs(page, 'window', 'open', { view: 'conversations.thread', params: { conversation } });
  await page.waitForFunction(before => decodeURIComponent(location.hash).includes(before), conversation);
  await page.keyboard.type('still here');
  const kept = await palette(page).getByRole('combobox').inputValue();
  await page.keyboard.press('Escape');
  await palette(page).waitFor({ state: 'detached' });
  await inComposer(page);
  expect({ forked, kept }).toEqual({ forked: 'on my own way', kept: 'still here' });
});

test('a key that is pressed before the list of commands is read does what it does later, and what is typed at once stands in the palette', async () => {
  await using app = await openApp({ locale: 'en-GB' });
  const { page } = app;
  await page.waitForFunction(() => localStorage.getItem('atelier.commands') !== null);
  // A window that has never been here, whose lists of contributions come late.
  const release = Promise.withResolvers<void>();
  await page.routeWebSocket(/__host.link/, socket => {
    const server = socket.connectToServer();
    socket.onMessage(message => {
      if (!String(message).includes('listContributions')) return server.send(message);
      void release.promise.then(() => server.send(message));
    });
  });
  const loaded = Promise.withResolvers<void>();
  await page.route(/workbench-palette/, route => loaded.promise.then(() => route.continue()));
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await inComposer(page);
  await page.keyboard.press('Control+k');
  const early = await palette(page).count();
  release.resolve();
  await page.locator('view-dialog dialog[open]').waitFor({ state: 'attached' });
  await page.keyboard.type('shortcuts');
  loaded.resolve();
  await palette(page).getByRole('option', { name: 'Show the keyboard shortcuts' }).waitFor();
  expect({ early, typed: await palette(page).getByRole('combobox').inputValue() }).toEqual({ early: 0, typed: 'shortcuts' });
});

test('Ctrl+F opens one search, Escape closes it, and Escape leaves the settings at 390 px too', async () => {
  const now = Date.now();
  await using app = await openApp({
    locale: 'en-GB',
    prepare: userData => seedProfile(userData, [{ id: 'c1', title: 'Packing list', createdAt: now }], []),
  });
  const { page } = app;
  const searches = () => page.getByRole('searchbox').count();
  await connected(page);
  await page.locator('conversations-list ui-list').getByText('Packing list').click();
  await thread(page).locator('ui-transcript').waitFor();
  const seen: number[] = [];
  const opened = async () => {
    await page.keyboard.press('Control+f');
    await page.getByRole('searchbox').first().waitFor();
    await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    seen.push(await searches());
    await page.keyboard.press('Escape');
    await expect.poll(searches).toBe(0);
  };
  await opened();
  const list = page.locator('conversations-list ui-list');
  await list.focus();
  await page.keyboard.press('ArrowDown');
  // The row has the ring, and not the list around all of them.
  const ringOf = (one: Element) => {
    const { outlineColor, outlineStyle } = getComputedStyle(one);
    return outlineStyle === 'none' || outlineColor === 'rgba(0, 0, 0, 0)' ? 'none' : 'ring';
  };
  const rings = [await list.evaluate(ringOf), await list.locator('[data-active]').evaluate(ringOf)];
  await opened();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.keyboard.press('Control+,');
  await page.locator('settings-page').getByRole('heading').first().waitFor();
  await page.keyboard.press('Escape');
  await thread(page).waitFor();
  await inComposer(page);
  expect({ seen, rings }).toEqual({ seen: [1, 1], rings: ['none', 'ring'] });
});

test('by keyboard alone, a page that is opened from the palette is where the keys are: Tab goes on in it, and a screen reader too', async () => {
  await using app = await openApp({ locale: 'fr-FR' });
  const { page } = app;
  await connected(page);
  await inComposer(page);
  await page.keyboard.press('Control+k');
  await expect.poll(() => focused(page)).toMatch(/^input/);
  await page.keyboard.type('consommation');
  await palette(page).getByRole('option', { selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.locator('usage-page').waitFor();
  await expect.poll(() => focused(page)).toMatch(/^main/);
  await page.keyboard.press('Tab');
  const isInside = await page.evaluate(() =>
    document.querySelector('app-shell')?.shadowRoot?.querySelector('main')?.matches(':focus-within'),
  );
  expect(isInside).toBe(true);
});
