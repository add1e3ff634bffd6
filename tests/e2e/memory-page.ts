import type { Locator, Page } from 'playwright-core';
import { connected } from './screen.ts';
import { enter } from './window.ts';

/** What the page of memories may be told to store, before or while it is on screen. */
export interface Given {
  readonly kind?: string;
  readonly title: string;
  readonly content?: string;
  readonly topic?: string;
  readonly project?: string;
  readonly from?: number;
  readonly until?: number;
  readonly tags?: readonly string[];
  readonly importance?: number;
}

export function memoryPage(page: Page): Locator {
  return page.locator('memory-browser');
}

/** Calls a channel as the page of memories does. */
export async function callMemory<T = unknown>(page: Page, name: string, params: object = {}, channel = 'memory'): Promise<T> {
  await page.locator('memory-page').waitFor();
  return (await page
    .locator('memory-page')
    .evaluate(
      (element, [id, call, given]) =>
        (
          element as unknown as { view: { connect(channel: { id: string }): { call(name: string, params: object): Promise<unknown> } } }
        ).view
          .connect({ id })
          .call(call, given),
      [channel, name, params] as const,
    )) as Promise<T>;
}

export async function remember(page: Page, { kind = 'fact', title, content = title, ...more }: Given): Promise<string> {
  const { memory } = await callMemory<{ memory: { id: string } }>(page, 'upsert', {
    ...{ kind, title, content, ...more },
    source: { origin: 'manual' },
  });
  return memory.id;
}

/** Goes to the page by its entry in the sidebar. */
export async function openMemory(page: Page, locale: 'en-GB' | 'fr-FR' = 'en-GB', width = 1440): Promise<void> {
  const en = locale === 'en-GB';
  await connected(page);
  if (width < 720)
    await page
      .getByRole('button', { name: en ? /sidebar/i : /barre latérale/i })
      .first()
      .click();
  await enter(page, en ? 'Memory' : 'Mémoire');
  await memoryPage(page).locator('ui-tabs').waitFor();
}

/** The rows of the list, by their titles. */
export async function rows(page: Page): Promise<readonly string[]> {
  return (await memoryPage(page).locator('memory-records .row:not(.gone) .title').allInnerTexts()).map(text => text.trim());
}

export function row(page: Page, title: string): Locator {
  return memoryPage(page).locator('memory-records [data-row]').filter({ hasText: title }).first();
}

export function detail(page: Page): Locator {
  return memoryPage(page).locator('memory-detail');
}
