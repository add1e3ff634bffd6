import type { Locator, Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { axeClean } from './axe.ts';
import { looksOf } from './looks.ts';
import { connected } from './screen.ts';
import { installThirdParty } from './third-party.ts';
import { callAs, demoReady, rested, say, thread } from './thread.ts';
import { focused, keysKnown, mainView, plain } from './window.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

const home = (page: Page): Locator => page.locator('dashboard-home');
const fits = (element: Locator) => element.evaluate(one => one.scrollWidth <= one.clientWidth);
/** Calls a channel as the home does. */
const call = (page: Page, channel: string, name: string, params: object) =>
  home(page).evaluate(
    (element, [id, what, given]) =>
      (element as unknown as { view: { connect(one: { id: string }): { call(name: string, params: object): Promise<unknown> } } }).view
        .connect({ id })
        .call(what, given),
    [channel, name, params] as const,
  );

test.for(
  looksOf([
    { theme: 'dark', locale: 'fr-FR', width: 390 },
    { theme: 'light', locale: 'fr-FR', width: 1440 },
    { theme: 'dark', locale: 'en-GB', width: 1440 },
    { theme: 'light', locale: 'en-GB', width: 390 },
  ]),
)('the Assistant’s first steps go by keys alone, and its home shows what was going on ($theme, $locale, $width)', async options => {
  await using app = await openApp({ ...options, height: 900 });
  const { page } = app;
  const en = options.locale === 'en-GB';
  await connected(page);
  await demoReady(page);
  await keysKnown(page);
  await page.keyboard.press('Control+2');
  const heading = home(page).getByRole('heading', { level: 2 });
  await heading.getByText(en ? 'Meet your Assistant' : 'Voici votre assistant').waitFor();
  await app.keep('dashboard-welcome');
  // In each step the buttons are where they were.
  const foot = () =>
    home(page)
      .locator('dashboard-welcome footer')
      .evaluate(one => Math.round(one.getBoundingClientRect().bottom));
  const first = await foot();
  await axeClean(page);
  await expect.poll(() => focused(page)).toMatch(/^h2 /);
  await page.keyboard.press('Enter');
  await heading.getByText(en ? 'Write to it from elsewhere' : 'Lui écrire depuis ailleurs').waitFor();
  await expect.poll(() => focused(page)).toMatch(/^h2 /);
  await page.keyboard.press('Enter');
  await heading.getByText(en ? 'Names' : 'Les noms').waitFor();
  await expect.poll(() => focused(page)).toMatch(/^input /);
  await page.keyboard.press('Tab');
  await page.keyboard.type('Camille');
  await app.keep('dashboard-names');
  expect(await foot()).toBe(first);
  await axeClean(page);
  await page.keyboard.press('Enter');
  await heading.getByText(en ? 'Atelier is set up' : 'Atelier vous attend').waitFor();
  await page.keyboard.press('Enter');
  await heading.getByText(/ Camille$/).waitFor();
  // Empty, it says what will be there.
  await home(page)
    .getByText(en ? 'None yet. Talk to Atelier' : 'Aucune pour l’instant. Parlez')
    .waitFor();
  await app.keep('dashboard-empty');
  await axeClean(page);

  await call(page, 'memory', 'upsert', {
    ...{ kind: 'preference', title: 'Prefers trains before nine, window side', content: 'Prefers trains before nine, window side.' },
    source: { origin: 'manual' },
  });
  await page.keyboard.press('Control+n');
  const conversation = await say(page, en ? 'Test the demo' : 'Teste la démo', { model: 'demo/demo' });
  await rested(page, conversation);
  await page.keyboard.press('Control+1');
  await page.keyboard.press('Control+2');
  // The mode shows again what it showed last.
  await thread(page).waitFor();
  if (options.width < 720)
    await page
      .getByRole('button', { name: en ? /sidebar/i : /barre latérale/i })
      .first()
      .click();
  const side = page.locator('workbench-actions');
  await expect
    .poll(async () => (await side.getByRole('button').allInnerTexts()).map(plain))
    .toEqual(en ? ['Home', 'Conversations', 'Memory', 'Automations'] : ['Accueil', 'Conversations', 'Mémoire', 'Automatisations']);
  await app.keep('dashboard-sidebar');
  const listed = await page.locator('workbench-entries').getByRole('button').allInnerTexts();
  await side.getByRole('button', { name: 'Conversations' }).click();
  await page.locator('dashboard-conversations').getByRole('listitem').first().waitFor();
  await app.keep('dashboard-conversations');
  await axeClean(page);
  const conversationsFit = await fits(page.locator('dashboard-conversations'));
  await page.keyboard.press('Control+k');
  await page.keyboard.type(en ? 'Assistant: home' : 'Assistant : accueil');
  await page.locator('workbench-palette').getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
  await home(page).getByText('Prefers trains before nine').waitFor();
  await app.keep('dashboard-home');
  await axeClean(page);
  const homeFits = (await fits(home(page))) && (await fits(home(page).locator('.body')));
  await home(page).getByRole('listitem').filter({ hasText: 'Prefers trains' }).getByRole('button').click();
  await page.locator('memory-detail').getByRole('heading', { name: 'Prefers trains before nine' }).waitFor();
  expect({ listed: listed.includes(en ? 'Memory' : 'Mémoire'), conversationsFit, homeFits }).toEqual({
    ...{ listed: false, conversationsFit: true, homeFits: true },
  });
});

test('each mode shows again what it showed last, and the Assistant is where it was left after a reload', async () => {
  await using app = await openApp({ locale: 'en-GB', width: 1440 });
  const { page } = app;
  await connected(page);
  await demoReady(page);
  const conversation = await say(page, 'Test the demo', { model: 'demo/demo' });
  await rested(page, conversation);
  const shown = () => mainView(page).first().getAttribute('data-view');
  await page.getByRole('radio', { name: 'Assistant' }).click();
  await expect.poll(shown).toBe('dashboard.home');
  await home(page).getByRole('button', { name: 'Leave out the rest' }).click();
  await home(page).getByRole('heading', { name: 'Recent conversations' }).waitFor();
  await page.locator('workbench-actions').getByRole('button', { name: 'Memory' }).click();
  await expect.poll(shown).toBe('memory.page');
  await page.getByRole('radio', { name: 'Workspace' }).click();
  await expect.poll(shown).toBe('conversations.thread');
  const back = await callAs<{ id: string } | null>(page, 'window', 'layout').then(() =>
    thread(page).evaluate(
      element =>
        (element as unknown as { view: { slices: { get(name: string): { conversation?: string } } } }).view.slices.get('params')
          ?.conversation,
    ),
  );
  await page.getByRole('radio', { name: 'Assistant' }).click();
  await expect.poll(shown).toBe('memory.page');
  await page.reload();
  await connected(page);
  await expect.poll(shown).toBe('memory.page');
  await page.locator('workbench-actions').getByRole('button', { name: 'Home' }).click();
  await home(page).getByRole('heading', { name: 'Recent conversations' }).waitFor();
  expect({ back: back === conversation, again: await home(page).locator('dashboard-welcome').count() }).toEqual({ back: true, again: 0 });
});

test('a card of an extension is listed on the home, leads to its own commands only, and one that fails or never answers holds up no other', async () => {
  const card = (name: string, order: number) => ({ title: `Card ${name}`, command: `tides.${name}`, order });
  const command = (name: string) => ({ id: `tides.${name}`, title: name, palette: false });
  await using app = await openApp({
    locale: 'en-GB',
    width: 1440,
    prepare: userData =>
      installThirdParty(userData, {
        word: 'tides',
        displayName: 'Tides',
        atelier: {
          optional: { '@atelier/dashboard': '^0.1.0' },
          contributes: {
            commands: ['never', 'fails', 'odd', 'good', 'note'].map(command),
            '@atelier/dashboard:cards@1': [
              card('never', 1),
              card('fails', 2),
              card('odd', 3),
              { ...card('good', 4), open: 'tides.note', openTitle: 'All tides' },
            ],
          },
        },
        activate: `
          const row = (title, command) => ({ title, icon: 'waves', end: '09:41', command });
          ctx.handle('tides.never', () => new Promise(() => undefined));
          ctx.handle('tides.fails', () => { throw new Error('low water'); });
          ctx.handle('tides.odd', () => ({ rows: 'none' }));
          ctx.handle('tides.good', () => ({ rows: [row('High water at Brest'.padEnd(5000, '!'), 'tides.note'), row('Delete all', 'conversations.new'), row('Not one', 'nobody.knows')] }));
          ctx.handle('tides.note', () => undefined);
        `,
      }),
  });
  const { page } = app;
  await connected(page);
  await page.getByRole('radio', { name: 'Assistant' }).click();
  await home(page).getByRole('button', { name: 'Leave out the rest' }).click();
  const shown = home(page).locator('section', { hasText: 'Card good' });
  await shown.getByText('High water at Brest').waitFor();
  await app.keep('dashboard-card');
  await axeClean(page);
  const lengths = (await shown.locator('.what').allTextContents()).map(text => text.length);
  const cards = await home(page)
    .getByText(/^Card /)
    .allInnerTexts();
  const link = await shown.getByRole('button', { name: 'All tides' }).count();
  expect({ lengths, cards, link, fits: await fits(home(page).locator('.body')) }).toEqual({
    // "conversations.new" is open to everybody.
    ...{ lengths: [200, 10], cards: ['Card good'], link: 1, fits: true },
  });
});
