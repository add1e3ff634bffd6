import { mkdirSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { automationPage, openAutomations, receiptsOf } from './automation-page.ts';
import { axeClean } from './axe.ts';
import { looksOf } from './looks.ts';
import { connected } from './screen.ts';
import { command } from './window.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

const button = (page: Page, name: string) => automationPage(page).locator('automation-rule').getByRole('button', { name });

test.for(
  looksOf([
    { theme: 'dark', locale: 'fr-FR', width: 390 },
    { theme: 'light', locale: 'en-GB', width: 1440 },
  ]),
)(
  'the folder of the results is chosen in the form, said before the rule is saved, and the receipt says where the file is ($theme, $locale, $width)',
  async options => {
    await using app = await openApp({ ...options, height: 900 });
    const { page } = app;
    const en = options.locale === 'en-GB';
    const folder = join(dirname(realpathSync(app.userData)), 'results');
    mkdirSync(join(folder, 'old'), { recursive: true });
    await connected(page);
    await openAutomations(page, options.locale);
    await command(page, en ? 'New automation' : 'Nouvelle automatisation');
    await automationPage(page)
      .locator('automation-sentence textarea')
      .fill(en ? 'Every day at 9, remind me to eat' : 'Chaque jour à 9 h, rappelle-moi de manger');
    await automationPage(page).locator('automation-rule .row').last().waitFor();
    await button(page, en ? 'Edit as fields' : 'Modifier les champs').click();
    const where = automationPage(page)
      .locator('automation-fields')
      .getByLabel(en ? 'Results go' : 'Les résultats vont');
    await where.click();
    await page.getByRole('option', { name: en ? 'choose a folder' : 'choisir un dossier' }).click();
    const dialog = page.getByRole('dialog', { name: en ? 'Choose a folder' : 'Choisir un dossier' });
    const path = dialog.getByRole('textbox');
    // What it lists first must not come after what is written.
    await expect.poll(() => path.inputValue()).not.toBe('');
    await path.fill(folder);
    await path.press('Enter');
    await dialog.getByText('old', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: en ? 'Choose' : 'Choisir', exact: true }).click();
    await expect.poll(() => where.textContent()).toContain(en ? 'Into a file in results' : 'Dans un fichier de results');
    await where.scrollIntoViewIfNeeded();
    await app.keep('automation-result-form');
    await axeClean(page);
    await button(page, en ? 'Show what will happen' : 'Voir ce qui se passera').click();
    await automationPage(page)
      .getByText(en ? `Writes its result into ${folder}.` : `Écrit son résultat dans ${folder}.`)
      .waitFor();
    await app.keep('automation-result-rows');
    await button(page, en ? 'Save rule' : 'Enregistrer la règle').click();
    await button(page, en ? 'Run now' : 'Exécuter maintenant').click();
    await receiptsOf(page)
      .first()
      .getByText(en ? 'written to' : 'écrit dans')
      .waitFor();
    await app.keep('automation-result-receipt');
    const files = readdirSync(folder).filter(name => name.endsWith('.md'));
    expect([files.length, readFileSync(join(folder, files[0] ?? ''), 'utf8').trim()]).toEqual([1, en ? 'eat' : 'manger']);
  },
);
