import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { engines } from '../../plugins/agent/tests/running-turn.fixture.ts';
import { chromiumLack } from '../support/chromium.ts';
import { type App, type AppOptions, openApp } from './app.ts';
import { axeClean } from './axe.ts';
import { composer, field, withScripted } from './composer-page.ts';
import { looksOf } from './looks.ts';
import { type ModelRequest, type ModelServer, openModelServer } from './model-server.ts';
import { connected } from './screen.ts';
import { rested, row, thread } from './thread.ts';
import { command, plain } from './window.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

/** What the app asks on its own, such as a title, has no tools. */
const asked = ({ body }: ModelRequest) => (body.tools?.length ?? 0) > 0;
const secret = 'canary-7e6d5c4b';
const happened = (page: Page) => page.locator('diagnostics-happened');
const kept = ({ userData }: Pick<App, 'userData'>) =>
  ['0', '1']
    .map(turn => join(userData, `black-box.${turn}.jsonl`))
    .map(file => (existsSync(file) ? readFileSync(file, 'utf8') : ''))
    .join('');
/** What the page says: the alert, then what is below it; times are left out. */
const saidOn = async (page: Page) => {
  const texts = async (parts: string) => await happened(page).locator(parts).allInnerTexts();
  const all = [...(await texts('ui-alert b')), ...(await texts('ui-alert > div:not(.alert)')), ...(await texts('h2, .title, li'))];
  return all.map(text => plain(text).replace(/^\d\d:\d\d:\d\d\s*/, ''));
};
const idIn = (page: Page) => /%22conversation%22%3A%22([\w-]+)%22/.exec(page.url())?.[1] ?? '';

/** Sends a message whose answer stands still in its middle. */
async function inTheMiddle(app: App, server: ModelServer): Promise<string> {
  const { page } = app;
  await connected(page);
  await page.keyboard.press('Control+n');
  await withScripted(page, server);
  await field(page).fill(`Keep ${secret} to yourself.`);
  await field(page).press('Enter');
  await row(page, 'A long story begins.').waitFor();
  await page.waitForURL(/%22conversation%22/);
  return idIn(page);
}

const story = { when: asked, text: ['A long story begins. ', new Promise(() => undefined)] };

test('D30: after kill -9 a notice leads to a page that says when, what was lost and which turn can go on, and its link leads on', async () => {
  await using server = await openModelServer(story, { when: asked, text: 'It ends well.' });
  await using app = await openApp({ locale: 'en-GB', width: 1440 });
  app.allow(/./);
  const { page } = app;
  const conversation = await inTheMiddle(app, server);
  await app.kill();
  const { url } = await app.restart();
  await page.goto(url);
  await connected(page);

  await page.getByRole('button', { name: '1 notice' }).click();
  await page.locator('workbench-notices').getByRole('button', { name: 'Show' }).click();
  await happened(page).locator('ui-row').waitFor();
  const said = await saidOn(page);
  await axeClean(page);
  const turn = happened(page).getByRole('button', { name: 'Keep' });
  await turn.click();
  await page.waitForURL(/%22conversation%22/);
  const opened = idIn(page);
  await row(page, 'A long story begins.').waitFor();
  await thread(page).getByRole('button', { name: 'Resume' }).click();
  await row(page, 'It ends well.').waitFor();
  await rested(page, conversation);

  await command(page, 'Show what happened');
  await happened(page).getByText('A turn ended.').waitFor();
  const turns = await happened(page).locator('ui-row').count();
  expect({ said, isOpened: opened === conversation, turns, leaks: kept(app).includes(secret) }).toEqual({
    said: [
      expect.stringMatching(/^Atelier stopped without closing, shortly after \d\d:\d\d\.$/),
      'Nothing that Atelier had acknowledged was lost: what you sent, whole answers and settings are all there.',
      'Of an answer that was being written, at most the words of the last second are missing.',
      'What can go on',
      expect.stringContaining('Keep'),
      'What was noted',
      'Atelier started.',
      'A turn began.',
      'Atelier started, after it had stopped without closing.',
    ],
    isOpened: true,
    turns: 0,
    leaks: false,
  });
});

test('a page that is open says it by itself when the engine ends, and no longer lists a turn that goes on in another window', async () => {
  const end = Promise.withResolvers<void>();
  await using server = await openModelServer(story, { when: asked, text: ['It goes on ', end.promise, 'and ends.'] });
  await using app = await openApp({ locale: 'en-GB', width: 1440 });
  app.allow(/./);
  const { page } = app;
  const conversation = await inTheMiddle(app, server);
  const other = await app.openPage();
  await connected(other);
  await command(other, 'Show what happened');
  await happened(other)
    .getByText(/^Neither Atelier nor the agent/)
    .waitFor();
  for (const pid of engines(app.pid)) process.kill(pid, 'SIGKILL');
  await happened(other)
    .getByText(/^The agent’s process ended at/)
    .waitFor();
  await happened(other).locator('ui-row').waitFor();
  const [said] = await saidOn(other);
  await thread(page).getByRole('button', { name: 'Resume' }).click();
  await row(page, 'It goes on').waitFor();
  await happened(other).locator('ui-row').waitFor({ state: 'detached' });
  end.resolve();
  await rested(page, conversation);
  expect(said).toMatch(/^The agent’s process ended at \d\d:\d\d: it was killed from outside/);
});

const looks: readonly AppOptions[] = looksOf(
  (['light', 'dark'] as const).flatMap(theme =>
    (['en-GB', 'fr-FR'] as const).flatMap(locale => [1440, 390].map(width => ({ theme, locale, width }))),
  ),
);

test.each(looks)('the page of what happened is whole on the screen: $locale $theme $width', async look => {
  await using server = await openModelServer(story);
  await using app = await openApp({ ...look, height: 900 });
  app.allow(/./);
  const { page } = app;
  await inTheMiddle(app, server);
  await app.kill();
  const { url } = await app.restart();
  await page.goto(url);
  await connected(page);
  if (look.width === 1440) {
    await page.locator('workbench-notices #bell').click();
    await page.locator('workbench-notices li').waitFor();
    await app.keep('after-crash-notice');
    await page.keyboard.press('Escape');
  }
  await command(page, look.locale === 'fr-FR' ? 'Montrer ce qui s’est passé' : 'Show what happened');
  await happened(page).locator('ui-row').waitFor();
  await axeClean(page);
  await app.keep('after-crash');
  const said = await saidOn(page);
  const isWide = await happened(page).evaluate(element => element.scrollWidth > element.clientWidth);
  expect([
    said.includes(look.locale === 'fr-FR' ? 'Ce qui peut reprendre' : 'What can go on'),
    isWide,
    await composer(page).count(),
  ]).toEqual([true, false, 0]);
});
