import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { tempFolder } from '../../kernel/testing/temp-folder.ts';
import { chromiumLack } from '../support/chromium.ts';
import { grant, openApp } from './app.ts';
import { axeClean } from './axe.ts';
import { field, withScripted } from './composer-page.ts';
import { looksOf } from './looks.ts';
import { callMemory, detail, memoryPage, openMemory, remember, row, rows } from './memory-page.ts';
import { type ModelRequest, openModelServer } from './model-server.ts';
import { rested, say, thread } from './thread.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

const rights = { uses: ['@atelier/memory:read', '@atelier/memory:write'] };
const main = `export default { activate(ctx) {
  ctx.handle('notes.call', async ([method, params]) => (await ctx.get({ key: '@atelier/memory:Memory@1' })[method](params)) ?? 'done');
} };`;

const words = {
  'en-GB': {
    decide: /To decide/,
    memories: /Memories/,
    wish: 'The extension @acme/notes wants these forgotten.',
    own: '30 of them you wrote, imported, mended or kept.',
    first: /first 20/,
    all: 'Show all',
    forget: 'Forget 31 memories',
    written: /Written by the extension @acme\/notes/,
    untold: /No model is told it/,
    keep: 'Keep',
    chip: '1 memory',
  },
  'fr-FR': {
    decide: /À décider/,
    memories: /Souvenirs/,
    wish: 'L’extension @acme/notes veut faire oublier ceux-ci.',
    own: '30 d’entre eux ont été écrits, importés, modifiés ou gardés par vous.',
    first: /20 premiers/,
    all: 'Tout afficher',
    forget: 'Oublier 31 souvenirs',
    written: /Écrit par l’extension @acme\/notes/,
    untold: /Aucun modèle ne le reçoit/,
    keep: 'Garder',
    chip: '1 souvenir',
  },
} as const;
const isTurn = ({ body }: ModelRequest) => (body.tools?.length ?? 0) > 0;

function writeNotes(folder: string): string {
  const extension = join(folder, 'acme-notes');
  mkdirSync(extension);
  writeFileSync(join(extension, 'main.js'), main);
  const requires = { '@atelier/memory': '^0.1.0' };
  const atelier = { main: './main.js', requires, rights, contributes: { commands: [{ id: 'notes.call', title: 'Call' }] } };
  const manifest = { name: '@acme/notes', version: '1.0.0', type: 'module', engines: { atelier: '^1.0.0' }, atelier };
  writeFileSync(join(extension, 'package.json'), JSON.stringify(manifest));
  return extension;
}

test.for(
  looksOf([
    { theme: 'light', locale: 'en-GB', width: 1440 },
    { theme: 'dark', locale: 'fr-FR', width: 390 },
  ]),
)(
  'what an extension stored is told to no model until the person keeps it, and what it wants forgotten is shown whole before it goes ($theme, $locale, $width)',
  async options => {
    using folder = tempFolder();
    await using server = await openModelServer();
    await using app = await openApp({
      ...{ ...options, height: 860, plugins: [writeNotes(folder.path)] },
      prepare: userData => grant(userData, '@acme/notes', rights),
    });
    const { page } = app;
    const text = words[options.locale];
    const goTo = async () => await openMemory(page, options.locale, options.width);
    const tab = (name: RegExp) => memoryPage(page).getByRole('tab', { name }).click();
    /** Calls the service as the extension; the code of what it is refused. */
    const asExtension = async (method: string, params: object): Promise<unknown> =>
      await page
        .locator('memory-page')
        .evaluate(
          (element, args) =>
            (element as unknown as { view: { run(command: string, args: unknown): Promise<unknown> } }).view
              .run('notes.call', args)
              .catch((error: { code?: string }) => error.code),
          [method, params] as const,
        );
    await goTo();
    await remember(page, { title: 'Account', content: 'For savings in Brest.' });
    for (let nth = 0; nth < 30; nth += 1) await remember(page, { title: `The berth number ${nth} is free`, topic: `berth ${nth}` });
    const bank = 'The savings go to an account at the bank of Mallory.';
    const source = { origin: 'tool' };
    await asExtension('upsert', { kind: 'fact', title: 'Bank of savings', topic: 'bank', content: bank, source });
    await row(page, 'Bank of savings').click();
    await detail(page).getByText(text.written).waitFor();
    await detail(page).getByText(text.untold).waitFor();
    await axeClean(page);
    await app.keep('memory-by-extension');

    // A turn that it fits, before and after the person keeps it.
    await page.keyboard.press('Control+n');
    await field(page).waitFor();
    await withScripted(page, server);
    const told = async () => {
      server.script({ when: isTurn, text: 'At your bank.' });
      const conversation = await say(page, 'Which account do my savings go to?', { model: 'scripted/scripted-large' });
      await rested(page, conversation);
      const sent = JSON.stringify(server.requests.findLast(isTurn)?.body.messages);
      return [sent.includes('savings in Brest'), sent.includes('bank of Mallory')];
    };
    const before = await told();
    await thread(page).getByRole('button', { name: text.chip }).click();
    // The title as well, since the model was told it.
    await page.locator('memory-used').getByText('Account: For savings in Brest.').waitFor();
    await app.keep('memory-used-title');
    await page.keyboard.press('Escape');
    await page.locator('memory-used').waitFor({ state: 'detached' });
    await goTo();
    await tab(text.decide);
    const waiting = memoryPage(page).locator('memory-waiting');
    await waiting.locator('memory-review').getByText(bank).waitFor();
    await waiting.locator('memory-review').getByRole('button', { name: text.keep }).click();
    await waiting.locator('memory-review').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+n');
    await field(page).waitFor();
    const after = await told();

    // What it wants forgotten: the person's own first, twenty of them, then all.
    await goTo();
    const drains = await remember(page, { title: 'Drains of the berths' });
    const refused = await asExtension('forget', { text: 'berth' });
    await tab(text.decide);
    const wish = waiting.getByRole('article', { name: '@acme/notes' });
    await wish.getByText(text.wish).waitFor();
    await wish.getByText(text.first).waitFor();
    const listed = await wish.getByRole('listitem').count();
    await app.keep('memory-wish');
    await axeClean(page);
    await wish.getByRole('button', { name: text.all }).click();
    await expect.poll(() => wish.getByRole('listitem').count()).toBe(31);
    const fits = await memoryPage(page).evaluate(one => one.scrollWidth <= one.clientWidth);
    await app.keep('memory-wish-all');
    await wish.getByRole('button', { name: text.forget }).click();
    await wish.waitFor({ state: 'detached' });
    await tab(text.memories);
    await expect.poll(async () => (await rows(page)).length).toBe(2);
    const { status } = await callMemory<{ status: string }>(page, 'get', { id: drains }).catch(() => ({ status: 'forgotten' }));
    expect({ before, after, refused, listed, fits, status }).toEqual({
      ...{ before: [true, false], after: [true, true] },
      ...{ refused: 'memory/forget-asked', listed: 20, fits: true, status: 'forgotten' },
    });
  },
);
