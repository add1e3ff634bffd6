import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { automationPage, openAutomations, receiptsOf, sentenceOf } from './automation-page.ts';
import { axeClean } from './axe.ts';
import { looksOf } from './looks.ts';
import { connected } from './screen.ts';
import { demoReady, rested, say, thread } from './thread.ts';
import { command } from './window.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

test.for(
  looksOf([
    { theme: 'light', locale: 'en-GB', width: 1440 },
    { theme: 'dark', locale: 'fr-FR', width: 390 },
  ]),
)(
  'a result is left in the conversation that the form names, and is seen there as the automation’s ($theme, $locale, $width)',
  async options => {
    await using app = await openApp({ ...options, height: 900 });
    const { page } = app;
    const en = options.locale === 'en-GB';
    const rule = automationPage(page).locator('automation-rule');
    const button = (name: string) => rule.getByRole('button', { name });
    await connected(page);
    await demoReady(page);
    const conversation = await say(page, en ? 'Test the demo' : 'Teste la démo', { model: 'demo/demo' });
    await rested(page, conversation);
    await openAutomations(page, options.locale);
    await command(page, en ? 'New automation' : 'Nouvelle automatisation');
    await sentenceOf(page).fill(en ? 'Every day at 9, remind me to eat' : 'Chaque jour à 9 h, rappelle-moi de manger');
    await rule.locator('.row').last().waitFor();
    await button(en ? 'Edit as fields' : 'Modifier les champs').click();
    const where = rule.getByLabel(en ? 'Results go' : 'Les résultats vont');
    await where.click();
    await page.getByRole('option').filter({ visible: true }).last().click();
    await where.scrollIntoViewIfNeeded();
    await app.keep('automation-left-form');
    await axeClean(page);
    await button(en ? 'Save rule' : 'Enregistrer la règle').click();
    await button(en ? 'Run now' : 'Exécuter maintenant').click();
    await receiptsOf(page)
      .first()
      .getByText(en ? 'left in the conversation' : 'laissé dans la conversation')
      .waitFor();
    await page
      .locator('automation-page')
      .evaluate(
        (element, params) =>
          (element as unknown as { view: { connect(one: { id: string }): { call(name: string, given: object): Promise<unknown> } } }).view
            .connect({ id: 'window' })
            .call('open', { view: 'conversations.thread', params }),
        { conversation },
      );
    const left = thread(page).getByText(en ? 'Automation “Eat”' : 'Automatisation « Manger »');
    await left.waitFor();
    await app.keep('automation-left');
    await axeClean(page);
    expect(await left.count()).toBe(1);
  },
);
