import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { automationPage, openAutomations, receiptsOf, ruleRow, sentenceOf } from './automation-page.ts';
import { axeClean } from './axe.ts';
import { looksOf } from './looks.ts';
import { connected } from './screen.ts';
import { command } from './window.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

test.for(
  looksOf([
    { theme: 'light', locale: 'en-GB', width: 1440 },
    { theme: 'dark', locale: 'fr-FR', width: 390 },
  ]),
)(
  'a sentence becomes a webhook, whose secret is seen once, and a call of another program runs the rule ($theme, $locale, $width)',
  async options => {
    await using app = await openApp({ ...options, height: 900 });
    const { page } = app;
    const en = options.locale === 'en-GB';
    const rule = automationPage(page).locator('automation-rule');
    const hook = rule.locator('automation-webhook');
    const button = (name: string) => rule.getByRole('button', { name });
    await connected(page);
    await openAutomations(page, options.locale);
    await command(page, en ? 'New automation' : 'Nouvelle automatisation');
    await sentenceOf(page).fill(
      en ? 'When the webhook is called, remind me to open the door' : 'Quand le webhook est appelé, rappelle-moi d’ouvrir la porte',
    );
    await rule.getByText(en ? 'Once the rule is saved, its address' : 'Une fois la règle enregistrée, son adresse').waitFor();
    await rule.getByText(en ? 'Nothing runs while Atelier is closed.' : 'Rien ne s’exécute quand Atelier est fermé.').waitFor();
    await button(en ? 'Save rule' : 'Enregistrer la règle').click();
    await hook.getByText(en ? 'every call is refused' : 'tout appel est refusé').waitFor();
    await button(en ? 'Make a secret' : 'Créer un secret').click();
    await hook.getByText(en ? 'It is shown only now' : 'Il n’est affiché que maintenant').waitFor();
    await hook.scrollIntoViewIfNeeded();
    await app.keep('automation-webhook');
    await axeClean(page);
    const [address = '', secret = ''] = await hook.locator('code').allInnerTexts();
    const answer = await fetch(address, { method: 'POST', body: 'ding', headers: { Authorization: `Bearer ${secret}` } });
    await receiptsOf(page)
      .first()
      .getByText(en ? 'notified' : 'notifiée')
      .waitFor();
    await automationPage(page).locator('automation-receipts').scrollIntoViewIfNeeded();
    await app.keep('automation-webhook-receipt');
    // Whoever comes back does not see it again.
    await page.reload();
    await connected(page);
    await openAutomations(page, options.locale);
    if (!en) await automationPage(page).getByRole('button', { name: 'Toutes les règles' }).click();
    await ruleRow(page, en ? 'Open the door' : 'Ouvrir la porte').click();
    await hook.getByText(en ? 'it is not shown again' : 'il n’est plus affiché').waitFor();
    expect([answer.status, (await page.content()).includes(secret)]).toEqual([202, false]);
  },
);
