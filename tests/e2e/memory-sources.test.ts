import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { tempFolder } from '../../kernel/testing/temp-folder.ts';
import { chromiumLack } from '../support/chromium.ts';
import { grant, openApp } from './app.ts';
import { axeClean } from './axe.ts';
import { field, withScripted } from './composer-page.ts';
import { looksOf } from './looks.ts';
import { memoryPage, openMemory, remember } from './memory-page.ts';
import { type ModelRequest, openModelServer } from './model-server.ts';
import { rested, say, thread } from './thread.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

const rights = { uses: ['@atelier/memory:read', '@atelier/agent:readConversations', '@atelier/agent:changePrompts'] };
const main = `export default { activate(ctx) {
  ctx.handle('notes.search', async ({ text }) => ({ items: text.includes('boat') ? [{ id: '1', title: 'Notebook', text: 'The boat leaks.\\u202e', score: 1 }] : [] }));
  ctx.handle('notes.broken', async () => { throw new Error('The box is empty.'); });
} };`;

const words = {
  'en-GB': { chip: '2 memories', off: 'Do not ask it again', isOff: /is not asked any more/, failed: /in My box.*The box is empty/ },
  'fr-FR': { chip: '2 souvenirs', off: 'Ne plus l’interroger', isOff: /n’est plus interrogée/, failed: /dans My box.*The box is empty/ },
} as const;
type View = { view: { run(command: string, args: object): Promise<unknown> } };
const isTurn = ({ body }: ModelRequest) => (body.tools?.length ?? 0) > 0;

test.for(
  looksOf([
    { theme: 'light', locale: 'en-GB', width: 1440 },
    { theme: 'dark', locale: 'fr-FR', width: 390 },
  ]),
)(
  'X4: what an extension finds for what was typed stands below the memories, under its name, and one that fails says so; switched on, it is told to the model and shown for the answer ($theme, $locale, $width)',
  async options => {
    using folder = tempFolder();
    const extension = join(folder.path, 'acme-notes');
    mkdirSync(extension);
    writeFileSync(join(extension, 'main.js'), main);
    const sources = ['search', 'broken'].map(id => ({ id, title: id === 'search' ? 'My notes' : 'My box', command: `notes.${id}` }));
    const commands = sources.map(({ command, title }) => ({ id: command, title }));
    const atelier = {
      ...{ main: './main.js', requires: { '@atelier/memory': '^0.1.0', '@atelier/agent': '^0.1.0' }, rights },
      contributes: { commands, '@atelier/memory:sources@1': sources },
    };
    const manifest = { name: '@acme/notes', version: '1.0.0', type: 'module', engines: { atelier: '^1.0.0' }, atelier };
    writeFileSync(join(extension, 'package.json'), JSON.stringify(manifest));
    await using app = await openApp({
      ...{ ...options, height: 900, plugins: [extension] },
      prepare: userData => grant(userData, '@acme/notes', rights),
    });
    const { page } = app;
    await openMemory(page, options.locale, options.width);
    await remember(page, { title: 'The boat is called Mouette' });
    const list = memoryPage(page).locator('memory-records');
    await memoryPage(page).getByRole('searchbox').fill('boat');
    await list.locator('.head').filter({ hasText: 'My notes' }).waitFor();
    await list.locator('.row').filter({ hasText: 'Notebook' }).getByText('The boat leaks.⟦U+202E⟧').waitFor();
    await list.locator('.row').filter({ hasText: 'The box is empty.' }).waitFor();
    await app.keep('memory-sources');
    await axeClean(page);
    const titles = await list.locator('.row .title').allInnerTexts();
    await memoryPage(page).getByRole('searchbox').fill('');
    await list.locator('.row').filter({ hasText: 'Notebook' }).waitFor({ state: 'detached' });

    const text = words[options.locale];
    await page.locator('memory-page').evaluate(element => (element as unknown as View).view.run('settings.open', { section: 'memory' }));
    const settings = page.locator('memory-sources');
    for (const name of ['My notes', 'My box']) await settings.getByRole('switch', { name }).check();
    await axeClean(page);
    await using server = await openModelServer();
    for (const answer of ['It leaks.', 'Still.', 'Still.', 'Still.']) server.script({ when: isTurn, text: answer });
    await page.keyboard.press('Control+n');
    await field(page).waitFor();
    await withScripted(page, server);
    // The extension runs already, but on a busy machine it may be late for one message.
    const told = async () => {
      await rested(page, await say(page, 'Does the boat Mouette leak?', { model: 'scripted/scripted-large' }));
      return JSON.stringify(server.requests.findLast(isTurn)?.body.messages).includes('untrusted, from');
    };
    await expect.poll(told, { timeout: 120_000 }).toBe(true);
    await thread(page).getByRole('button', { name: text.chip }).click();
    const used = page.locator('memory-used');
    await used.getByText('Notebook: The boat leaks.⟦U+202E⟧').waitFor();
    await app.keep('memory-source-used');
    await axeClean(page);
    await used.getByRole('button', { name: text.off }).click();
    await page.getByText(text.isOff).waitFor();
    await page.keyboard.press('Escape');
    await used.waitFor({ state: 'detached' });
    await thread(page).evaluate(element => (element as unknown as View).view.run('settings.open', { section: 'memory' }));
    await settings.getByRole('switch', { name: 'My notes', checked: false }).waitFor();
    await settings.getByText(text.failed).waitFor();
    await app.keep('memory-source-settings');
    expect(titles.map(title => title.slice(0, 8))).toEqual(['The boat', 'Notebook', '']);
  },
);
