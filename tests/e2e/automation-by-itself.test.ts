import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { automationPage, callAutomation, openAutomations, receiptsOf, sentenceOf } from './automation-page.ts';
import { axeClean } from './axe.ts';
import { looksOf } from './looks.ts';
import { connected, pressEnter } from './screen.ts';
import { demoReady } from './thread.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

// The rule runs at a minute of the real clock, twice.
test.for(
  looksOf([
    { theme: 'dark', locale: 'fr-FR', width: 390 },
    { theme: 'light', locale: 'en-GB', width: 1440 },
  ]),
)(
  'a sentence is tried, saved, and runs by itself at its time; it fails, waits and says so, and its next time has a receipt ($theme, $locale, $width)',
  { timeout: 240_000 },
  async options => {
    await using app = await openApp({ ...options, height: 900 });
    const { page } = app;
    const en = options.locale === 'en-GB';
    const say = (english: string, french: string) => (en ? english : french);
    const rule = automationPage(page).locator('automation-rule');
    const button = (name: string) => rule.getByRole('button', { name, exact: true }).first();
    const minute = { timeout: 75_000 };
    await connected(page);
    await demoReady(page);
    await openAutomations(page, options.locale);
    await automationPage(page)
      .getByRole('button', { name: say('Write the first rule', 'Écrire la première règle') })
      .click();
    await sentenceOf(page).fill(say('Every minute, say hello', 'Chaque minute, dis bonjour'));
    await automationPage(page).getByText(say('Understood in full.', 'Tout est compris.')).waitFor();
    await pressEnter(button(say('Try without doing', 'Essayer à blanc')));
    await automationPage(page).getByText(say('It would run.', 'Elle s’exécuterait.')).waitFor();
    const tried = await callAutomation<{ receipts: unknown[] }>(page, 'receipts', {});
    await pressEnter(button(say('Save rule', 'Enregistrer la règle')));
    const ran = receiptsOf(page).filter({ hasText: say('Ran', 'Exécutée') });
    await ran.first().waitFor(minute);
    const [first] = (
      await callAutomation<{ receipts: { due: number; began: number; cause: string; rule: string }[] }>(page, 'receipts', {})
    ).receipts;
    await app.keep('automation-by-itself');

    // What it asks for now fails each time: twice for the person, then by itself.
    await sentenceOf(page).fill(say('Every minute, play an outage 401', 'Chaque minute, joue une panne 401'));
    await automationPage(page).getByText(say('Understood in full.', 'Tout est compris.')).waitFor();
    await pressEnter(button(say('Save rule', 'Enregistrer la règle')));
    await expect
      .poll(async () => {
        const got = await callAutomation<{ state: string; version: number; failures: number; running?: object }>(page, 'get', {
          id: first?.rule,
        });
        const { state, version, failures, running } = got;
        if (failures < 2 && running === undefined)
          await callAutomation(page, 'runNow', { id: first?.rule, version }).catch(() => undefined);
        return state;
      }, minute)
      .toBe('failing');
    const alert = rule.locator('ui-alert').filter({ hasText: say('Its last 3 runs failed.', 'Ses 3 dernières exécutions ont échoué.') });
    await alert.waitFor();
    const said = await alert.innerText();
    const waited = receiptsOf(page).filter({ hasText: say('waiting after failures', 'attente après des échecs') });
    await waited.first().waitFor(minute);
    await app.keep('automation-backed-off');
    await axeClean(page);
    const { failures, backOffUntil = 0 } = await callAutomation<{ failures: number; backOffUntil?: number }>(page, 'get', {
      id: first?.rule,
    });
    const [newest] = (await callAutomation<{ receipts: { status: string; reason?: string; due: number }[] }>(page, 'receipts', {}))
      .receipts;
    expect({
      tried: tried.receipts,
      first: [first?.cause, (first?.due ?? 1) <= (first?.began ?? 0)],
      failures,
      said,
      newest: [newest?.status, newest?.reason, (newest?.due ?? Number.POSITIVE_INFINITY) < backOffUntil],
    }).toEqual({
      tried: [],
      first: ['time', true],
      failures: 3,
      said: expect.stringMatching(/\d\d:\d\d/),
      newest: ['skipped', 'back-off', true],
    });
  },
);
