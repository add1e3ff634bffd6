import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { automationPage, callAutomation, openAutomations, ruleRow, sentenceOf } from './automation-page.ts';
import { axeClean } from './axe.ts';
import { looksOf } from './looks.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

/** A tool of systemd that takes what it is asked, or refuses it. */
function systemctl(answer: string): void {
  const bin = mkdtempSync(join(tmpdir(), 'atelier-systemctl-'));
  mkdirSync(join(bin, 'bin'));
  const tool = join(bin, 'bin', 'systemctl');
  writeFileSync(tool, `#!/bin/sh\n${answer}\n`);
  chmodSync(tool, 0o755);
  vi.stubEnv('PATH', [dirname(tool), process.env.PATH].join(delimiter));
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(bin, { recursive: true, force: true });
  });
}

test.for(
  looksOf([
    { locale: 'fr-FR', width: 390, theme: 'dark' },
    { locale: 'en-GB', width: 1440, theme: 'light' },
  ]),
)('a stranger lets a rule run while Atelier is closed, is told so before saving, and takes it back ($locale, $width)', async options => {
  systemctl('exit 0');
  await using app = await openApp({ ...options, single: true });
  const { page } = app;
  const en = options.locale === 'en-GB';
  await openAutomations(page, options.locale);
  await automationPage(page)
    .getByRole('button', { name: en ? 'Write the first rule' : 'Écrire la première règle' })
    .click();
  await sentenceOf(page).fill(en ? 'Every day at 9:00, remind me to drink' : 'Chaque jour à 9 h 00, rappelle-moi de boire');
  const rule = automationPage(page).locator('automation-rule');
  const notClosed = rule.getByText(en ? /^Nothing runs while Atelier is closed/ : /^Rien ne s’exécute quand Atelier est fermé/);
  await notClosed.waitFor();
  const choice = rule.getByRole('switch', { name: en ? /^Run while Atelier is closed/ : /^Exécuter quand Atelier est fermé/ });
  await choice.scrollIntoViewIfNeeded();
  await app.keep('automation-not-closed');
  await choice.click();
  await rule.getByText(en ? /Runs while Atelier is closed too/ : /S’exécute aussi quand Atelier est fermé/).waitFor();
  await notClosed.waitFor({ state: 'detached' });
  await rule
    .getByRole('button', { name: en ? 'Save rule' : 'Enregistrer la règle', exact: true })
    .first()
    .click();
  await ruleRow(page, en ? 'drink' : 'boire').waitFor({ state: 'attached' });
  const timer = join(dirname(app.userData), 'systemd', 'user', 'atelier-due.timer');
  await expect.poll(() => existsSync(timer)).toBe(true);
  expect(readFileSync(timer, 'utf8').match(/^OnCalendar=/gm)?.length).toBe(20);
  await choice.scrollIntoViewIfNeeded();
  await app.keep('automation-while-closed');
  await axeClean(page);
  const { rules } = await callAutomation<{ rules: readonly { id: string; version: number }[] }>(page, 'list');
  await callAutomation(page, 'runNow', { id: rules[0]?.id, version: rules[0]?.version });
  // French keeps the colon apart, and the line whole.
  await page
    .locator('workbench-overlay')
    .getByText(en ? /drink: drink/i : /boire\u00a0: boire/i)
    .waitFor();
  await choice.click();
  await notClosed.waitFor();
  await expect.poll(() => existsSync(timer)).toBe(false);
});

test('where the system refuses, it is said with what the system said, and the choice stays off', async () => {
  systemctl('echo "Failed to connect to bus" >&2; exit 1');
  await using app = await openApp({ locale: 'en-GB', single: true });
  const { page } = app;
  await openAutomations(page);
  await automationPage(page).getByRole('button', { name: 'Write the first rule' }).click();
  await sentenceOf(page).fill('Every day at 9:00, remind me to drink');
  const choice = automationPage(page)
    .locator('automation-rule')
    .getByRole('switch', { name: /^Run while Atelier is closed/ });
  await choice.click();
  await page.getByText(/Rules do not run while Atelier is closed: the system did not take the times/).waitFor();
  await expect.poll(() => choice.getAttribute('aria-checked')).not.toBe('true');
  expect(existsSync(join(dirname(app.userData), 'systemd', 'user', 'atelier-due.timer'))).toBe(false);
});
