import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { type App, openApp } from './app.ts';
import { axeClean } from './axe.ts';
import { composer, field, openComposer } from './composer-page.ts';
import { looksOf } from './looks.ts';
import { lookedAt, openModelServer } from './model-server.ts';
import { agentFile } from './providers-page.ts';
import { connected } from './screen.ts';
import { rested, thread } from './thread.ts';
import { focused } from './window.ts';

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

test.each(
  looksOf([
    {
      locale: 'fr-FR',
      theme: 'dark',
      width: 400,
      demo: 'Essayer la démo (sans IA)',
      test: 'Tester',
      next: 'Continuer',
      begin: 'Commencer',
    },
    { locale: 'en-GB', theme: 'light', width: 1440, demo: 'Try the demo model (no AI)', test: 'Test', next: 'Continue', begin: 'Begin' },
  ]),
)('with the demo one is there without a key ($locale, $width px)', async ({ demo, test: ask, next, begin, ...look }) => {
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
  // What the demo answers is in the language of the page, and its Markdown is drawn.
  const said = steps(page).locator('providers-test ui-markdown');
  await said.getByText(look.locale === 'fr-FR' ? 'Prêt' : 'Ready', { exact: true }).waitFor();
  const raw = /[*>]/.test(await said.innerText());
  await steps(page)
    .locator('providers-test')
    .getByText(look.locale === 'fr-FR' ? /^Démo a répondu en/ : /^Demo answered in/)
    .waitFor();
  await app.keep('onboarding-demo-tested');
  await press(page, next);
  await press(page, begin);
  await steps(page).waitFor({ state: 'detached' });
  await converse(page, 'thanks');
  await rested(page, decodeURIComponent(new URL(page.url()).hash).match(/"conversation":"([^"]+)"/)?.[1] ?? '');
  expect({ raw, shown: await comesBack(app) }).toEqual({ raw: false, shown: false });
});

test('a server that was added is where the keyboard goes on, with what is wrong with it, and its step is not said to be skipped', async () => {
  await using server = await openModelServer();
  server.behave({ key: 'right' });
  await using app = await openApp({ locale: 'en-GB', firstSteps: true });
  const { page } = app;
  await step(page).waitFor();
  await press(page, 'Continue');
  const own = steps(page).getByRole('radio', { name: 'Your own server' });
  const height = async () => (await own.boundingBox())?.height;
  const before = await height();
  await own.click();
  const chosen = await height();
  await steps(page).getByLabel('Name').fill('Lab');
  await steps(page).getByLabel('Base URL').fill(server.url);
  await steps(page).getByRole('button', { name: 'Add a server' }).click();
  await steps(page).locator('providers-details').getByText('asks for a key').waitFor();
  const at = await focused(page);
  await press(page, 'Skip this step');
  await step(page).getByText('Choose models').waitFor();
  const rail = await steps(page).getByRole('button', { name: 'Choose a provider' }).innerText();
  await app.keep('onboarding-failing');
  expect({ grows: before !== chosen, at, rail: rail.split('\n') }).toEqual({
    grows: false,
    at: expect.stringMatching(/^button.*Lab/),
    rail: ['Choose a provider', 'Lab, needs a look'],
  });
});

test('every step can be passed, and who leaves is not asked again', async () => {
  await using app = await openApp({ locale: 'en-GB', firstSteps: true });
  const { page } = app;
  await step(page).waitFor();
  await press(page, 'Continue');
  for (const title of ['Choose a provider', 'Choose models', 'Check that it answers']) {
    await step(page).getByText(title, { exact: true }).waitFor();
    await press(page, 'Skip this step');
  }
  await step(page).getByText('Ready', { exact: true }).waitFor();
  await press(page, 'Back');
  await step(page).getByText('Check that it answers', { exact: true }).waitFor();
  await press(page, 'Leave for now');
  await steps(page).waitFor({ state: 'detached' });
  const shown = await comesBack(app);
  await page.keyboard.press('Control+Shift+O');
  await step(page).waitFor();
  expect({ shown, found: await step(page).innerText() }).toEqual({
    shown: false,
    found: 'Check that it answers',
  });
});

const walks = [
  {
    lang: 'fr',
    system: 'en-GB',
    env: { LANG: 'en_GB.UTF-8' },
    heading: 'Langue et apparence',
    next: 'Continuer',
    own: 'Votre propre serveur',
    name: 'Nom',
    address: 'URL de base',
    add: 'Ajouter un serveur',
    ready: 'Prêt, 2 modèles',
    star: 'Mettre scripted-large en favori',
    unstar: 'Retirer scripted-large des favoris',
    ask: 'Tester',
    asked: '120 jetons en entrée, 24 en sortie',
    begin: 'Commencer',
    answer: 'Bonjour du modèle.',
  },
  {
    lang: 'en',
    system: 'fr-FR',
    env: { LANG: 'fr_FR.UTF-8' },
    heading: 'Language and look',
    next: 'Continue',
    own: 'Your own server',
    name: 'Name',
    address: 'Base URL',
    add: 'Add a server',
    ready: 'Ready, 2 models',
    star: 'Star scripted-large',
    unstar: 'Unstar scripted-large',
    ask: 'Test',
    asked: '120 tokens in, 24 out',
    begin: 'Begin',
    answer: 'Hello from the model.',
  },
] as const;

/** All texts of our plugins and of the window that stand in one language only, in full. */
function textsOf(lang: string): readonly string[] {
  const folders = ['plugins', 'shell'].flatMap(root => {
    const all = readdirSync(join(import.meta.dirname, '../..', root), { recursive: true, encoding: 'utf8' });
    return all.filter(path => path.endsWith(`${lang}.json`) && !path.includes('node_modules')).map(path => join(root, path));
  });
  return folders.flatMap(path =>
    Object.values(JSON.parse(readFileSync(join(import.meta.dirname, '../..', path), 'utf8')) as object).map(String),
  );
}

/** Everything that can be read or heard on the page, each part for itself. */
const partsOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const parts: string[] = [];
    const walk = (node: Node): void => {
      if (node instanceof Text && node.parentElement?.checkVisibility() === true) parts.push(node.data);
      if (node instanceof Element) {
        if (node.localName === 'style' || node.localName === 'script') return;
        for (const name of ['aria-label', 'title', 'placeholder', 'alt']) parts.push(node.getAttribute(name) ?? '');
        node.shadowRoot?.childNodes.forEach(walk);
      }
      node.childNodes.forEach(walk);
    };
    walk(document.body);
    return parts.map(part => part.replaceAll(/\s+/g, ' ').trim()).filter(part => part !== '');
  });

test.each(walks)(
  'an empty profile on a $system system is led to its first answer in the language $lang, without a word of the other one',
  async words => {
    const { lang, system, env } = words;
    await using server = await openModelServer(...lookedAt, { text: 'OK.' }, { text: words.answer });
    await using app = await openApp({ locale: system, firstSteps: true, noLanguage: true, env });
    const { page } = app;
    const own = new Set(textsOf(lang));
    const others = new Set(textsOf(lang === 'fr' ? 'en' : 'fr').filter(text => !own.has(text) && /\p{L}{3}/u.test(text)));
    const seen = new Set<string>();
    // The names of models are read again after the language was changed.
    const look = () =>
      expect
        .poll(async () => {
          const parts = await partsOf(page);
          for (const part of parts) if (own.has(part)) seen.add(part);
          return parts.filter(part => others.has(part));
        })
        .toEqual([]);
    // It is French until the person says otherwise.
    await step(page).getByText('Langue et apparence').waitFor();
    if (lang === 'en') await steps(page).getByRole('radio', { name: 'English' }).check();
    await step(page).getByText(words.heading).waitFor();
    const document = await page.evaluate(() => window.document.documentElement.lang);
    await look();
    await press(page, words.next);
    await steps(page).getByRole('radio', { name: words.own }).click();
    await look();
    await app.keep(`onboarding-only-${lang}-provider`);
    await steps(page).getByLabel(words.name).fill('Scripted');
    await steps(page).getByLabel(words.address).fill(server.url);
    await steps(page).getByRole('button', { name: words.add }).click();
    await steps(page).getByText(words.ready).waitFor();
    await look();
    await press(page, words.next);
    await steps(page).getByRole('button', { name: words.star }).click();
    await steps(page).getByRole('button', { name: words.unstar }).waitFor();
    await look();
    await press(page, words.next);
    await steps(page).getByRole('button', { name: words.ask, exact: true }).click();
    await steps(page).getByText(words.asked).waitFor();
    await look();
    await press(page, words.next);
    await look();
    await press(page, words.begin);
    await steps(page).waitFor({ state: 'detached' });
    await page.keyboard.press('Control+n');
    await composer(page).locator('.model', { hasText: 'scripted-large' }).waitFor();
    await field(page).fill('Tide');
    await field(page).press('Enter');
    await thread(page).getByText(words.answer).first().waitFor();
    await look();
    await app.keep(`onboarding-only-${lang}-answer`);
    expect({ document, seen: seen.size > 30 }).toEqual({ document: lang, seen: true });
  },
);
