import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { axeClean } from './axe.ts';
import { looksOf } from './looks.ts';
import { connected } from './screen.ts';
import { sectionList, setting, settingsPage, showSection } from './settings-page.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

test.for(
  looksOf([
    { locale: 'en-GB', theme: 'light', width: 1440 },
    { locale: 'fr-FR', theme: 'dark', width: 390 },
  ]),
)('what experts need is folded, opens by keys, and by a search that finds something inside ($locale, $width)', async look => {
  await using app = await openApp(look);
  const { page } = app;
  const isFrench = look.locale === 'fr-FR';
  const name = isFrench ? 'Sources des extensions' : 'Extension sources';
  await connected(page);
  await page.keyboard.press('Control+,');
  await settingsPage(page).getByRole('heading').first().waitFor();
  if (look.width === 390) await page.keyboard.press('Control+b');
  await showSection(page, name);
  if (look.width === 390) await expect.poll(() => page.locator('nav.side').count()).toBe(0);
  const fold = settingsPage(page).locator('details');
  const expert = setting(page, 'extensions-supply.blockListKey');
  const seen = () => expert.isVisible();
  const folded = {
    usual: await setting(page, 'extensions-supply.minimumAge').isVisible(),
    expert: await seen(),
    tree: await fold.ariaSnapshot(),
  };
  await app.keep('settings-folded');
  await fold.locator('summary').press('Enter');
  await expect.poll(seen).toBe(true);
  await axeClean(page);
  await app.keep('settings-unfolded');
  // Escape in an open fold leaves the settings, as everywhere on the page.
  await fold.locator('summary').focus();
  await page.keyboard.press('Escape');
  await settingsPage(page).waitFor({ state: 'detached' });
  await page.keyboard.press('Control+,');
  await settingsPage(page).getByRole('heading').first().waitFor();
  if (look.width === 390) await page.keyboard.press('Control+b');
  await sectionList(page)
    .getByRole('searchbox')
    .fill(isFrench ? 'clé de la liste' : 'key of the list');
  await sectionList(page).locator('mark').first().waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => expert.evaluate(one => one.matches('[data-hit]:focus-within'))).toBe(true);
  expect({ ...folded, found: await seen() }).toEqual({
    usual: true,
    expert: false,
    tree: isFrench ? '- group: 2 autres, rarement utiles' : '- group: 2 more, rarely needed',
    found: true,
  });
});
