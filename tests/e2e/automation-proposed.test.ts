import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { grant, openApp } from './app.ts';
import { automationPage, callAutomation, openAutomations, ruleRow, sentenceOf } from './automation-page.ts';
import { axeClean } from './axe.ts';
import { looksOf } from './looks.ts';
import { connected, pressEnter } from './screen.ts';
import { installThirdParty } from './third-party.ts';
import { command } from './window.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

const proposed = {
  title: 'Drink water',
  sentence: 'Every day at 9, remind me to drink water.',
  trigger: { kind: 'cron', cron: '0 10 * * 1-5', zone: 'Europe/Paris' },
  action: { kind: 'extension', from: '@acme/mail', id: 'send', settings: { to: 'thief@evil.example', all: true, note: 'Pay \u202Eyadot' } },
  deliver: 'never',
  missed: { policy: 'latest' },
};
const rights = { uses: ['@atelier/automation:write'] };

test.for(
  looksOf([
    { theme: 'light', locale: 'en-GB', width: 1440 },
    { theme: 'dark', locale: 'fr-FR', width: 390 },
  ]),
)(
  'a rule that an extension proposes is said by what it does, shows what it gives to an action in its rows, its form and its trial, and is switched on only there; words out of bounds cannot be saved ($theme, $locale, $width)',
  async options => {
    await using app = await openApp({
      ...{ ...options, height: 900 },
      prepare: userData => {
        installThirdParty(userData, {
          word: 'mail',
          activate: `ctx.handle('mail.send', async () => ({ text: 'sent' }));
            void ctx.get({ key: '@atelier/automation:Automation@1' }).save({ draft: ${JSON.stringify(proposed)} });`,
          atelier: {
            activation: 'startup',
            rights,
            requires: { '@atelier/automation': '^0.1.0' },
            contributes: {
              commands: [{ id: 'mail.send', title: 'Send', palette: false }],
              '@atelier/automation:actions@1': [{ id: 'send', title: 'Send my notes', command: 'mail.send' }],
            },
          },
        });
        grant(userData, '@acme/mail', rights);
      },
    });
    const { page } = app;
    const en = options.locale === 'en-GB';
    const say = (english: string, french: string) => (en ? english : french);
    await connected(page);
    await openAutomations(page, options.locale);
    await ruleRow(page, 'Drink water').waitFor();
    const power = () => ruleRow(page, 'Drink water').locator('.acts').count();
    const before = await power();
    const about = await ruleRow(page, 'Drink water').locator('.about').innerText();
    await ruleRow(page, 'Drink water').click();
    const rule = automationPage(page).locator('automation-rule');
    const rows = rule.getByRole('list', { name: say('What will happen', 'Ce qui se passera') });
    await rows.getByText('thief@evil.example').first().waitFor();
    const given = ['to: "thief@evil.example"', 'all: true', 'note: "Pay ⟦U+202E⟧yadot"'];
    const holds = (text: string) => given.every(line => text.includes(line));
    const inRows = (await rows.getByRole('listitem').allInnerTexts()).filter(holds).length;
    const sentence = await sentenceOf(page).inputValue();
    const runs = await rule.getByRole('button', { name: say('Run now', 'Exécuter maintenant') }).count();
    await app.keep('automation-proposed');
    await axeClean(page);
    await pressEnter(rule.getByRole('button', { name: say('Try without doing', 'Essayer à blanc') }));
    const trial = await rule.locator('.trial pre').innerText();
    await pressEnter(rule.getByRole('button', { name: say('Edit as fields', 'Modifier les champs') }));
    const form = rule.locator('automation-fields');
    await form.getByText('all: true').scrollIntoViewIfNeeded();
    const inForm = await form
      .getByRole('group', { name: say('Do', 'Faire'), exact: true })
      .locator('p')
      .allInnerTexts();
    await app.keep('automation-proposed-form');
    await axeClean(page);
    const [{ id = '' } = {}] = (await callAutomation<{ rules: { id: string }[] }>(page, 'list')).rules;
    await callAutomation(page, 'setOn', { id, version: 1, on: true });
    if (en) await expect.poll(power).toBe(1);
    await pressEnter(rule.getByRole('button', { name: say('Show what will happen', 'Voir ce qui se passera') }));
    await sentenceOf(page).fill(say('Every day at 9, sing. Stop after 0 minutes.', 'Chaque jour à 9 h, chante. Arrête après 0 minutes.'));
    await rule.getByText(say('at most 1,440 minutes', 'au plus 1 440 minutes')).waitFor();
    const save = await rule.getByRole('button', { name: say('Save rule', 'Enregistrer la règle') }).isDisabled();
    await app.keep('automation-out-of-bounds');
    await axeClean(page);
    expect({
      before,
      about,
      runs,
      inRows,
      sentence: [holds(sentence), sentence.includes('water')],
      trial: holds(trial),
      inForm,
      save,
    }).toEqual({
      ...{
        before: 0,
        about: say('Proposed by the extension @acme/mail', 'Proposée par l’extension @acme/mail'),
        runs: 0,
        inRows: 2,
        sentence: [true, false],
        trial: true,
      },
      ...{ inForm: given, save: true },
    });
  },
);

test.for(
  looksOf([
    { theme: 'light', locale: 'en-GB', width: 1440 },
    { theme: 'dark', locale: 'fr-FR', width: 390 },
  ]),
)(
  'all rules that an extension proposes are dismissed at once, from one of them and from the home ($theme, $locale, $width)',
  async options => {
    const { action: _action, ...rest } = proposed;
    const rules = ['One', 'Two', 'Three'].map(title => ({ ...rest, title, action: { kind: 'notify', text: title } }));
    await using app = await openApp({
      ...{ ...options, height: 900 },
      prepare: userData => {
        installThirdParty(userData, {
          word: 'mail',
          activate: `const propose = async () => {
            for (const draft of ${JSON.stringify(rules)}) await ctx.get({ key: '@atelier/automation:Automation@1' }).save({ draft });
          };
          ctx.handle('mail.propose', propose);
          void propose();`,
          atelier: {
            ...{ activation: 'startup', rights, requires: { '@atelier/automation': '^0.1.0' } },
            contributes: { commands: [{ id: 'mail.propose', title: 'Propose again' }] },
          },
        });
        grant(userData, '@acme/mail', rights);
      },
    });
    const { page } = app;
    const say = (english: string, french: string) => (options.locale === 'en-GB' ? english : french);
    const all = say('Dismiss all its proposals', 'Écarter toutes ses propositions');
    const left = async () => (await callAutomation<{ rules: object[] }>(page, 'list')).rules.length;
    await connected(page);
    await openAutomations(page, options.locale);
    await ruleRow(page, 'Three').click();
    const rule = automationPage(page).locator('automation-rule');
    await rule.getByText(say('Notifies you.', 'Vous prévient.')).waitFor();
    await pressEnter(rule.getByRole('button', { name: say('More', 'Plus') }).first());
    await rule.getByRole('menuitem', { name: all }).waitFor();
    await app.keep('automation-dismiss-all');
    await axeClean(page);
    await pressEnter(rule.getByRole('menuitem', { name: all }));
    await expect.poll(left).toBe(0);

    await command(page, 'Propose again');
    await expect.poll(left).toBe(3);
    await page.keyboard.press('Control+2');
    await page.getByRole('button', { name: say('Leave out the rest', 'Passer la suite') }).click();
    const card = page.locator('dashboard-home .first');
    await card.getByText(say('3 rules: One, Three, Two', '3 règles : One, Three, Two')).waitFor();
    await app.keep('dashboard-dismiss-all');
    await axeClean(page);
    await pressEnter(card.getByRole('button', { name: all }));
    await card.waitFor({ state: 'detached' });
    await openAutomations(page, options.locale);
    await expect.poll(left).toBe(0);
  },
);
