import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { type App, openApp } from './app.ts';
import { axeClean } from './axe.ts';
import { composer, field, openComposer } from './composer-page.ts';
import { lookedAt, openModelServer } from './model-server.ts';
import { agentFile } from './providers-page.ts';
import { connected } from './screen.ts';
import { rested, thread } from './thread.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

const steps = (page: Page) => page.locator('onboarding-page dialog');
const step = (page: Page) => steps(page).getByRole('heading', { level: 2 }).first();
const press = (page: Page, name: string) => steps(page).getByRole('button', { name, exact: true }).click();

/** Says something in the composer and waits for the answer. */
async function converse(page: Page, text: string): Promise<void> {
  await openComposer(page);
  await field(page).fill(text);
  await field(page).press('Enter');
  await page.waitForURL(/%22conversation%22/);
}

async function comesBack(app: App): Promise<boolean> {
  await app.page.reload();
  await connected(app.page);
  return await steps(app.page).isVisible();
}

test('an empty profile is led to its first answer: language, a provider, a star in the real file, a real request, and a conversation', async () => {
  await using server = await openModelServer(...lookedAt, { text: 'Ready.' }, { text: 'Hello from the scripted model.' });
  await using app = await openApp({ locale: 'en-GB', firstSteps: true });
  const { page, userData } = app;
  await step(page).waitFor();
  await axeClean(page);
  await steps(page).getByRole('radio', { name: 'Français' }).check();
  await step(page).getByText('Langue et apparence').waitFor();
  await steps(page).getByRole('radio', { name: 'English' }).check();
  await press(page, 'Continue');
  await steps(page).getByRole('radio', { name: 'Anthropic' }).click();
  await steps(page).getByRole('radio', { name: 'Claude API' }).waitFor();
  await axeClean(page);
  await app.keep('onboarding-provider');
  await steps(page).getByRole('radio', { name: 'Your own server' }).click();
  await steps(page).getByLabel('Name').fill('Scripted');
  await steps(page).getByLabel('Base URL').fill(server.url);
  await steps(page).getByRole('button', { name: 'Add a server' }).click();
  await steps(page).getByText('Ready, 2 models').waitFor();
  // Left in the middle and opened again, it stands where it was left.
  await press(page, 'Continue');
  await steps(page).getByRole('button', { name: 'Star scripted-large' }).waitFor();
  await page.keyboard.press('Escape');
  await steps(page).waitFor({ state: 'detached' });
  const again = await comesBack(app);
  await page.keyboard.press('Control+Shift+O');
  await steps(page).getByRole('button', { name: 'Star scripted-large' }).click();
  await steps(page).getByRole('button', { name: 'Unstar scripted-large' }).waitFor();
  await axeClean(page);
  await press(page, 'Continue');
  await steps(page).getByRole('button', { name: 'Test', exact: true }).click();
  await steps(page).getByText('120 tokens in, 24 out').waitFor();
  await axeClean(page);
  await press(page, 'Continue');
  await axeClean(page);
  await app.keep('onboarding-done');
  await press(page, 'Begin');
  await steps(page).waitFor({ state: 'detached' });
  await page.keyboard.press('Control+n');
  await composer(page).locator('.model', { hasText: 'scripted-large' }).waitFor();
  await field(page).fill('Hello');
  await field(page).press('Enter');
  await thread(page).getByText('Hello from the scripted model.').first().waitFor();
  expect({
    again,
    stars: agentFile<{ enabledModels: unknown }>(userData, 'settings').enabledModels,
    shown: await comesBack(app),
  }).toEqual({
    again: false,
    stars: ['scripted/scripted-large'],
    shown: false,
  });
});

test.each([
  { locale: 'fr-FR', theme: 'dark', width: 400, demo: 'Essayer la démo (sans IA)', test: 'Tester', next: 'Continuer', begin: 'Commencer' },
  { locale: 'en-GB', theme: 'light', width: 1440, demo: 'Try the demo model (no AI)', test: 'Test', next: 'Continue', begin: 'Begin' },
] as const)('with the demo one is there without a key ($locale, $width px)', async ({ demo, test: ask, next, begin, ...look }) => {
  await using app = await openApp({ ...look, firstSteps: true });
  const { page } = app;
  await step(page).waitFor();
  await axeClean(page);
  await press(page, next);
  await steps(page).getByRole('button', { name: demo }).waitFor();
  await axeClean(page);
  await app.keep('onboarding-demo');
  await press(page, demo);
  await steps(page).getByRole('button', { name: ask, exact: true }).click();
  await press(page, next);
  await press(page, begin);
  await steps(page).waitFor({ state: 'detached' });
  await converse(page, 'thanks');
  await rested(page, decodeURIComponent(new URL(page.url()).hash).match(/"conversation":"([^"]+)"/)?.[1] ?? '');
  expect(await comesBack(app)).toBe(false);
});

test('every step can be passed, and who leaves is not asked again', async () => {
  await using app = await openApp({ locale: 'en-GB', firstSteps: true });
  const { page } = app;
  await step(page).waitFor();
  await press(page, 'Continue');
  const passed: string[] = [];
  for (const _step of ['provider', 'models', 'check']) {
    passed.push(await step(page).innerText());
    await press(page, 'Skip this step');
  }
  const last = await step(page).innerText();
  await press(page, 'Back');
  await press(page, 'Leave for now');
  await steps(page).waitFor({ state: 'detached' });
  const shown = await comesBack(app);
  await page.keyboard.press('Control+Shift+O');
  await step(page).waitFor();
  expect({ passed, last, shown, found: await step(page).innerText() }).toEqual({
    passed: ['Choose a provider', 'Choose models', 'Check that it answers'],
    last: 'Ready',
    shown: false,
    found: 'Check that it answers',
  });
});

test('an empty profile on an English system is French until the person says otherwise, all the way to the first answer', async () => {
  await using server = await openModelServer(...lookedAt, { text: 'Prêt.' }, { text: 'Bonjour du modèle.' });
  await using app = await openApp({ locale: 'en-GB', firstSteps: true, noLanguage: true, env: { LANG: 'en_GB.UTF-8' } });
  const { page } = app;
  const english: string[] = [];
  /** Words of these steps that would be shown if one of them fell back to English. */
  const look = async () => {
    const shown = await steps(page).innerText();
    english.push(
      ...['Language and look', 'Continue', 'Your own server', 'Ready, ', 'Begin', 'Test'].filter(word =>
        shown.split(/\n|\s{2,}/).includes(word),
      ),
    );
  };
  await step(page).getByText('Langue et apparence').waitFor();
  const lang = await page.evaluate(() => document.documentElement.lang);
  await look();
  await press(page, 'Continuer');
  await steps(page).getByRole('radio', { name: 'Votre propre serveur' }).click();
  await look();
  await app.keep('onboarding-french-provider');
  await steps(page).getByLabel('Nom').fill('Scripted');
  await steps(page).getByLabel('URL de base').fill(server.url);
  await steps(page).getByRole('button', { name: 'Ajouter un serveur' }).click();
  await steps(page).getByText('Prêt, 2 modèles').waitFor();
  await press(page, 'Continuer');
  await steps(page).getByRole('button', { name: 'Mettre scripted-large en favori' }).click();
  await steps(page).getByRole('button', { name: 'Retirer scripted-large des favoris' }).waitFor();
  await look();
  await press(page, 'Continuer');
  await steps(page).getByRole('button', { name: 'Tester', exact: true }).click();
  await steps(page).getByText('120 jetons en entrée, 24 en sortie').waitFor();
  await look();
  await press(page, 'Continuer');
  await look();
  await press(page, 'Commencer');
  await steps(page).waitFor({ state: 'detached' });
  await page.keyboard.press('Control+n');
  await composer(page).locator('.model', { hasText: 'scripted-large' }).waitFor();
  await field(page).fill('Bonjour');
  await field(page).press('Enter');
  await thread(page).getByText('Bonjour du modèle.').first().waitFor();
  await app.keep('onboarding-french-answer');
  expect({ lang, english }).toEqual({ lang: 'fr', english: [] });
});
