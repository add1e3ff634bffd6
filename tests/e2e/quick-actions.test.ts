import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { axeClean } from './axe.ts';
import { field, openComposer } from './composer-page.ts';
import { looksOf } from './looks.ts';
import { openModelServer } from './model-server.ts';
import { send, when, withModel } from './questions.ts';
import { pressEnter } from './screen.ts';
import { callAs, demoReady, rested, say, thread } from './thread.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

const labels = ['Explain the offset table', 'Add a test for Lord Howe', 'Check the CSV export', 'Commit these changes'];

/** Suggests as the model's tool does. */
const suggest = (page: Page, conversation: string) => {
  const actions = labels.map(label => ({ label, text: `${label}, please.` }));
  return thread(page).evaluate(
    (element, args) =>
      (element as unknown as { view: { run(command: string, args: unknown): Promise<unknown> } }).view.run('quick-actions.suggest', args),
    { conversation, args: { actions } },
  );
};

test.each(
  looksOf([
    { locale: 'en-GB', theme: 'light', width: 1440 },
    { locale: 'fr-FR', theme: 'dark', width: 360 },
  ]),
)(
  'what the model suggests stands above the composer, a click writes it behind what was typed, and sending takes all away ($locale, $width px)',
  async options => {
    await using app = await openApp(options);
    const { page } = app;
    await openComposer(page);
    await demoReady(page);
    const conversation = await say(page, 'thanks', { model: 'demo/demo' });
    await rested(page, conversation);
    await suggest(page, conversation);
    const badges = page.locator('quick-actions-badges').getByRole('button');
    await badges.nth(3).waitFor();
    const shown = await badges.allInnerTexts();
    await app.keep('quick-actions');
    // The way to a model stands beside the words that say that there is none, however narrow it is.
    const [words, way] = await Promise.all(
      ['p', 'ui-button'].map(part => page.locator('conversations-composer .invite').locator(part).boundingBox()),
    );
    const beside = way!.y < words!.y + words!.height;
    await axeClean(page);

    await field(page).fill('First look.');
    await badges.nth(1).click();
    await expect.poll(() => field(page).inputValue()).toBe('First look.\nAdd a test for Lord Howe, please.');
    await field(page).press('Enter');
    await expect.poll(() => badges.count()).toBe(0);
    expect({ shown, beside }).toEqual({ shown: labels, beside: true });
  },
);

test('what was suggested goes when a message is edited, an answer is asked for again, or a message waits in the queue and is sent', async () => {
  const { promise: until, resolve: goOn } = Promise.withResolvers<void>();
  await using server = await openModelServer(
    ...['One.', 'Two.', 'Three.'].map(text => ({ when, text })),
    { when, text: ['Four', until, '.'] },
    { when, text: 'Five.' },
  );
  await using app = await withModel(server.url, { locale: 'en-GB', width: 1440 });
  const { page } = app;
  const conversation = await send(page, 'Hello', { model: 'scripted/m' });
  await rested(page, conversation);
  const badges = page.locator('quick-actions-badges').getByRole('button');
  const suggested = async () => {
    await suggest(page, conversation);
    await badges.nth(3).waitFor();
  };
  const gone: Record<string, true> = {};
  const isGone = async (after: string) => {
    await expect.poll(() => badges.count()).toBe(0);
    gone[after] = true;
  };
  await suggested();
  const mine = thread(page).locator('.user');
  await mine.hover();
  await pressEnter(mine.getByRole('button', { name: 'Edit and send again' }));
  await mine.locator('textarea:focus').waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Hello again');
  await page.keyboard.press('Enter');
  await thread(page).getByText('Two.').first().waitFor();
  await isGone('edited');
  await rested(page, conversation);
  await suggested();
  await thread(page).locator('.say').hover();
  await pressEnter(thread(page).getByRole('button', { name: 'Answer again', exact: true }));
  await thread(page).getByText('Three.').first().waitFor();
  await isGone('asked again');
  await rested(page, conversation);
  await callAs(page, 'conversations', 'send', { text: 'Go on.', conversation });
  await thread(page).getByText('Four').first().waitFor();
  await suggested();
  await field(page).fill('And then?');
  await field(page).press('Enter');
  goOn();
  await thread(page).getByText('Five.').first().waitFor();
  await isGone('queued');
  await rested(page, conversation);
  expect(Object.keys(gone)).toEqual(['edited', 'asked again', 'queued']);
});
