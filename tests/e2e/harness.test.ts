import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { axeClean } from './axe.ts';
import { looksOf } from './looks.ts';
import { type ModelRequest, openModelServer } from './model-server.ts';
import { send, when, withModel } from './questions.ts';
import { connected } from './screen.ts';
import { settingsPage } from './settings-page.ts';
import { callAs, rested, show, thread } from './thread.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

const answer = (page: Page) => thread(page).getByRole('article').filter({ hasText: 'Tides rise.' });

async function openHarness(page: Page): Promise<void> {
  await thread(page).evaluate(element =>
    (element as unknown as { view: { run(command: string, args: object): Promise<unknown> } }).view.run('settings.open', {
      section: 'harness',
    }),
  );
  await settingsPage(page).locator('harness-page').getByRole('list').first().waitFor();
}

test('a thumb and its word stay on the answer over a reload, and the same thumb takes them back', async () => {
  await using server = await openModelServer({ when, text: 'Tides rise.' });
  await using app = await withModel(server.url, { locale: 'en-GB', width: 1440 });
  const { page, project } = app;
  page.setDefaultTimeout(30_000);
  const conversation = await send(page, 'What do tides do?', { project, model: 'scripted/m' });
  await rested(page, conversation);

  await answer(page).hover();
  await answer(page).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Not helpful' }).click();
  await answer(page).locator('ui-chip').getByText('Not helpful', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Say why' }).click();
  await page.getByRole('textbox', { name: 'What was not helpful?' }).fill('Too short');
  await app.keep('harness-word');
  await page.getByRole('button', { name: 'Save' }).click();

  await page.reload();
  await connected(page);
  await show(page, conversation);
  await answer(page).getByText('Not helpful: Too short').waitFor();
  await app.keep('harness-rated');
  await axeClean(page);
  await answer(page).getByText('Not helpful: Too short').click();
  await answer(page).getByText('Not helpful: Too short').waitFor({ state: 'detached' });
  await page.reload();
  await connected(page);
  await show(page, conversation);
  await answer(page).waitFor();
  expect(await answer(page).locator('ui-chip').count()).toBe(0);
});

test.each(
  looksOf([
    {
      locale: 'fr-FR',
      theme: 'dark',
      width: 390,
      height: 844,
      made: 'Nouvelle configuration',
      save: 'Enregistrer',
      use: 'Utiliser',
      name: 'narrow',
    },
    { locale: 'en-GB', theme: 'light', width: 1440, height: 900, made: 'New candidate', save: 'Save', use: 'Use', name: 'wide' },
  ]),
)('a candidate is written, used from then on, and shown at $width px in $locale', async ({ made, save, use, name, ...look }) => {
  await using server = await openModelServer({ when, text: 'Tides rise.' });
  await using app = await withModel(server.url, look);
  const { page, project } = app;
  page.setDefaultTimeout(30_000);
  await openHarness(page);
  const harness = settingsPage(page).locator('harness-page');
  await harness.getByRole('button', { name: made }).click();
  await harness.locator('ui-input[name=title] input').fill('Terse');
  await harness.locator('ui-textarea[name=after] textarea').fill('Answer in one line.');
  await harness.locator('ui-select[name=mode] select').selectOption('except');
  await harness.locator('ui-input[name=tools] input').fill('write, edit');
  await app.keep(`harness-form-${name}`);
  await axeClean(page);
  await harness.getByRole('button', { name: save }).click();
  await harness.getByRole('listitem').filter({ hasText: 'Terse' }).getByRole('button', { name: use }).click();
  await harness.getByRole('listitem').filter({ hasText: 'Terse' }).locator('ui-badge').waitFor();
  await axeClean(page);
  await app.keep(`harness-${name}`);
  await page.keyboard.press('Escape');
  const conversation = await send(page, 'What do tides do?', { project, model: 'scripted/m' });
  await rested(page, conversation);
  expect(JSON.stringify(server.requests.findLast(when)?.body.messages)).toContain('Answer in one line.');
});

const isProposal = (request: ModelRequest) => JSON.stringify(request.body.messages).includes('Propose better instructions');

test.each(
  looksOf([
    {
      locale: 'en-GB',
      theme: 'light',
      width: 1440,
      height: 900,
      start: 'Start',
      runs: 'Runs of each task',
      rounds: 'Proposals',
      worse: 'worse, refused',
    },
    {
      locale: 'fr-FR',
      theme: 'dark',
      width: 390,
      height: 844,
      start: 'Lancer',
      runs: 'Essais par tâche',
      rounds: 'Propositions',
      worse: 'moins bonne, refusée',
    },
  ]),
)(
  'the optimizer is started from the page, watched, and says why it refused, at $width px in $locale',
  async ({ start, runs, rounds, worse, ...look }) => {
    const answers = Array.from({ length: 6 }, () => ({ when: (request: ModelRequest) => when(request), text: 'Roskoff' }));
    await using server = await openModelServer(
      { when: isProposal, text: JSON.stringify({ title: 'Careful', text: 'Think twice.' }) },
      ...answers.flatMap(one => [
        { ...one, when: (request: ModelRequest) => when(request) && !JSON.stringify(request.body.messages).includes('Think twice.') },
        { when: (request: ModelRequest) => JSON.stringify(request.body.messages).includes('Think twice.'), text: 'I do not know.' },
      ]),
    );
    await using app = await withModel(server.url, look);
    const { page } = app;
    page.setDefaultTimeout(60_000);
    await openHarness(page);
    const optimizer = settingsPage(page).locator('harness-optimizer');
    await optimizer.getByRole('spinbutton', { name: runs }).fill('2');
    await optimizer.getByRole('spinbutton', { name: rounds }).fill('1');
    await optimizer.getByRole('button', { name: start }).click();
    const card = optimizer.locator('ui-card');
    await card.getByText(worse).waitFor();
    await card.scrollIntoViewIfNeeded();
    await axeClean(page);
    await app.keep('harness-optimizer');
    expect(await card.innerText()).toContain('6 pai');
  },
);

test.each(
  looksOf([
    { locale: 'en-GB', theme: 'dark', width: 1440, height: 900, again: 'Try on my tasks', compare: 'Compare the models', run: '1 run' },
    {
      locale: 'fr-FR',
      theme: 'light',
      width: 390,
      height: 844,
      again: 'Essayer sur mes tâches',
      compare: 'Comparer les modèles',
      run: '1 exécution',
    },
  ]),
)('the last tasks are done again by one click, and by two models, at $width px in $locale', async ({ again, compare, run, ...look }) => {
  const write = (text: string) => ({ name: 'write', arguments: { path: 'tide.txt', content: text } });
  await using server = await openModelServer({ when, tools: [write('high\n')] }, { when, text: 'Done.' });
  await using app = await withModel(server.url, look);
  const { page, project } = app;
  page.setDefaultTimeout(30_000);
  const { projects } = await callAs<{ projects: readonly { id: string; folder: string }[] }>(page, 'conversations', 'projects', {});
  const cwd = projects.find(({ id }) => id === project)?.folder ?? '';
  writeFileSync(join(cwd, 'tide.txt'), 'low\n');
  const plain = (...args: string[]) => execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd, stdio: 'pipe' });
  plain('add', '-A');
  plain('commit', '-qm', 'first');
  const conversation = await send(page, 'Set the tide to high.', { project, model: 'scripted/m' });
  await rested(page, conversation);
  server.script({ when, tools: [write('high\n')] }, { when, text: 'Done.' });
  const models = ['m', 'n'].map(id => ({ id, name: `Model ${id}`, contextWindow: 100_000 }));
  await callAs(page, 'providers', 'save', {
    id: 'scripted',
    name: 'Scripted',
    baseUrl: server.url,
    api: 'openai-completions',
    key: 'none',
    models,
  });
  await openHarness(page);
  const settings = settingsPage(page);
  await settings.getByRole('button', { name: again }).first().click();
  const trial = settings.locator('harness-trial');
  await trial.getByText(run).waitFor();
  server.script({ when, tools: [write('high\n')] }, { when, text: 'Done.' }, { when, text: 'It is high.' });
  await trial.getByRole('button', { name: compare }).click();
  await expect.poll(() => trial.getByText(run).count()).toBe(2);
  await trial.locator('table').scrollIntoViewIfNeeded();
  await axeClean(page);
  await app.keep('harness-trial');
  expect({
    left: server.left,
    said: await trial.locator('tbody').innerText(),
    file: readFileSync(join(cwd, 'tide.txt'), 'utf8'),
  }).toEqual({
    left: 0,
    said: expect.stringMatching(/m · [\s\S]*100 % [\s\S]*n · [\s\S]*\b0 %/),
    file: 'high\n',
  });
});
