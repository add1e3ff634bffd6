import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import {
  automationPage,
  callAutomation,
  openAutomations,
  receiptsOf,
  ruleRow,
  ruleTitles,
  saveRule,
  sentenceOf,
} from './automation-page.ts';
import { axeClean } from './axe.ts';
import { looksOf } from './looks.ts';
import { connected } from './screen.ts';
import { demoReady, thread } from './thread.ts';
import { command, focused } from './window.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

const heading = (page: Page) => automationPage(page).locator('automation-rule h2');
const button = (page: Page, name: string | RegExp) => automationPage(page).locator('automation-rule').getByRole('button', { name });
/** Goes on with Tab until what has the focus is called so. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let tabs = 0; tabs < 40; tabs += 1) {
    if (name.test(await focused(page))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Nothing called ${name} is reached.`);
}

test('a sentence becomes a rule by keys alone: it is read while typed, what was not understood is said, it is kept when the page is left, saved, run, and its conversation opens', async () => {
  await using app = await openApp({ locale: 'en-GB', width: 1440 });
  const { page } = app;
  await connected(page);
  await demoReady(page);
  await openAutomations(page);
  await automationPage(page).getByText('Say in one sentence').waitFor();
  await automationPage(page).getByText('Morning plan').waitFor();
  await command(page, 'New automation');
  await expect.poll(() => focused(page)).toBe('textarea The rule in a sentence');

  await page.keyboard.type('Every blue moon, greet me');
  await automationPage(page).getByText('Not understood: “Every blue moon”. Say when, such as: every weekday at 8:30.').waitFor();
  const canSave = await button(page, 'Save rule').isEnabled();
  await app.keep('automation-unclear');
  await axeClean(page);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Every weekday at 8:30, say hello in a new conversation. If missed, run once, at most 4 hours late.');
  await automationPage(page).getByText('Understood in full.').waitFor();
  const rows = automationPage(page).locator('automation-rule .row');
  await expect.poll(() => rows.locator('i').allInnerTexts()).toEqual(['1', '2', '', '3', '', '']);
  const phrases = await automationPage(page).locator('automation-sentence u').allInnerTexts();
  // The caret is in the last phrase: its row is lit.
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => automationPage(page).locator('automation-rule .row.on .kind').allInnerTexts()).toEqual(['If missed']);
  const may = await rows.last().innerText();

  // Left and found again, also by another start of the page.
  await command(page, 'Open memories');
  await page.locator('memory-browser').waitFor();
  await page.reload();
  await openAutomations(page);
  const kept = await sentenceOf(page).inputValue();
  await automationPage(page).getByText('Understood in full.').waitFor();

  await sentenceOf(page).focus();
  await tabTo(page, /Try without doing/);
  await page.keyboard.press('Enter');
  await automationPage(page).getByText('It would run.').waitFor();
  await axeClean(page);
  const nothingYet = await callAutomation<{ rules: unknown[] }>(page, 'list');
  await tabTo(page, /Save rule/);
  await page.keyboard.press('Enter');
  await ruleRow(page, 'Say hello').waitFor();
  await automationPage(page).getByText('No receipts yet').waitFor();
  await axeClean(page);
  await tabTo(page, /^button Run now$/);
  await page.keyboard.press('Enter');
  await receiptsOf(page).getByText('Ran', { exact: true }).waitFor();
  await app.keep('automation-ran');
  await axeClean(page);
  await tabTo(page, /Open the conversation/);
  await page.keyboard.press('Enter');
  await thread(page).getByRole('article').filter({ hasText: /hello/i }).first().waitFor();
  await thread(page).getByText('Sent by the automation Say hello').waitFor();
  expect({ canSave, phrases, may, kept, before: nothingYet.rules.length }).toEqual({
    canSave: false,
    phrases: ['Every weekday at 8:30', 'say hello', 'in a new conversation', 'If missed, run once, at most 4 hours late'],
    may: expect.stringMatching(/Secure access without the network[\s\S]*Nothing runs while Atelier is closed/),
    kept: 'Every weekday at 8:30, say hello in a new conversation. If missed, run once, at most 4 hours late.',
    before: 0,
  });
});

test('a rule is changed by its fields, which the sentence follows, and what another window saved meanwhile is not written over', async () => {
  await using app = await openApp({ locale: 'en-GB', width: 1440 });
  const { page } = app;
  await openAutomations(page);
  const { id } = await saveRule(page, 'Every weekday at 8:30, read the issues', 'Morning issues');
  await heading(page).getByText('Morning issues').waitFor();
  await button(page, 'Edit as fields').click();
  const fields = automationPage(page).locator('automation-fields');
  const title = fields.getByRole('textbox', { name: 'Title' });
  await title.fill('Issues of the morning');
  await page.keyboard.press('Tab');
  await heading(page).getByText('Issues of the morning').waitFor();
  const afterName = await sentenceOf(page).inputValue();
  await title.fill('Morning issues');
  await fields.getByRole('button', { name: 'Sat' }).click();
  await expect.poll(() => sentenceOf(page).inputValue()).toMatch(/^Every Monday, .*Friday and Saturday at 08:30, read the issues/);
  await fields.getByRole('combobox', { name: 'Notify me' }).selectOption('something');
  await fields.getByRole('spinbutton', { name: 'Dollars of a run, at most' }).fill('0.25');
  await page.keyboard.press('Tab');
  await expect.poll(() => sentenceOf(page).inputValue()).toMatch(/Stop at \$0\.25/);
  await app.keep('automation-fields');
  await axeClean(page);

  // Switched meanwhile: nothing is in the way. Saved meanwhile: it is asked.
  await automationPage(page).getByRole('switch').uncheck();
  await ruleRow(page, 'Off since').waitFor();
  const afterSwitch = await automationPage(page).locator('automation-rule ui-alert').count();
  const other = await callAutomation<{ version: number; draft: object }>(page, 'get', { id });
  await callAutomation(page, 'save', { id, version: other.version, draft: { ...other.draft, title: 'Evening issues' } });
  await automationPage(page).getByText('This rule was changed in another window').waitFor();
  const inTheWay = await button(page, 'Save rule').isEnabled();
  await app.keep('automation-conflict');
  await axeClean(page);
  await button(page, 'Go on with mine').click();
  await button(page, 'Save rule').click();
  await automationPage(page).locator('automation-rule footer').getByText('Saved', { exact: true }).waitFor();
  const { draft, on } = await callAutomation<{ draft: { trigger: object; deliver: string; limits: object; title: string }; on: boolean }>(
    page,
    'get',
    { id },
  );

  // A changed sentence keeps the title, and discarding it brings the rule back as it is.
  await sentenceOf(page).fill('Every hour, count the boats');
  await automationPage(page).getByText('Every hour', { exact: true }).last().waitFor();
  await ruleRow(page, 'Changed').waitFor();
  await button(page, 'Discard').click();
  await expect.poll(() => sentenceOf(page).inputValue()).toMatch(/read the issues/);
  expect({ afterName, afterSwitch, inTheWay, draft: [draft.trigger, draft.deliver, draft.limits, draft.title], on }).toEqual({
    afterName: 'Every weekday at 8:30, read the issues',
    afterSwitch: 0,
    inTheWay: false,
    draft: [expect.objectContaining({ cron: '30 8 * * 1,2,3,4,5,6' }), 'something', { money: 0.25 }, 'Morning issues'],
    on: false,
  });
});

test('all rules are paused and resumed, one is stopped from its row, deleted and put back, and the dashboard shows what is next', async () => {
  await using app = await openApp({ locale: 'en-GB', width: 1440 });
  const { page } = app;
  await openAutomations(page);
  await saveRule(page, 'Every weekday at 8:30, read the issues', 'Morning issues');
  await saveRule(page, 'When a conversation ends, list what is left to do', 'What is left');
  await saveRule(page, 'Every 2 hours, remind me to stand up', 'Stand up');
  await expect.poll(() => ruleTitles(page)).toHaveLength(3);
  const header = automationPage(page).locator('ui-header');
  await header.getByRole('button', { name: 'Pause all' }).click();
  await page.locator('automation-list').getByText('All rules are paused.').waitFor();
  await ruleRow(page, 'Stand up').getByText('Paused').waitFor();
  await automationPage(page).locator('automation-rule .row').last().waitFor();
  await app.keep('automation-paused');
  await axeClean(page);
  await header.getByRole('button', { name: 'Resume all' }).click();
  await page.locator('automation-list').getByText('All rules are paused.').waitFor({ state: 'detached' });

  await automationPage(page).getByRole('searchbox', { name: 'Search rules' }).fill('stánd');
  await expect.poll(() => ruleTitles(page)).toEqual(['Stand up']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await heading(page).getByText('Stand up').waitFor();
  await ruleRow(page, 'Stand up').hover();
  await ruleRow(page, 'Stand up').getByRole('button', { name: 'Run now: Stand up' }).click();
  await receiptsOf(page).getByText('run by you').waitFor();
  await ruleRow(page, 'Stand up').getByRole('button', { name: 'Switch off: Stand up' }).click();
  await ruleRow(page, 'Off since').waitFor();
  await automationPage(page).getByRole('searchbox', { name: 'Search rules' }).fill('');

  await automationPage(page).locator('automation-rule').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect.poll(() => ruleTitles(page)).not.toContain('Stand up');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => ruleTitles(page)).toContain('Stand up');
  const { rules } = await callAutomation<{ rules: { title: string; on: boolean }[] }>(page, 'list');

  await page.keyboard.press('Control+2');
  await page.getByRole('button', { name: 'Leave out the rest' }).click();
  const card = page.locator('dashboard-home section').filter({ hasText: 'Automations' });
  await card.getByRole('listitem').first().waitFor();
  const lines = await card.getByRole('listitem').locator('.what').allInnerTexts();
  await app.keep('automation-card');
  await axeClean(page);
  await card.getByText('What is left').click();
  await heading(page).getByText('What is left').waitFor();
  await page.locator('workbench-actions').getByRole('button', { name: 'Automations' }).waitFor();
  expect({ on: rules.filter(({ on }) => on).map(({ title }) => title), lines }).toEqual({
    on: ['Morning issues', 'What is left'],
    lines: ['Morning issues', 'What is left'],
  });
});

const day = 86_400_000;

/** Rules with a history of weeks: what ran, late, failed, was skipped, and one of a newer version. */
async function fill(page: Page, userData: string, kill: () => Promise<void>, en: boolean): Promise<void> {
  const say = (english: string, french: string) => (en ? english : french);
  const { id } = await saveRule(
    page,
    say(
      'Every weekday at 8:30, read the issues opened since yesterday and tell me only if there is something to say. If missed, run once, at most 4 hours late. Stop at $0.10.',
      'Du lundi au vendredi à 8h30, lis les tickets ouverts depuis hier. Préviens-moi seulement s’il y a quelque chose à dire. Si manqué, une seule fois, avec au plus 4 heures de retard.',
    ),
    say('Morning issues', 'Tickets du matin'),
  );
  await saveRule(
    page,
    say('Every day at 23:00, back up the field notes', 'Chaque jour à 23h, sauvegarde les notes de terrain'),
    say('Back up field notes', 'Notes de terrain'),
  );
  await saveRule(
    page,
    say('Every 2 hours, remind me to stand up', 'Toutes les 2 heures, rappelle-moi de me lever'),
    say('Stand up', 'Se lever'),
  );
  await saveRule(
    page,
    say(
      'When a conversation ends, list what is left to do in a new conversation',
      'Quand une conversation se termine, dresse la liste de ce qui reste, dans une nouvelle conversation',
    ),
    say(
      'What is left to do, in every project and every conversation that ends',
      'Ce qui reste à faire, dans chaque projet et chaque conversation',
    ),
  );
  const off = await saveRule(
    page,
    say('Every Friday at 17:00, write a summary for Marta', 'Chaque vendredi à 17h, écris un résumé pour Marta'),
    say('Friday summary', 'Résumé du vendredi'),
  );
  await callAutomation(page, 'setOn', { id: off.id, version: 1, on: false });
  await kill();
  const db = new Database(join(userData, 'data', 'atelier--automation.sqlite'));
  const add = db.prepare(
    `INSERT INTO receipts (id, rule, title, cause, due, occurrence, began, ended, status, reason, problem, cost, conversation, answer, quiet, delivery, count)
     VALUES (:id, :rule, 'Morning issues', 'time', :due, :id, :began, :ended, :status, :reason, :problem, :cost, NULL, :answer, :quiet, NULL, NULL)`,
  );
  const problem = {
    code: 'automation/at-limit',
    texts: { en: 'The run was stopped, because it reached its limit.', fr: 'L’exécution a été arrêtée, car elle a atteint sa limite.' },
  };
  const long = say(
    '3 of 11 issues matter: the tide of Brest is a day late, ',
    'Trois tickets sur 11 comptent : la marée de Brest a un jour de retard, ',
  ).repeat(5);
  for (let ago = 30; ago >= 1; ago -= 1) {
    const due = Date.now() - ago * day;
    const kind = ago === 5 ? 'failed' : ago % 7 === 2 ? 'skipped' : 'ran';
    add.run({
      ...{ id: `o${ago}`, rule: id, due, began: kind === 'skipped' ? null : due + (ago === 4 ? 3_840_000 : 900), ended: due + 3_900_000 },
      ...{
        status: kind,
        reason: kind === 'skipped' ? 'missed' : kind === 'failed' ? 'budget' : null,
        problem: kind === 'failed' ? JSON.stringify(problem) : null,
      },
      ...{
        cost: kind === 'ran' ? 0.014 : null,
        answer: kind === 'ran' ? (ago === 3 ? long : say('3 of 6 issues sent.', '3 tickets sur 6.')) : null,
        quiet: ago === 6 ? 1 : 0,
      },
    });
  }
  db.prepare('UPDATE rules SET format = 99 WHERE id = ?').run(off.id);
  db.close();
}

test.for(
  looksOf([
    { theme: 'light', locale: 'fr-FR', width: 390 },
    { theme: 'light', locale: 'en-GB', width: 1440 },
    { theme: 'dark', locale: 'fr-FR', width: 1440 },
    { theme: 'dark', locale: 'en-GB', width: 390 },
    { theme: 'light', locale: 'en-GB', width: 1024 },
  ]),
)('the page fits and can be read by a screen reader, empty and after weeks ($theme, $locale, $width)', async options => {
  await using app = await openApp({ ...options, height: 900 });
  const { page } = app;
  const en = options.locale === 'en-GB';
  const fits: boolean[] = [];
  const look = async (name: string) => {
    await app.keep(name);
    await axeClean(page);
    fits.push(
      await automationPage(page).evaluate(one => {
        const parts = [
          one,
          ...['.one', 'automation-rule', 'automation-receipts', 'automation-list', 'automation-fields'].map(part =>
            one.shadowRoot?.querySelector(part),
          ),
        ];
        return parts.every(part => part === null || part === undefined || part.scrollWidth <= part.clientWidth);
      }),
    );
  };
  await openAutomations(page, options.locale);
  await automationPage(page).locator('.empty li').first().waitFor();
  await look('automation-empty');
  await automationPage(page)
    .getByRole('button', { name: en ? 'Write the first rule' : 'Écrire la première règle' })
    .click();
  await automationPage(page).locator('automation-rule .examples li').first().waitFor();
  await look('automation-new');
  await automationPage(page).locator('automation-rule .examples button').first().click();
  await automationPage(page).locator('automation-rule .row').last().waitFor();
  await look('automation-typed');
  await button(page, en ? 'Edit as fields' : 'Modifier les champs').click();
  await automationPage(page).locator('automation-fields').waitFor();
  await look('automation-form');
  await button(page, en ? 'Discard' : 'Abandonner').click();
  await automationPage(page).locator('.empty').waitFor();

  await fill(page, app.userData, () => app.kill(), en);
  await page.goto((await app.restart()).url);
  await openAutomations(page, options.locale);
  const title = en ? 'Morning issues' : 'Tickets du matin';
  await ruleRow(page, title).waitFor();
  await look('automation-list');
  await ruleRow(page, title).click();
  await heading(page).getByText(title).waitFor();
  await receiptsOf(page).nth(13).waitFor();
  await automationPage(page).locator('automation-rule .row').last().waitFor();
  await look('automation-rule');
  const shown = await receiptsOf(page).count();
  await automationPage(page)
    .getByRole('button', { name: en ? 'Show older' : 'Afficher les plus anciens' })
    .click();
  await expect.poll(() => receiptsOf(page).count()).toBe(30);
  await automationPage(page)
    .getByRole('button', { name: en ? 'Show all' : 'Tout afficher' })
    .first()
    .click();
  await look('automation-receipts');
  if (options.width === 390) {
    await automationPage(page)
      .getByRole('button', { name: en ? 'All rules' : 'Toutes les règles' })
      .click();
    await expect.poll(() => focused(page)).toMatch(/^ui-list/);
  }
  await ruleRow(page, en ? 'Friday summary' : 'Résumé du vendredi').click();
  await automationPage(page)
    .locator('automation-rule ui-alert')
    .getByText(en ? 'Made by a newer Atelier: it does not run here, and' : 'plus récent : elle ne s’exécute pas ici, et')
    .waitFor();
  await look('automation-newer');
  expect({ shown, fits }).toEqual({ shown: 14, fits: fits.map(() => true) });
});
