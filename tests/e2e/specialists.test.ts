import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { axeClean } from './axe.ts';
import { looksOf } from './looks.ts';
import { type ModelRequest, type ModelServer, openModelServer, type Turn } from './model-server.ts';
import { connected } from './screen.ts';
import { callAs, demoReady, rested, row, show } from './thread.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

function projectFolder(): string {
  const folder = join(realpathSync(mkdtempSync(join(tmpdir(), 'atelier-e2e-'))), 'tide-tables');
  onTestFinished(() => rmSync(join(folder, '..'), { recursive: true, force: true }));
  mkdirSync(join(folder, 'src', 'store'), { recursive: true });
  writeFileSync(join(folder, 'src', 'harbours.ts'), 'export const harbours = ["Brest", "Roscoff"];\n');
  return folder;
}

/** The request of the session that was given these words first, after so many answers of tools. */
const gave =
  (words: string, after = 0) =>
  ({ body: { messages = [] } }: ModelRequest) =>
    JSON.stringify(messages.find(({ role }) => role === 'user')).includes(words) &&
    messages.filter(({ role }) => role === 'tool').length === after;

const tasks = (...states: readonly string[]) => ({
  name: 'update_tasks',
  arguments: {
    tasks: ['Agree on the schema', 'Create tables and search', 'Import all ports', 'Review and measure'].map((title, at) => ({
      title,
      state: states[at] ?? 'waiting',
    })),
  },
});
const delegate = (...given: readonly object[]) => ({ name: 'delegate', arguments: { tasks: given } });
const store = { role: 'coder', name: 'Coder, store', task: 'Write the store with its search.', files: ['src/store/**'], dollars: 0.7 };
const importer = { role: 'coder', name: 'Coder, import', task: 'Write the import of all ports.', files: ['src/import/**'] };

/** A lead that has its task planned, written by two at once, and reviewed; both coders wait in the middle. */
function script(held: Promise<unknown>): Turn[] {
  const write = (path: string) => ({ name: 'write', arguments: { path, content: 'export const lines = 2;\n// and more\n' } });
  return [
    { when: gave('Move the harbour list'), tools: [tasks('running')] },
    {
      when: gave('Move the harbour list', 1),
      tools: [delegate({ role: 'planner', name: 'Planner', task: 'Plan the move of the harbour list.' })],
    },
    { when: gave('Plan the move'), tools: [{ name: 'read', arguments: { path: 'src/harbours.ts' } }] },
    { when: gave('Plan the move', 1), text: 'Store and import share the schema alone, so two can write at once.' },
    { when: gave('Move the harbour list', 2), tools: [tasks('done', 'running', 'running')] },
    { when: gave('Move the harbour list', 3), tools: [delegate(store, importer)] },
    { when: gave('Write the store'), tools: [write('src/store/schema.ts')] },
    {
      when: gave('Write the store', 1),
      text: ['Prefix search uses an index; distance narrows by a box first, then sorts. ', held, 'Done.'],
    },
    { when: gave('Write the import'), tools: [write('src/import/ports.ts')] },
    { when: gave('Write the import', 1), text: ['All ports are read. ', held, 'Done.'] },
    { when: gave('Move the harbour list', 4), tools: [delegate({ role: 'reviewer', name: 'Reviewer', task: 'Review store and import.' })] },
    { when: gave('Review store'), text: 'Nothing is wrong.' },
    { when: gave('Move the harbour list', 5), tools: [tasks('done', 'done', 'done', 'done')] },
    { when: gave('Move the harbour list', 6), text: 'The harbour list is in SQLite, and was reviewed.' },
  ];
}

async function begun(page: Page, model: ModelServer, folder = projectFolder()): Promise<string> {
  await connected(page);
  await demoReady(page);
  await callAs(page, 'conversations', 'savePreferences', { titles: 'words' });
  await callAs(page, 'agent', 'saveRule', { id: 'allows', decision: 'allow', tool: '*', scope: 'always' });
  const models = [{ id: 'scripted-large', name: 'Scripted Large', contextWindow: 100_000, inputCost: 300, outputCost: 1500 }];
  await callAs(page, 'providers', 'save', {
    id: 'scripted',
    name: 'Workshop',
    baseUrl: model.url,
    api: 'openai-completions',
    key: 'none',
    models,
  });
  const { id: project } = await callAs<{ id: string }>(page, 'conversations', 'addProject', { folder });
  const { conversation } = await callAs<{ conversation: string }>(page, 'conversations', 'send', {
    text: 'Move the harbour list from JSON to SQLite, and let someone other than the writer check it.',
    project,
    model: 'scripted/scripted-large',
  });
  await show(page, conversation);
  return conversation;
}

const openPanel = (page: Page) => callAs(page, 'window', 'open', { view: 'specialists.panel', params: {} });

test.each(
  looksOf([
    { locale: 'fr-FR', theme: 'light', width: 390 },
    { locale: 'en-GB', theme: 'light', width: 1440 },
    { locale: 'fr-FR', theme: 'dark', width: 1440 },
  ]),
)(
  'a planner, two coders at once and a reviewer finish a task with its list, and the panel says what each does, costs and said: $locale $theme $width',
  async look => {
    const isFrench = look.locale === 'fr-FR';
    const held = Promise.withResolvers<void>();
    await using model = await openModelServer(...script(held.promise));
    await using app = await openApp(look);
    const { page } = app;
    const conversation = await begun(page, model);
    await openPanel(page);
    const team = page.locator('specialists-team');
    await team.getByRole('button', { name: isFrench ? 'Arrêter Coder, import' : 'Stop Coder, import' }).waitFor();
    await team.getByText(isFrench ? '2 travaillent' : '2 work').waitFor();
    await team.getByRole('button', { name: /^(?:Works|Travaille) Coder, store/ }).click();
    await team.locator('specialists-one').getByText('src/store/schema.ts').waitFor();
    await expect.poll(() => model.requests.filter(gave('Write the import', 1)).length).toBe(1);
    await axeClean(page);
    await app.keep('specialists');
    held.resolve();
    await rested(page, conversation);
    await openPanel(page);
    await expect.poll(() => team.locator('.one.done').count()).toBe(4);
    await team.locator('specialists-one').getByText('Prefix search').waitFor();
    await app.keep('specialists-done');
    const { row: shown } = await callAs<{ row: { tasks?: unknown } }>(page, 'conversations', 'conversation', { conversation });
    expect({ left: model.left, tasks: JSON.stringify(shown.tasks) }).toEqual({ left: 0, tasks: expect.stringContaining('4') });
  },
);

test('after kill -9 the specialists are there as they were, one goes on, and Stop leaves no request', async () => {
  await using model = await openModelServer(...script(new Promise(() => undefined)).slice(0, -4));
  await using app = await openApp({ locale: 'en-GB', theme: 'dark', width: 1440 });
  app.allow(/./);
  const { page } = app;
  const conversation = await begun(page, model);
  await expect.poll(() => [gave('Write the import', 1), gave('Write the store', 1)].filter(is => model.requests.some(is)).length).toBe(2);
  await app.kill();
  const { url } = await app.restart();
  await page.goto(url);
  await connected(page);
  await show(page, conversation);
  await openPanel(page);
  const team = page.locator('specialists-team');
  await expect.poll(() => team.locator('.one.interrupted').count()).toBe(2);
  await team.getByRole('button', { name: /Coder, store/ }).click();
  await team.getByRole('button', { name: 'Go on', exact: true }).waitFor();
  await axeClean(page);
  await app.keep('specialists-interrupted');
  model.script({ when: gave('Write the store', 1), text: 'The store is there.' });
  await team.getByRole('button', { name: 'Go on', exact: true }).click();
  await expect.poll(() => team.locator('.one.done').count()).toBe(2);
  await row(page, 'The store is there.').waitFor();

  const again = (name: string) => ({ role: 'coder', name, task: `Once more: ${name}.` });
  model.script(
    { when: ({ body }) => JSON.stringify(body.messages?.at(-1)).includes('And now'), tools: [delegate(again('first'), again('second'))] },
    ...['first', 'second'].map(name => ({ when: gave(`Once more: ${name}`), text: ['It begins', new Promise(() => undefined)] })),
  );
  await callAs(page, 'conversations', 'send', { conversation, text: 'And now once more.' });
  await team.getByText('2 work').waitFor();
  await expect.poll(() => ['first', 'second'].filter(name => model.requests.some(gave(`Once more: ${name}`))).length).toBe(2);
  const sent = model.requests.length;
  await team.getByRole('button', { name: 'Stop all' }).click();
  await expect.poll(() => team.locator('.one.stopped').count()).toBe(2);
  await rested(page, conversation);
  model.script({ when: gave('Is it quiet?'), text: 'Quiet.' });
  const { conversation: other } = await callAs<{ conversation: string }>(page, 'conversations', 'send', {
    text: 'Is it quiet?',
    model: 'scripted/scripted-large',
  });
  await show(page, other);
  await rested(page, other);
  expect(model.requests.length - sent).toBe(1);
});

test.each(
  looksOf([
    { locale: 'en-GB', theme: 'dark', width: 1440 },
    { locale: 'fr-FR', theme: 'light', width: 390 },
  ]),
)(
  'roles that a project brings are read in the panel, trusted, and asked about again once they changed: $locale $theme $width',
  async look => {
    const isFrench = look.locale === 'fr-FR';
    await using model = await openModelServer({ text: 'Ready.' });
    await using app = await openApp(look);
    const { page } = app;
    const folder = projectFolder();
    const file = join(folder, 'agents', 'sql.md');
    const write = (words: string) =>
      writeFileSync(file, `---\nname: sql\ndescription: Reads and explains queries.\ntools: Read, Grep\n---\n${words}\n`);
    mkdirSync(join(folder, 'agents'));
    write('You read SQL and explain it.');
    writeFileSync(join(folder, 'agents', 'notes.md'), 'Only notes.\n');
    const conversation = await begun(page, model, folder);
    await rested(page, conversation);
    await openPanel(page);
    const roles = page.locator('specialists-roles');
    await roles.getByText('sql', { exact: true }).click();
    await roles.getByText('You read SQL and explain it.').waitFor();
    await roles.getByText('agents/notes.md').waitFor();
    await axeClean(page);
    await app.keep('specialists-roles');
    const trust = roles.getByRole('button', { name: isFrench ? 'Faire confiance à ces rôles' : 'Trust these roles' });
    write('You read SQL and delete it.');
    await trust.click();
    await roles.getByText(isFrench ? /n’ont pas reçu votre confiance/ : /were not trusted/).waitFor();
    await roles.getByText('You read SQL and delete it.').waitFor();
    await trust.click();
    await roles.getByText(isFrench ? 'Vous leur faites confiance tels qu’ils sont.' : 'You trust them as they are.').waitFor();
    await app.keep('specialists-roles-trusted');
    await roles.getByRole('button', { name: isFrench ? 'Ne plus leur faire confiance' : 'Trust them no longer' }).click();
    await trust.waitFor();
    expect(await roles.getByText(isFrench ? 'Vous leur faites confiance tels qu’ils sont.' : 'You trust them as they are.').count()).toBe(
      0,
    );
  },
);
