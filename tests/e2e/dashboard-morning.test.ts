import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { callAutomation, openAutomations } from './automation-page.ts';
import { axeClean } from './axe.ts';
import { connected, pressEnter } from './screen.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

const draft = (title: string, action: object) => ({
  ...{ title, trigger: { kind: 'webhook' }, action, deliver: 'never', missed: { policy: 'skip' } },
});

test.for([
  { theme: 'light', locale: 'en-GB', width: 1440 },
  { theme: 'dark', locale: 'fr-FR', width: 390 },
] as const)('the home says what ran since yesterday and has the answers to what failed ($theme, $locale, $width)', async options => {
  await using app = await openApp({ ...options, height: 900 });
  const { page } = app;
  const en = options.locale === 'en-GB';
  const home = page.locator('dashboard-home');
  const card = home.locator('.first');
  await connected(page);
  await page.keyboard.press('Control+2');
  await home.getByRole('button', { name: en ? 'Leave out the rest' : 'Passer la suite' }).click();
  await home.getByText(en ? 'No rules yet' : 'Aucune règle').waitFor();
  const empty = await card.count();
  await page.keyboard.press('Control+1');
  await openAutomations(page, options.locale);
  const rules = [
    draft(en ? 'Stretch' : 'S’étirer', { kind: 'emit', event: 'stretch' }),
    draft(en ? 'Back up' : 'Sauvegarder', { kind: 'command', command: 'nobody.knows' }),
  ];
  for (const one of rules)
    await callAutomation(page, 'runNow', { id: (await callAutomation<{ id: string }>(page, 'save', { draft: one })).id });
  await expect.poll(async () => (await callAutomation<{ today: object }>(page, 'summary')).today).toMatchObject({ ran: 1, failed: 1 });
  await page.keyboard.press('Control+2');
  await card.getByText(en ? '1 ran, 1 failed' : '1 exécutée, 1 échec').waitFor();
  await app.keep('dashboard-morning');
  await axeClean(page);
  const fits = await home.evaluate(one => one.scrollWidth <= one.clientWidth);
  await pressEnter(card.getByRole('button', { name: en ? 'Run again' : 'Exécuter de nouveau' }));
  await card.getByText(en ? '1 ran, 2 failed' : '1 exécutée, 2 échecs').waitFor();
  await pressEnter(card.getByRole('button', { name: en ? 'Switch off' : 'Désactiver' }));
  await card.getByText(en ? 'Nothing needs you.' : 'Rien ne vous attend.').waitFor();
  await app.keep('dashboard-morning-answered');
  expect({ empty, fits }).toEqual({ empty: 0, fits: true });
});
