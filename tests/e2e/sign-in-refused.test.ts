import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { writeSettingsIn } from '../support/local-model.ts';
import { openApp } from './app.ts';
import { axeClean } from './axe.ts';
import { companiesLack, openCompanies } from './companies.ts';
import { composer } from './composer-page.ts';
import { looksOf } from './looks.ts';
import { details, section } from './providers-page.ts';
import { connected, pressEnter } from './screen.ts';
import { callAs, rested, show, thread } from './thread.ts';
import { plain } from './window.ts';

const lack = (await chromiumLack()) ?? companiesLack();
beforeEach(context => context.skip(lack !== undefined, lack));

const words = {
  'en-GB': {
    signedIn: 'Signed in.',
    again: 'Sign in again',
    send: 'Send',
    settings: 'Providers',
    expired: /has expired/,
    said: /^The sign-in to Anthropic has expired and could not be renewed \(HTTP 400: Refresh token not found or invalid\)$/,
    pointer: /^Sign in again in Settings > Providers & Models\.$/,
    state: /sign-in .* has expired|sign-in has expired/,
    chip: /^Model: .*, Access refused$/,
  },
  'fr-FR': {
    signedIn: 'Connecté.',
    again: 'Se reconnecter',
    send: 'Envoyer',
    settings: 'Fournisseurs',
    expired: /a expiré/,
    said: /^La connexion à Anthropic a expiré et n’a pas pu être renouvelée \(HTTP 400 ?: Refresh token not found or invalid\)$/,
    pointer: /^Reconnectez-vous dans Réglages > Fournisseurs et modèles\.$/,
    state: /connexion .*a expiré/,
    chip: /^Modèle : .*, Accès refusé$/,
  },
} as const;

test.for(
  looksOf([
    { locale: 'en-GB', theme: 'light', width: 1440 },
    { locale: 'fr-FR', theme: 'dark', width: 390 },
  ]),
)(
  'a sign-in that its company does not renew is said in the conversation, on the card, in the picker and on the chip, until one signs in again ($locale)',
  async look => {
    const say = words[look.locale];
    await using companies = await openCompanies();
    companies.refuse(true);
    const prepare = (userData: string): void => {
      writeSettingsIn(userData, { retry: { enabled: false } });
      const directory = join(userData, '.agent', 'agent');
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      // Its token ended a minute ago, as it does every few hours; the engine renews it at the next message.
      const anthropic = { type: 'oauth', access: 'access-canary', refresh: 'refresh-canary', expires: Date.now() - 60_000 };
      writeFileSync(join(directory, 'auth.json'), JSON.stringify({ anthropic }), { mode: 0o600 });
    };
    await using app = await openApp({ ...look, env: companies.environment, prepare });
    app.allow(/openExternal|xdg-open|host\//);
    const { page } = app;
    page.setDefaultTimeout(60_000);
    await connected(page);
    const models = () => callAs<readonly { id: string; available: boolean }[]>(page, 'providers', 'listModels');
    await expect.poll(async () => (await models()).find(({ id }) => id.startsWith('anthropic/'))?.available).toBe(true);
    const model = (await models()).find(({ id }) => id.startsWith('anthropic/'))?.id;
    const access = () =>
      callAs<readonly { id: string; status?: { is: string } }[]>(page, 'providers', 'list').then(
        all => all.find(({ id }) => id === 'anthropic')?.status?.is,
      );
    const before = await access();
    const { conversation } = await callAs<{ conversation: string }>(page, 'conversations', 'send', { text: 'Hello', model });
    await show(page, conversation);
    await rested(page, conversation);
    const alert = thread(page).getByRole('alert');
    await alert.waitFor();
    const told = [plain(await alert.locator('b').innerText()), plain(await alert.locator('p').innerText())];
    await app.keep('sign-in-refused');
    await axeClean(page);
    await composer(page).getByRole('button', { name: say.chip }).waitFor();

    // The failure leads to where one signs in again.
    await pressEnter(alert.getByRole('button', { name: new RegExp(say.settings) }));
    await section(page).locator('.rows').first().waitFor();
    const key = page.locator('[data-key="anthropic-oauth"]');
    const row = section(page).locator('.row', { has: key });
    await row.waitFor();
    const onRow = plain(await row.innerText());
    if (look.width < 720) await row.locator(key).click();
    const card = details(page).locator('.status');
    await card.waitFor();
    const onCard = plain(await card.locator('p').innerText());
    await app.keep('sign-in-refused-card');
    await axeClean(page);

    companies.refuse(false);
    const flow = details(page).locator('providers-sign-in');
    await pressEnter(flow.getByRole('button', { name: say.again }));
    await flow.locator('form').waitFor();
    const link = new URL((await flow.locator('[data-url]').getAttribute('data-url')) ?? '');
    await flow.getByRole('textbox').fill(`code-1#${link.searchParams.get('state')}`);
    await pressEnter(flow.getByRole('button', { name: say.send }));
    await flow.getByText(say.signedIn).waitFor();
    await card.getByText(say.expired).first().waitFor({ state: 'detached' });
    if (look.width >= 720) await row.getByRole('button', { name: say.again }).waitFor({ state: 'detached' });
    await app.keep('sign-in-again');
    expect({ before, told, onRow, onCard }).toEqual({
      before: undefined,
      told: [expect.stringMatching(say.said), expect.stringMatching(say.pointer)],
      onRow: expect.stringMatching(say.state),
      onCard: expect.stringMatching(say.state),
    });
  },
);
