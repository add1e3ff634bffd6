import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { automationPage, callAutomation, openAutomations, receiptsOf, ruleRow, saveRule } from './automation-page.ts';
import { axeClean } from './axe.ts';
import { looksOf } from './looks.ts';
import { connected, pressEnter } from './screen.ts';
import { installThirdParty } from './third-party.ts';
import { demoReady } from './thread.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

interface Saved {
  readonly draft?: { readonly action: object; readonly conditions?: object };
}

test.for(
  looksOf([
    { theme: 'light', locale: 'en-GB', width: 1440 },
    { theme: 'dark', locale: 'fr-FR', width: 390 },
  ]),
)(
  'what a rule may is chosen in its form, and what it would be asked about is said before it is saved ($theme, $locale, $width)',
  async options => {
    await using app = await openApp({ ...options, height: 900 });
    const { page } = app;
    const en = options.locale === 'en-GB';
    await connected(page);
    await openAutomations(page, options.locale);
    const { id } = await saveRule(
      page,
      en ? 'Every day at 7:00, run the tests in a new conversation' : 'Chaque jour à 7 h, lancer les tests dans une nouvelle conversation',
      'Tests',
    );
    const rule = automationPage(page).locator('automation-rule');
    if (options.width === 390) await ruleRow(page, 'Tests').locator('.title').click();
    await rule.getByRole('heading', { name: 'Tests' }).waitFor();
    const saved = () => callAutomation<Saved>(page, 'get', { id });
    await rule.getByRole('button', { name: en ? 'Edit as fields' : 'Modifier les champs' }).click();
    const how = rule.locator('automation-how');
    await how.getByRole('combobox', { name: en ? 'Access' : 'Accès' }).selectOption('open');
    await how.getByRole('textbox', { name: en ? 'Commands that need no question' : 'Commandes sans question' }).fill('npm test');
    await page.keyboard.press('Tab');
    await how.locator('fieldset').scrollIntoViewIfNeeded();
    await app.keep('automation-how');
    await axeClean(page);
    const fits = await automationPage(page).evaluate(one => one.scrollWidth <= one.clientWidth);
    await rule.getByRole('button', { name: en ? 'Show what will happen' : 'Voir ce qui se passera' }).click();
    const may = rule.locator('.row').last();
    await may.getByText(en ? /^Open access: it reads and writes all of your files/ : /^Accès ouvert/).waitFor();
    const said = await may.innerText();
    await may.scrollIntoViewIfNeeded();
    await app.keep('automation-may');
    const before = (await saved()).draft?.action;
    await pressEnter(rule.getByRole('button', { name: en ? 'Save rule' : 'Enregistrer la règle' }));
    await rule.getByRole('button', { name: en ? 'Run now' : 'Exécuter maintenant' }).waitFor();
    const after = (await saved()).draft?.action;
    await rule.getByRole('button', { name: en ? 'Edit as fields' : 'Modifier les champs' }).click();
    await how.getByRole('combobox', { name: en ? 'Access' : 'Accès' }).selectOption('secure');
    await how
      .getByRole('textbox', { name: en ? 'Commands that need no question' : 'Commandes sans question' })
      .fill('npm test\ncurl -O https://example.org/tides.csv');
    await page.keyboard.press('Tab');
    await rule.getByRole('button', { name: en ? 'Show what will happen' : 'Voir ce qui se passera' }).click();
    // Without a sandbox each command would be asked about.
    await may
      .getByText(
        en
          ? /Has no network in secure access.*curl|because this computer has no sandbox/s
          : /N’a pas le réseau en accès sécurisé.*curl|n’a pas de bac à sable/s,
      )
      .first()
      .waitFor();
    await may.scrollIntoViewIfNeeded();
    await app.keep('automation-may-offline');
    await axeClean(page);
    await rule.getByRole('button', { name: en ? 'Edit as fields' : 'Modifier les champs' }).click();
    await how.getByRole('combobox', { name: en ? 'Tools' : 'Outils' }).selectOption('read');
    await rule.getByRole('button', { name: en ? 'Show what will happen' : 'Voir ce qui se passera' }).click();
    await may.getByText(en ? /Only reads: no commands/ : /Lit seulement/).waitFor();
    expect({
      fits,
      before,
      after,
      said: [said.includes('npm test'), (en ? /Would ask before .*destroy/ : /Demanderait votre accord avant .*détruire/).test(said)],
    }).toEqual({
      fits: true,
      before: expect.not.objectContaining({ access: 'open' }),
      after: expect.objectContaining({ access: 'open', commands: ['npm test'] }),
      said: [true, true],
    });
  },
);

test('what was said and called in a hidden run opens from its receipt, and conditions have groups of which any is enough', async () => {
  await using app = await openApp({ locale: 'en-GB', width: 1440, height: 900 });
  const { page } = app;
  await connected(page);
  await demoReady(page);
  await openAutomations(page);
  const { id } = await saveRule(page, 'When a conversation ends, say hello', 'Greeting');
  const rule = automationPage(page).locator('automation-rule');
  await rule.getByRole('heading', { name: 'Greeting' }).waitFor();
  await rule.getByRole('button', { name: 'Edit as fields' }).click();
  const conditions = rule.locator('automation-conditions');
  await conditions.getByRole('button', { name: 'Add a condition' }).click();
  await conditions.getByRole('textbox', { name: 'Value' }).fill('failed');
  await page.keyboard.press('Tab');
  await conditions.getByRole('button', { name: 'Or else…' }).click();
  await conditions.getByRole('combobox', { name: 'Field' }).last().selectOption('title');
  await conditions.getByRole('combobox', { name: 'Test' }).last().selectOption('not:contains');
  await conditions.getByRole('textbox', { name: 'Value' }).last().fill('draft');
  await page.keyboard.press('Tab');
  await conditions.scrollIntoViewIfNeeded();
  await app.keep('automation-any-of');
  await axeClean(page);
  await pressEnter(rule.getByRole('button', { name: 'Save rule' }));
  await pressEnter(rule.getByRole('button', { name: 'Run now' }));
  await receiptsOf(page).getByText('Ran', { exact: true }).waitFor();
  const shows = receiptsOf(page).getByRole('button', { name: 'Show what was said' });
  await pressEnter(shows);
  const said = automationPage(page).locator('automation-said');
  await said.getByText(/hello/i).first().waitFor();
  await app.keep('automation-said');
  await axeClean(page);
  const fields = await said.locator('input, textarea, [contenteditable]').count();
  await pressEnter(receiptsOf(page).getByRole('button', { name: 'Hide what was said' }));
  await said.waitFor({ state: 'detached' });
  expect({ fields, conditions: (await callAutomation<Saved>(page, 'get', { id })).draft?.conditions }).toEqual({
    fields: 0,
    conditions: [[{ field: 'text', how: 'contains', value: 'failed' }], [{ field: 'title', how: 'contains', value: 'draft', not: true }]],
  });
});

test('a condition that an extension decides is chosen in the form of a rule with a time and is saved with it', async () => {
  await using app = await openApp({
    ...{ locale: 'en-GB', width: 1440, height: 900 },
    prepare: userData =>
      installThirdParty(userData, {
        word: 'tides',
        activate: "ctx.handle('tides.isHigh', async () => ({ holds: false }));",
        atelier: {
          requires: { '@atelier/automation': '^0.1.0' },
          contributes: {
            commands: [{ id: 'tides.isHigh', title: 'Whether the tide is high', palette: false }],
            '@atelier/automation:conditions@1': [{ id: 'high', title: 'The tide is high', command: 'tides.isHigh' }],
          },
        },
      }),
  });
  const { page } = app;
  await connected(page);
  await openAutomations(page);
  const { id } = await saveRule(page, 'Every day at 7:00, remind me to sail', 'Sail');
  const rule = automationPage(page).locator('automation-rule');
  await rule.getByRole('heading', { name: 'Sail' }).waitFor();
  await rule.getByRole('button', { name: 'Edit as fields' }).click();
  const conditions = rule.locator('automation-conditions');
  await pressEnter(conditions.getByRole('button', { name: 'Add a condition' }));
  await conditions.getByRole('combobox', { name: 'Test' }).selectOption('holdsNot');
  await conditions.scrollIntoViewIfNeeded();
  await app.keep('automation-extension-condition');
  const fields = await conditions.getByRole('combobox', { name: 'Field' }).locator('option').allInnerTexts();
  await pressEnter(rule.getByRole('button', { name: 'Save rule' }));
  await rule.getByRole('button', { name: 'Run now' }).waitFor();
  expect({ fields, saved: (await callAutomation<Saved>(page, 'get', { id })).draft?.conditions }).toEqual({
    fields: ['The tide is high'],
    saved: [[{ from: '@acme/tides', id: 'high', not: true }]],
  });
});
