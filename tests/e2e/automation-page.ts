import type { Locator, Page } from 'playwright-core';
import { connected } from './screen.ts';
import { command } from './window.ts';

export function automationPage(page: Page): Locator {
  return page.locator('automation-browser');
}

/** Goes to the page by its command. */
export async function openAutomations(page: Page, locale: 'en-GB' | 'fr-FR' = 'en-GB'): Promise<void> {
  await connected(page);
  await command(page, locale === 'en-GB' ? 'Open automations' : 'Ouvrir les automatisations');
  await automationPage(page).locator('ui-header').waitFor();
}

/** Calls the channel as the page does. */
export async function callAutomation<T = unknown>(page: Page, name: string, params: object = {}): Promise<T> {
  await page.locator('automation-page').waitFor();
  return (await page
    .locator('automation-page')
    .evaluate(
      (element, [call, given]) =>
        (
          element as unknown as { view: { connect(channel: { id: string }): { call(name: string, params: object): Promise<unknown> } } }
        ).view
          .connect({ id: 'automation' })
          .call(call, given),
      [name, params] as const,
    )) as Promise<T>;
}

/** Saves a rule that a sentence says, as another window would. */
export async function saveRule(page: Page, text: string, title?: string): Promise<{ readonly id: string; readonly version: number }> {
  const { draft } = await callAutomation<{ draft: object }>(page, 'understand', { text });
  return callAutomation(page, 'save', { draft: { ...draft, ...(title !== undefined && { title }) } });
}

export function ruleRow(page: Page, title: string): Locator {
  return automationPage(page).locator('automation-list [data-row]').filter({ hasText: title }).first();
}

/** The titles of the list, from the top. */
export async function ruleTitles(page: Page): Promise<readonly string[]> {
  return (await automationPage(page).locator('automation-list .title').allInnerTexts()).map(text => text.trim());
}

export function sentenceOf(page: Page): Locator {
  return automationPage(page).locator('automation-sentence textarea');
}

export function receiptsOf(page: Page): Locator {
  return automationPage(page).locator('automation-receipts li');
}
