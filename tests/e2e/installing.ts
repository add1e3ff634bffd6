import type { Locator, Page } from 'playwright-core';
import { enter } from './window.ts';

/** The page of one extension, right of the list. */
export const details = (page: Page): Locator => page.locator('extensions-details');

/** A row of the list, by the extension's name in the registry. */
export const rowOf = (page: Page, id: string): Locator => page.locator(`extensions-row[data-id="${id}"]`);

/** A tab of the panel. */
export const tab = (page: Page, name: string | RegExp): Locator => page.locator('extensions-panel').getByRole('tab', { name });

/** One of what stands behind the three dots of the panel. */
export async function more(page: Page, item: string | RegExp): Promise<void> {
  await page.locator('extensions-panel .bar').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** Opens the panel and has it ask this registry and no other. */
export async function useRegistry(page: Page, url: string): Promise<void> {
  await enter(page, 'Extensions');
  await more(page, 'Registries…');
  const dialog = page.locator('extensions-registries');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await fillRegistry(dialog, 'Team', url);
}

/** Has the panel ask one more registry, after those there are. */
export async function addRegistry(page: Page, name: string, url: string): Promise<void> {
  await more(page, 'Registries…');
  await fillRegistry(page.locator('extensions-registries'), name, url);
}

async function fillRegistry(dialog: Locator, name: string, url: string): Promise<void> {
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Address').fill(url);
  await dialog.getByRole('button', { name: 'Add' }).click();
  await dialog.getByText(url.replace(/\/$/, '')).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
}

/** Installs one from the marketplace with all that it asks for, as a person does. */
export async function install(page: Page, id: string): Promise<void> {
  await tab(page, 'Marketplace').click();
  await rowOf(page, id).locator('.hit').click();
  await details(page).getByRole('button', { name: 'Install' }).click();
  const offer = page.locator('extensions-offer');
  await offer.getByRole('button', { name: 'Install' }).click();
  await offer.waitFor({ state: 'detached' });
  await details(page).locator('.acts').getByRole('switch').waitFor();
}

const itsFiles = String.raw`http://ext-acme--[\w-]+\.localhost:\d+/\S*`;

/** What the browser logs for a frame whose extension is replaced, removed or fails while the frame loads: its files are gone at once. */
export const goneMeanwhile: readonly RegExp[] = [
  new RegExp(`${itsFiles}' from origin 'null' has been blocked by CORS policy`),
  new RegExp(`^request refused: 404 ${itsFiles}$`),
  new RegExp(`^request failed: ${itsFiles} net::ERR_(?:FAILED|BLOCKED_BY_RESPONSE(?:\\.NotSameOrigin)?)$`),
  new RegExp(`^console error: Failed to load resource: .+ ${itsFiles}$`),
  new RegExp(`Failed to fetch dynamically imported module: ${itsFiles}`),
  // The answer that the frame's own page is gone may not be shown in a frame.
  new RegExp(`^console error: Framing '${itsFiles}' violates .*"frame-ancestors 'none'"`),
  // The same once more, as a page hears of an error in a frame of another origin: without a word.
  /^error: $/,
];

/** Removes one with what it kept, and waits until it is gone. */
export async function remove(page: Page, id: string): Promise<void> {
  await tab(page, /Installed/).click();
  await rowOf(page, id).locator('.hit').click();
  await details(page).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Remove…' }).click();
  const asking = page.locator('extensions-remove');
  await asking.getByRole('checkbox').check();
  await asking.getByRole('button', { name: 'Remove' }).click();
  await asking.waitFor({ state: 'detached' });
  await tab(page, /Installed/).click();
  await rowOf(page, id).waitFor({ state: 'detached' });
}
