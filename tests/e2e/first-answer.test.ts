import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { thread } from './thread.ts';
import { focused } from './window.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

/** From a profile with nothing in it to the demo's first answer; the way to press a button is the test's. */
async function firstAnswer(page: Page, press: (name: string) => Promise<unknown>): Promise<void> {
  for (const name of ['Continue', 'Try the demo model (no AI)', 'Skip this step', 'Begin']) {
    await page.locator('onboarding-page').getByRole('button', { name, exact: true }).waitFor();
    await press(name);
  }
  await page.locator('onboarding-page').waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toMatch(/^textarea/);
  await page.keyboard.type('Hello there');
  await page.keyboard.press('Enter');
  await thread(page).getByText('I am no AI').first().waitFor();
}

test('from an empty profile to the first answer it takes four clicks and one sentence', async () => {
  await using app = await openApp({ locale: 'en-GB', firstSteps: true });
  const { page } = app;
  let clicks = 0;
  await firstAnswer(page, async name => {
    clicks += 1;
    await page.locator('onboarding-page').getByRole('button', { name, exact: true }).click();
  });
  expect(clicks).toBeLessThanOrEqual(4);
});

test('the way to the first answer goes by keyboard alone', async () => {
  await using app = await openApp({ locale: 'en-GB', firstSteps: true });
  const { page } = app;
  const pressed: string[] = [];
  await firstAnswer(page, async name => {
    for (let tab = 0; tab < 40 && !(await focused(page)).endsWith(name); tab += 1) await page.keyboard.press('Tab');
    pressed.push(await focused(page));
    await page.keyboard.press('Enter');
  });
  expect(pressed).toHaveLength(4);
});
