import type { State } from '@atelier/providers/contract';
import type { Locator, Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { type BehavingServer, openBehavingServer } from '../support/behaving-servers.ts';
import { chromiumLack } from '../support/chromium.ts';
import { writeSettingsIn } from '../support/local-model.ts';
import { type BehaviourRow, behaviours } from '../support/provider-behaviours.ts';
import { openApp } from './app.ts';
import { composer, field } from './composer-page.ts';
import type { ModelRequest } from './model-server.ts';
import { details, openProviders, section } from './providers-page.ts';
import { connected, pressEnter } from './screen.ts';
import { callAs, show, thread } from './thread.ts';
import { plain } from './window.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

type Locale = 'en' | 'fr';

const states: Readonly<Record<Locale, Readonly<Record<State, string>>>> = {
  en: {
    ready: 'Ready',
    failing: 'Unusable answer',
    unreachable: 'Cannot be reached',
    'needs-key': 'Needs a key',
    refused: 'Key refused',
  },
  fr: {
    ready: 'Prêt',
    failing: 'Réponse inutilisable',
    unreachable: 'Injoignable',
    'needs-key': 'Demande une clé',
    refused: 'Clé refusée',
  },
};

/** A model is refused by a key or by a sign-in; its row says neither. */
const inPicker: Readonly<Record<Locale, Partial<Readonly<Record<State, string>>>>> = {
  en: { refused: 'Access refused' },
  fr: { refused: 'Accès refusé' },
};

/** How a conversation ends, in the words of its transcript. */
const ends: Readonly<Record<string, Readonly<Record<Locale, string>>>> = {
  answered: { en: 'Hello.', fr: 'Hello.' },
  silent: { en: 'has said nothing for', fr: 'ne dit rien depuis' },
  'agent/connection-failed': { en: 'could not be reached', fr: 'est injoignable' },
  'agent/redirected': { en: 'redirects to another host', fr: 'redirige vers un autre hôte' },
  'agent/unauthorised': { en: 'refused the credentials', fr: 'a refusé les identifiants' },
  'agent/model-missing': { en: 'does not know the model', fr: 'ne connaît pas le modèle' },
  'agent/rate-limited': { en: 'accepts no more requests for now', fr: 'n’accepte plus de requêtes pour l’instant' },
  'agent/rate-limited-for': { en: 'accepts no more requests for 30 s', fr: 'n’accepte plus de requêtes pendant 30 s' },
  'agent/empty-answer': { en: 'ended its answer without a word', fr: 'a terminé sa réponse sans un mot' },
  'agent/quota-used': { en: 'has used up its credit', fr: 'a épuisé son crédit' },
  'agent/provider-failed': { en: 'reported an internal error', fr: 'a signalé une erreur interne' },
  'agent/bad-answer': { en: 'something other than a model’s answer', fr: 'autre chose qu’une réponse de modèle' },
  'agent/stream-cut': { en: 'was cut off before its end', fr: 's’est interrompue avant la fin' },
};

/** Of the table, each outcome once: a state, its reason, the end of the conversation and the state after it. */
const rows = [...Map.groupBy(behaviours, ({ state, says, turn, after }) => JSON.stringify([state, says, turn, after])).values()].map(
  ([row]) => row as BehaviourRow,
);
const idOf = (index: number) => `lab-${index}`;
const stateAfter = ({ state, turn, after }: BehaviourRow): State => after ?? (turn === undefined ? 'ready' : state);

const ready = { en: 'Ready, 1 model', fr: 'Prêt, 1 modèle' };
const goOn = { en: 'Continue', fr: 'Continuer' };
const steps = (page: Page) => page.locator('onboarding-page dialog');

async function inLanguage(page: Page, locale: Locale): Promise<void> {
  await thread(page).evaluate(
    (element, command) => (element as unknown as { view: { run(command: string): Promise<unknown> } }).view.run(command),
    locale === 'fr' ? 'workbench.french' : 'workbench.english',
  );
  await page.locator(`html[lang=${locale}]`).waitFor();
}

/** The words of each row of a list by the row's name, without the time at which the server was asked. */
async function wordsBy(list: Locator, name: string, words: string): Promise<Readonly<Record<string, string>>> {
  const pairs = await list.evaluateAll(
    (all, [named, said]) =>
      all.map(one => {
        const state = one.querySelector(said)?.cloneNode(true) as Element | undefined;
        state?.querySelector('small')?.remove();
        return [one.querySelector(named)?.textContent?.trim() ?? '', state?.textContent?.trim() ?? ''] as const;
      }),
    [name, words] as const,
  );
  return Object.fromEntries(pairs.filter(([of]) => rows.some(row => row.name === of)));
}

/** Opens each provider of a list, and reads its card: the state, and the reason below it. */
async function cards(list: Locator, status: Locator): Promise<Readonly<Record<string, readonly string[]>>> {
  const found: Record<string, readonly string[]> = {};
  for (const [index, { name }] of rows.entries()) {
    const row = list.locator(`[data-key="${idOf(index)}"]`);
    await row.click();
    await row.and(list.locator('[aria-current=true], [aria-expanded=true]')).waitFor();
    found[name] = await status.locator('b, p').allInnerTexts();
  }
  return found;
}

/** What the card, the picker and onboarding say of each server. */
async function look(page: Page, locale: Locale) {
  await openProviders(page);
  const card = await wordsBy(section(page).locator('.row'), '.hit b', '.state');
  const inDetails = await cards(section(page), details(page).locator('.status'));
  await page.keyboard.press('Escape');
  await field(page).waitFor();
  await pressEnter(composer(page).locator('.model button, .model').first());
  await composer(page).locator('.opt .name').first().waitFor();
  const picker = await wordsBy(composer(page).locator('.opt'), '.name', '.state');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+Shift+O');
  await steps(page).locator('.hit').first().waitFor();
  const onboarding = await wordsBy(steps(page).locator('.row'), '.hit b', '.state');
  const inOnboarding = await cards(steps(page), steps(page).locator('providers-details .status'));
  const goesOn = await steps(page).getByRole('button', { name: goOn[locale], exact: true }).count();
  await page.keyboard.press('Escape');
  await steps(page).waitFor({ state: 'detached' });
  const said = rows.map(({ name }) => ({
    name,
    card: card[name],
    details: inDetails[name]?.map(plain),
    picker: picker[name],
    onboarding: onboarding[name],
    inOnboarding: inOnboarding[name]?.map(plain),
  }));
  return { goesOn, said };
}

/** What they have to say: the state of the table, and the sentence of the channel, whose words in English the table has too. */
async function told(page: Page, locale: Locale, stateOf: (row: BehaviourRow) => State) {
  const providers = await callAs<readonly { name: string; status?: { message?: string } }[]>(page, 'providers', 'list', { locale });
  const said = rows.map(row => {
    const { name } = row;
    const state = stateOf(row);
    const words = states[locale][state];
    const isReady = state === 'ready';
    const why = providers.find(one => one.name === name)?.status?.message ?? '';
    const inFull = isReady ? [words] : [words, why === '' ? 'a reason' : plain(why)];
    const short = isReady ? ready[locale] : words;
    return {
      name,
      card: short,
      details: inFull,
      picker: isReady ? '' : (inPicker[locale][state] ?? words),
      onboarding: short,
      inOnboarding: inFull,
    };
  });
  return { goesOn: 1, said };
}

/** The end of each conversation, as its transcript says it. */
async function endings(page: Page, conversations: readonly string[], locale: Locale) {
  const found: Record<string, string> = {};
  for (const [index, { name, turn = 'answered' }] of rows.entries()) {
    await show(page, conversations[index] ?? '');
    const end = thread(page).locator(turn === 'answered' ? '.say' : '[role=alert]');
    await end
      .getByText(ends[turn]?.[locale] ?? turn)
      .first()
      .waitFor();
    const shown = await thread(page).locator('ui-transcript').innerText();
    found[name] = /<!doctype|<h1>/.test(shown) ? 'a page as it was sent' : turn;
  }
  return found;
}

test('whatever a server does, the page says it: on the card, in the picker, in onboarding and in the conversation, in both languages', async () => {
  await using servers = new AsyncDisposableStack();
  const behaving: BehavingServer[] = [];
  for (const row of rows) {
    const one = servers.use(await openBehavingServer());
    one.server.behave(row.does ?? {});
    behaving.push(one);
  }
  await using app = await openApp({
    locale: 'en-GB',
    width: 1440,
    firstSteps: true,
    prepare: userData => writeSettingsIn(userData, { retry: { enabled: false }, httpIdleTimeoutMs: 1500 }),
  });
  const { page } = app;
  const add = async (isReady: boolean) => {
    const added = [...rows.entries()].filter(([, { state }]) => (state === 'ready') === isReady);
    for (const [index, row] of added) {
      const { name, key } = row;
      const baseUrl = behaving[index]?.addressOf(row);
      await callAs(page, 'providers', 'save', {
        id: idOf(index),
        name,
        baseUrl,
        models: [{ id: 'm1', name }],
        ...(key !== undefined && { key }),
      });
    }
    await Promise.all(added.map(([index]) => callAs(page, 'providers', 'ask', { id: idOf(index) })));
  };
  await steps(page).getByRole('button', { name: goOn.en, exact: true }).click();
  await steps(page).getByRole('radio').first().waitFor();
  await page.keyboard.press('Escape');
  await steps(page).waitFor({ state: 'detached' });
  await connected(page);

  // With those alone that cannot be used, nobody is led on.
  await add(false);
  await page.keyboard.press('Control+Shift+O');
  await steps(page).locator('.hit').first().waitFor();
  const early = await steps(page).getByRole('button', { name: goOn.en, exact: true }).count();
  await page.keyboard.press('Escape');
  await steps(page).waitFor({ state: 'detached' });
  await add(true);
  const before = ({ state }: BehaviourRow) => state;
  expect({ early, ...(await look(page, 'en')) }).toEqual({ early: 0, ...(await told(page, 'en', before)) });
  const reasons = (await told(page, 'en', before)).said.map(({ name, details: [, why = ''] }) => [name, why] as const);
  const unsaid = reasons.filter(([of, why]) => !why.includes(rows.find(({ name }) => name === of)?.says ?? ''));
  await inLanguage(page, 'fr');
  expect(await look(page, 'fr')).toEqual(await told(page, 'fr', before));

  const conversations: string[] = [];
  for (const [index, row] of rows.entries()) {
    const server = behaving[index]?.server;
    if (row.later !== undefined) server?.behave(row.later);
    // The title is asked for as well.
    server?.script(...Array.from({ length: 3 }, () => ({ text: 'Hello.', when: ({ body }: ModelRequest) => body.model === 'm1' })));
    const sent = await callAs<{ conversation: string }>(page, 'conversations', 'send', { text: 'hello', model: `${idOf(index)}/m1` });
    conversations.push(sent.conversation);
  }
  const turns = Object.fromEntries(rows.map(({ name, turn = 'answered' }) => [name, turn]));
  expect({ unsaid, fr: await endings(page, conversations, 'fr') }).toEqual({ unsaid: [], fr: turns });
  await inLanguage(page, 'en');
  expect(await endings(page, conversations, 'en')).toEqual(turns);
  expect(await look(page, 'en')).toEqual(await told(page, 'en', stateAfter));
  await inLanguage(page, 'fr');
  expect(await look(page, 'fr')).toEqual(await told(page, 'fr', stateAfter));
}, 180_000);
