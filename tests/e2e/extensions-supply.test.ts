import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { builtElsewhere } from '../support/attestations/built-elsewhere.ts';
import { chromiumLack } from '../support/chromium.ts';
import { type Published, tinyRegistry } from '../support/tiny-registry.ts';
import { openApp, windowOnly } from './app.ts';
import { axeClean } from './axe.ts';
import { details, goneMeanwhile, install, more, rowOf, tab, useRegistry } from './installing.ts';
import { connected } from './screen.ts';
import { setting, showSection } from './settings-page.ts';
import { command, enter } from './window.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

/** A version of an extension with a title and nothing to see. */
function titled(id: string, version: string, title: string, more: Partial<Published> = {}): Published {
  const manifest = {
    name: id,
    version,
    type: 'module',
    description: title,
    keywords: ['atelier-extension'],
    engines: { atelier: '^1.0.0' },
  };
  return {
    manifest: { ...manifest, atelier: { displayName: title, main: './main.js', rights: { net: ['a.example'] } } },
    files: { 'main.js': 'export default { activate() {} };', 'README.md': `# ${title}` },
    ...more,
  };
}

const alertIn = (page: Page, text: string | RegExp) => details(page).locator('ui-alert', { hasText: text });

test('N5, N8, N10, N13: a person reads who signed what, of whom a name is a near copy and what is held for being new, takes it all the same, and blocks one by hand', async () => {
  await using registry = await tinyRegistry();
  registry.publish(titled('@acme/ledger', '1.0.0', 'Ledger'));
  await using app = await openApp({ off: windowOnly, locale: 'en-GB', width: 1440 });
  const { page } = app;
  app.allow(...goneMeanwhile);
  await connected(page);
  await useRegistry(page, registry.url);
  await install(page, '@acme/ledger');

  registry.publish(builtElsewhere.published);
  registry.pages.set(builtElsewhere.path, builtElsewhere.page);
  await tab(page, 'Installed').click();
  await tab(page, 'Marketplace').click();
  await rowOf(page, 'sigstore').locator('.hit').click();
  await details(page).getByText('built from github.com/sigstore/sigstore-js at 8a2ee2fd20dd, verified').waitFor();
  await app.keep('extension-built');

  registry.publish(titled('@evil/ledgers', '1.0.0', 'Ledgers', { publisher: 'evil', date: new Date().toISOString() }));
  await tab(page, 'Installed').click();
  await tab(page, 'Marketplace').click();
  await rowOf(page, '@evil/ledgers').locator('.hit').click();
  const signature = details(page).locator('dl', { hasText: 'not signed by its registry' });
  await signature.waitFor();
  const unsigned = await signature.count();
  await details(page).getByRole('button', { name: 'Install' }).click();
  const offer = page.locator('extensions-offer');
  await offer
    .getByText(
      'Its name is very close to that of @acme/ledger, which you have installed. Make sure that @evil/ledgers is the one you want.',
    )
    .waitFor();
  await offer.getByText(/^Published only recently: held back until/).waitFor();
  await axeClean(page);
  await app.keep('extension-held');
  await offer.getByRole('button', { name: 'Install now anyway' }).click();
  await offer.waitFor({ state: 'detached' });

  registry.publish(titled('@acme/ledger', '1.1.0', 'Ledger', { date: new Date().toISOString() }));
  await more(page, 'Check for updates');
  await rowOf(page, '@acme/ledger')
    .getByText(/held back until/)
    .waitFor();
  await app.keep('extension-updates-held');
  const all = await page.locator('extensions-panel .bar').getByRole('button', { name: 'Update all' }).isEnabled();
  const badges = await page.locator('workbench-entries .badge').count();
  await rowOf(page, '@acme/ledger').getByRole('button', { name: 'Update' }).click();
  await offer.getByRole('button', { name: 'Update now anyway' }).click();
  await offer.waitFor({ state: 'detached' });
  await expect.poll(() => details(page).locator('.under span').nth(1).innerText()).toBe('1.1.0');

  await enter(page, 'Settings');
  await showSection(page, 'Extension sources');
  await setting(page, 'extensions-supply.blocked').getByRole('textbox').fill('@evil/ledgers');
  await page.keyboard.press('Tab');
  await app.keep('extension-supply-settings');
  await command(page, 'Find extensions');
  await tab(page, /Installed/).click();
  await rowOf(page, '@evil/ledgers').locator('.hit').click();
  await alertIn(page, '@evil/ledgers 1.0.0 is off because a list of blocked extensions names it: you put it there yourself').waitFor();
  await alertIn(page, 'Blocked').waitFor();
  const switches = await details(page).locator('.acts').getByRole('switch').count();
  await app.keep('extension-blocked');
  await alertIn(page, 'Blocked').getByRole('button', { name: 'See what is blocked' }).click();
  await setting(page, 'extensions-supply.blocked').locator('textarea:focus').waitFor();
  expect({ unsigned, all, badges, switches }).toEqual({ unsigned: 1, all: false, badges: 0, switches: 0 });
});
