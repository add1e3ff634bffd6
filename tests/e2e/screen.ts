import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { keysKnown } from './window.ts';

/** Waits until the page has its connection and has heard something over it. */
export async function connected(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByType('navigation').length > 0 && document.readyState === 'complete');
  await keysKnown(page);
  await settled(page);
}

/**
 * Presses Enter on a control once it can be pressed. `Locator.press` waits for nothing: a button that is disabled yet takes no focus, and
 * the key goes to what has it, such as the cross of the dialog.
 */
export async function pressEnter(control: Locator): Promise<void> {
  await expect.poll(() => control.isEnabled()).toBe(true);
  await control.press('Enter');
}

/** What a person finds on the screen: roles and names in order. Figures are left out, because what something costs changes by itself. */
export async function screen(page: Page): Promise<readonly string[]> {
  const snapshot = await page.locator('body').ariaSnapshot();
  return snapshot.split('\n').map(line => line.replace(/\d[\d.,\u202f\u00a0 ]*/g, '#'));
}

/** Resolves when two looks at the screen, a frame apart, are the same and nothing is said to be loading. */
async function settled(page: Page): Promise<void> {
  let before = '';
  for (;;) {
    const now = await page.locator('body').ariaSnapshot();
    const busy = await page.locator('[aria-busy=true], progress').count();
    if (now === before && now !== '' && busy === 0) return;
    before = now;
    await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  }
}
