import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { axeClean } from './axe.ts';
import { field, openComposer } from './composer-page.ts';
import { demoReady, rested, say, thread } from './thread.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

const labels = ['Explain the offset table', 'Add a test for Lord Howe', 'Check the CSV export', 'Commit these changes'];

test.each([
  { locale: 'en-GB', theme: 'light', width: 1440 },
  { locale: 'fr-FR', theme: 'dark', width: 360 },
] as const)(
  'what the model suggests stands above the composer, a click writes it behind what was typed, and sending takes all away ($locale, $width px)',
  async options => {
    await using app = await openApp(options);
    const { page } = app;
    await openComposer(page);
    await demoReady(page);
    const conversation = await say(page, 'thanks', { model: 'demo/demo' });
    await rested(page, conversation);
    const actions = labels.map(label => ({ label, text: `${label}, please.` }));
    await thread(page).evaluate(
      (element, args) =>
        (element as unknown as { view: { run(command: string, args: unknown): Promise<unknown> } }).view.run('quick-actions.suggest', args),
      { conversation, args: { actions } },
    );
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
