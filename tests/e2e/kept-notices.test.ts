import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { callAutomation, openAutomations, saveRule } from './automation-page.ts';
import { axeClean } from './axe.ts';
import { connected } from './screen.ts';
import { plain } from './window.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

test.each([
  { locale: 'fr-FR', theme: 'dark', width: 390 },
  { locale: 'en-GB', theme: 'light', width: 1440 },
] as const)(
  'a reminder that came while no window was open is in the list of notices after the program was killed, until the person clears it: $locale $theme $width',
  async look => {
    await using app = await openApp(look);
    await connected(app.page);
    await openAutomations(app.page, look.locale);
    const { id } = await saveRule(app.page, 'Every day at 9, remind me: high tide <b>at six</b>.', 'Tides');
    await callAutomation(app.page, 'runNow', { id, version: 1 });
    const delivery = async () =>
      (await callAutomation<{ receipts: { delivery?: { status: string } }[] }>(app.page, 'receipts', { rule: id })).receipts[0]?.delivery;
    await expect.poll(async () => (await delivery())?.status).toBe('sent');
    await app.kill();
    const { url } = await app.restart();
    await app.page.goto(url);
    await connected(app.page);
    const isFrench = look.locale === 'fr-FR';
    const bell = app.page.locator('workbench-notices #bell');
    if (look.width === 390) await app.page.getByRole('button', { name: 'Afficher la barre latérale' }).click();
    await bell.filter({ visible: true }).click();
    const list = app.page.locator('workbench-notices #list').filter({ visible: true });
    await list.getByText(/high tide <b>at six<\/b>/i).waitFor();
    await axeClean(app.page);
    await app.keep('kept-notices');
    await list.getByRole('button', { name: isFrench ? 'Tout effacer' : 'Clear all' }).click();
    await list.getByText(isFrench ? 'Aucun avis.' : 'No notices.').waitFor();
    expect(plain(await bell.filter({ visible: true }).innerText())).toBe(look.width === 390 ? 'Avis' : '');
  },
);
