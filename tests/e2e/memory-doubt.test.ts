import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { axeClean } from './axe.ts';
import { looksOf } from './looks.ts';
import { callMemory, detail, memoryPage, openMemory, remember, row } from './memory-page.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

const words = {
  'en-GB': {
    decide: /To decide/,
    like: 'You forgot something like it.',
    ends: 'It would take the place of what is there:',
    both: 'Both are true',
    share: 'Share them',
    remember: 'Remember',
    memories: /Memories/,
    edit: 'Edit',
    content: 'What holds',
    save: 'Save',
    elsewhere: 'changed elsewhere',
  },
  'fr-FR': {
    decide: /À décider/,
    like: 'Vous avez fait oublier quelque chose de semblable.',
    ends: 'Cela prendrait la place de ce qui est là :',
    both: 'Les deux sont vrais',
    share: 'Les partager',
    remember: 'Retenir',
    memories: /Souvenirs/,
    edit: 'Modifier',
    content: 'Ce qui vaut',
    save: 'Enregistrer',
    elsewhere: 'modifié ailleurs',
  },
} as const;

test.for(
  looksOf([
    { theme: 'dark', locale: 'en-GB', width: 1440 },
    { theme: 'light', locale: 'fr-FR', width: 390 },
  ]),
)(
  'what only the person can tell is left to them, and two windows that change one memory lose nothing ($theme, $locale, $width)',
  async options => {
    await using app = await openApp({ ...options, height: 900 });
    const { page } = app;
    const text = words[options.locale];
    await openMemory(page, options.locale, options.width);
    const tea = await remember(page, { title: 'Likes tea', topic: 'tea' });
    const editor = await remember(page, { title: 'Editor', content: 'The editor is vim.', topic: 'editor' });
    await remember(page, { kind: 'preference', title: 'Editing', content: 'The editor is emacs.', topic: 'editor' });
    const brother = await remember(page, { title: 'The brother lives in Brest and works as a baker.' });
    await callMemory(page, 'forget', { ids: [brother] });
    await app.kill();
    const db = new Database(join(app.userData, 'data', 'atelier--memory.sqlite'));
    const propose = db.prepare('INSERT INTO proposals (id, kind, same, what, at) VALUES (?, ?, ?, ?, ?)');
    const draft = (topic: string, content: string) =>
      JSON.stringify({ kind: 'fact', topic, title: content, content, from: 1, source: { origin: 'captured', quote: content } });
    const sister = 'The sister lives in Brest and works as a baker.';
    propose.run('p1', 'capture', '1', draft('tea', 'Drinks coffee only.'), Date.now());
    propose.run('p2', 'capture', '2', draft('sister', sister), Date.now());
    const claim = { folder: 'folder:2', identity: 'b', project: 'example.org/secret', path: '/home/copy' };
    propose.run('p3', 'share', '3', JSON.stringify(claim), Date.now());
    db.close();
    await page.goto((await app.restart()).url);
    await openMemory(page, options.locale, options.width);

    await memoryPage(page).getByRole('tab', { name: text.decide }).click();
    const waiting = memoryPage(page).locator('memory-waiting');
    const article = (name: string) => waiting.getByRole('article', { name, exact: true });
    await article(sister).getByText(text.like).waitFor();
    await article('Drinks coffee only.').getByText(text.ends).waitFor();
    await article('Drinks coffee only.').getByText('Likes tea').waitFor();
    await app.keep('memory-doubt');
    await axeClean(page);
    await article('editor').getByRole('button', { name: text.both }).click();
    await article('editor').waitFor({ state: 'detached' });
    await article('Drinks coffee only.').getByRole('button', { name: text.remember, exact: true }).click();
    await article('Drinks coffee only.').waitFor({ state: 'detached' });
    await article(sister).getByRole('button', { name: text.remember, exact: true }).click();
    await article(sister).waitFor({ state: 'detached' });
    await article('/home/copy').getByText('example.org/secret').waitFor();
    await article('/home/copy').getByRole('button', { name: text.share, exact: true }).click();
    await article('/home/copy').waitFor({ state: 'detached' });
    const statusOf = async (id: string) => (await callMemory<{ status: string; content: string }>(page, 'get', { id })).status;
    const decided = await statusOf(tea);

    await memoryPage(page).getByRole('tab', { name: text.memories }).click();
    await row(page, 'The editor is vim.').click();
    await detail(page).getByRole('button', { name: text.edit, exact: true }).click();
    const form = page.locator('memory-form');
    const typed = form.getByRole('textbox', { name: text.content });
    await typed.fill('The editor is helix.');
    await callMemory(page, 'edit', { id: editor, content: 'The editor is neovim.', tags: ['tools'] });
    await form.getByRole('button', { name: text.save }).click();
    await form.getByText(text.elsewhere).waitFor();
    await form.getByText('The editor is neovim.').waitFor();
    await app.keep('memory-elsewhere');
    await axeClean(page);
    const kept = await typed.inputValue();
    await form.getByRole('button', { name: text.save }).click();
    await form.waitFor({ state: 'detached' });
    const { content, tags } = await callMemory<{ content: string; tags: string[] }>(page, 'get', { id: editor });
    expect({ decided, kept, content, tags }).toEqual({
      decided: 'superseded',
      kept: 'The editor is helix.',
      content: 'The editor is helix.',
      tags: ['tools'],
    });
  },
);
