import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { axeClean } from './axe.ts';
import { companiesLack, openCompanies } from './companies.ts';
import { lookedAt, openModelServer } from './model-server.ts';
import { agentFile, choose, details, openProviders, PageRecord, paste, section } from './providers-page.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

const canary = 'sk-canary-8c1d77e4b2';

test('a form with an empty field says below the field, in the language of the app, what is missing, until something is typed', async () => {
  await using app = await openApp({ locale: 'fr-FR' });
  const { page } = app;
  await openProviders(page);
  await section(page).getByRole('button', { name: 'Ajouter un serveur' }).click();
  await details(page).getByLabel('Nom').fill('Atelier du port');
  await details(page).getByRole('button', { name: 'Ajouter un serveur' }).click();
  const address = details(page).locator('ui-input[name="baseUrl"]');
  await address.getByText('Remplissez ce champ.').waitFor();
  await expect.poll(() => address.evaluate(input => input.matches(':focus'))).toBe(true);
  await app.keep('providers-missing');
  await axeClean(page);
  await page.keyboard.type('h');
  await expect.poll(() => address.getByText('Remplissez ce champ.').count()).toBe(0);
  await details(page).getByLabel('Nom').fill('');
  await details(page).getByRole('button', { name: 'Ajouter un serveur' }).click();
  await details(page).getByText('Remplissez ce champ.').waitFor();
});

test('K2: a server is added by its address, its models are starred in the real file, one of them answers; a key is set, replaced and removed and never comes back to the page', async () => {
  await using server = await openModelServer(...lookedAt, { text: 'Ready.' });
  await using app = await openApp({ locale: 'en-GB' });
  const { page, userData } = app;
  const record = new PageRecord(page);
  await page.reload();
  await openProviders(page);
  await section(page).getByRole('button', { name: 'Add a server' }).click();
  await details(page).getByLabel('Name').fill('Lab server');
  await details(page).getByLabel('Base URL').fill(server.url.replace('/v1', ''));
  await details(page).getByRole('button', { name: 'Look' }).click();
  await details(page).getByText('can answer').first().waitFor();
  await axeClean(page);
  await details(page).getByRole('button', { name: 'Add a server' }).click();
  await details(page).getByRole('heading', { name: 'Lab server' }).waitFor();
  const models = agentFile<{ providers: Record<string, object> }>(userData, 'models').providers['lab-server'];

  await details(page).getByRole('button', { name: 'Star scripted-small' }).click();
  await details(page).getByRole('button', { name: 'Unstar scripted-small' }).waitFor();
  await details(page).getByRole('button', { name: 'Test', exact: true }).click();
  await details(page).getByText('120 tokens in, 24 out').waitFor();
  await app.keep('providers-server');
  await section(page).getByLabel('Default model').selectOption('scripted-small');
  await expect.poll(() => agentFile<{ defaultModel: unknown }>(userData, 'settings').defaultModel).toBe('scripted-small');

  await section(page).getByRole('button', { name: 'OpenAI', exact: true }).click();
  const key = details(page).locator('ui-input[name="key"]');
  await paste(key, `${canary}\nsecond-half`);
  const refused = await details(page).getByText('line break').innerText();
  await axeClean(page);
  await paste(key, `  ${canary}\n`);
  await details(page).getByRole('button', { name: 'Add key' }).click();
  await details(page).getByText('A key is stored here').waitFor();
  const stored = agentFile<Record<string, object>>(userData, 'auth').openai;
  await app.keep('providers-key');
  await details(page).getByRole('button', { name: 'Replace' }).click();
  await paste(key, `${canary}-newer`);
  await details(page).getByRole('button', { name: 'Replace' }).click();
  await details(page).getByText('A key is stored here').waitFor();
  const replaced = agentFile<Record<string, object>>(userData, 'auth').openai;
  const held = await record.text();
  await details(page).getByRole('button', { name: 'Remove', exact: true }).click();
  await details(page).getByRole('button', { name: 'Remove for good' }).click();
  await details(page).getByRole('button', { name: 'Add key' }).waitFor();

  expect({
    models,
    stars: agentFile<{ enabledModels: unknown }>(userData, 'settings').enabledModels,
    refused: refused.includes('Copy it again'),
    stored,
    replaced,
    leaked: held.includes(canary),
    left: agentFile<Record<string, object>>(userData, 'auth').openai,
  }).toEqual({
    models: {
      name: 'Lab server',
      baseUrl: server.url,
      api: 'openai-completions',
      apiKey: '!',
      models: [{ id: 'scripted-large' }, { id: 'scripted-small' }],
    },
    stars: ['lab-server/scripted-small'],
    refused: true,
    stored: { type: 'api_key', key: canary },
    replaced: { type: 'api_key', key: `${canary}-newer` },
    leaked: false,
    left: undefined,
  });
});

test('K5: one signs in with each of the three companies and out again, gives one up half-way, and an expired one says what to do', async context => {
  const missing = companiesLack();
  context.skip(missing !== undefined, missing);
  await using companies = await openCompanies();
  const prepare = (folder: string): void => {
    const directory = join(folder, '.agent', 'agent');
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const anthropic = { type: 'oauth', access: 'old-access-canary', refresh: 'old-refresh-canary', expires: 1_600_000_000_000 };
    writeFileSync(join(directory, 'auth.json'), JSON.stringify({ anthropic }), { mode: 0o600 });
  };
  await using app = await openApp({ locale: 'en-GB', env: companies.environment, prepare });
  app.allow(/openExternal|xdg-open|host\//);
  const { page, userData } = app;
  const record = new PageRecord(page);
  await page.reload();
  await openProviders(page);
  const flow = details(page).locator('providers-sign-in');
  const link = () => flow.locator('[data-url]').getAttribute('data-url');
  const kept = () => Object.keys(agentFile<Record<string, object>>(userData, 'auth')).toSorted();

  const expired = await details(page).getByText('has expired').innerText();
  await flow.getByRole('button', { name: 'Sign in again' }).click();
  await flow.locator('form').waitFor();
  await axeClean(page);
  await app.keep('providers-sign-in');
  await flow.getByRole('button', { name: 'Cancel the sign-in' }).click();
  const cancelled = await flow.getByText('was cancelled').innerText();
  await flow.getByRole('button', { name: 'Sign in again' }).click();
  await flow.locator('form').waitFor();
  const claude = new URL((await link()) ?? '');
  await flow.getByRole('textbox').fill(`code-1#${claude.searchParams.get('state')}`);
  await flow.getByRole('button', { name: 'Send' }).click();
  await flow.getByText('Signed in.').waitFor();

  await section(page).getByRole('button', { name: 'GitHub' }).click();
  await flow.getByRole('button', { name: 'Sign in with GitHub Copilot' }).click();
  const code = await flow.getByLabel('Code to type on the page').innerText();
  await flow.getByText('Signed in.').waitFor();
  const served = await details(page).getByText('Its models are asked by').innerText();
  await app.keep('providers-copilot');

  await section(page).getByRole('button', { name: 'OpenAI', exact: true }).click();
  await details(page).getByRole('radio', { name: 'ChatGPT Plus / Pro' }).click();
  await flow.getByRole('button', { name: 'Sign in with ChatGPT Plus / Pro' }).click();
  await flow.locator('form').waitFor();
  const codex = new URL((await link()) ?? '');
  await flow.getByRole('textbox').fill(`http://localhost:1455/auth/callback?code=good&state=${codex.searchParams.get('state')}`);
  await flow.getByRole('button', { name: 'Send' }).click();
  await flow.getByText('Signed in.').waitFor();
  const signedIn = kept();
  const held = await record.text();

  for (const row of ['openai-codex', 'github-copilot', 'anthropic-oauth']) {
    await choose(page, row);
    await flow.getByRole('button', { name: 'Sign out' }).click();
    await flow.getByRole('button', { name: /^Sign in with/ }).waitFor();
  }
  const secrets = ['old-access-canary', 'old-refresh-canary', 'claude-access', 'claude-refresh', 'codex-refresh', 'gho_refresh'];
  expect({
    expired: expired.includes('Sign in again under Settings'),
    cancelled: cancelled.includes('Nothing was changed'),
    code,
    served,
    hosts: [claude.host, codex.host],
    called: record.called(/oauth|sign/i),
    signedIn,
    leaked: secrets.filter(secret => held.includes(secret)),
    left: kept(),
  }).toEqual({
    expired: true,
    cancelled: true,
    code: 'ABCD-1234',
    served: 'Its models are asked by: anthropic-messages',
    hosts: ['claude.ai', 'auth.openai.com'],
    called: ['agent:oauthLogin', 'agent:oauthLoginCancel', 'agent:oauthPromptReply'],
    signedIn: ['anthropic', 'github-copilot', 'openai-codex'],
    leaked: [],
    left: [],
  });
});
