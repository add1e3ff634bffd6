import type { Locator, Page } from 'playwright-core';

/** The palette, where it is open. */
export function palette(page: Page): Locator {
  return page.locator('workbench-palette');
}

/** What the palette lists, in order. */
export function listed(page: Page): Promise<readonly string[]> {
  return palette(page).getByRole('option').locator('.what').allInnerTexts();
}

/** Waits until keys have their commands: the window has read the list of them, which it stores for its next start. */
export async function keysKnown(page: Page): Promise<void> {
  await page.waitForFunction(() => localStorage.getItem('atelier.commands') !== null);
}

/** Types into the palette, and waits until it has found what begins so. */
export async function find(page: Page, words: string): Promise<void> {
  await keysKnown(page);
  await page.keyboard.press('Control+k');
  await palette(page).getByRole('combobox').fill(words);
}

/** Runs the first command that the palette finds. */
export async function command(page: Page, words: string): Promise<void> {
  await find(page, words);
  await palette(page).getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
  await palette(page).waitFor({ state: 'detached' });
}

/** Goes to a main view by its entry in the sidebar. */
export async function enter(page: Page, name: string): Promise<void> {
  await page.locator('workbench-entries').getByRole('button', { name }).click();
}

/** The view that stands in the main region. */
export function mainView(page: Page): Locator {
  return page.locator('main view-mount');
}

/** What has the focus, wherever it is: its kind and its name. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    let active = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    // A button of the kit takes its words from the element around it.
    const around = active?.getRootNode();
    const words = active?.textContent?.trim() || (around instanceof ShadowRoot ? around.host.textContent : '');
    const name = active?.getAttribute('aria-label') ?? words ?? '';
    return `${active?.localName} ${name.replaceAll(/\s+/g, ' ').trim()}`.trim();
  });
}

/** A text with the spaces of French signs written plainly. */
export function plain(text: string): string {
  return text.replaceAll(/[\u00a0\u202f]/g, ' ');
}
