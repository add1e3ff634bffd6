import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { beforeEach, expect, test } from 'vitest';
import { renderDocument } from '../../plugins/exchange/main/export/write.ts';
import { chatGpt, claude, claudeCode, lines, pixel } from '../../plugins/exchange/main/fixtures/samples.fixture.ts';
import { scratch, zipOf } from '../../plugins/exchange/main/fixtures/write.fixture.ts';
import { chromiumLack, openChromium } from '../support/chromium.ts';
import { exfilPayloads } from '../support/exfil-payloads.ts';
import { type App, openApp } from './app.ts';
import { looksOf } from './looks.ts';
import { connected } from './screen.ts';
import { command } from './window.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

const withSessions = (userData: string): void => {
  const folder = join(userData, '..', '.claude', 'projects', '-home-me-bread');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, '0205f437-f816-4704-b6f3-9cf7b060888c.jsonl'), lines(claudeCode));
};

async function openDialog(app: App, name: string): Promise<void> {
  await connected(app.page);
  await command(app.page, name);
  await app.page.getByRole('dialog').waitFor();
}

async function manyConversations(path: string): Promise<string> {
  const many = Array.from({ length: 3000 }, (_, at) => ({ ...claude, uuid: `c${at}`, name: `Conversation numéro ${at}` }));
  const odd = { ...chatGpt, title: 'Un titre \u202eà l’envers 👨‍👩‍👧', conversation_id: 'odd' };
  return zipOf(join(path, 'claude-export.zip'), {
    'conversations.json': JSON.stringify([chatGpt, odd, ...many]),
    'file_0000aa11.png': pixel,
  });
}

test.for(
  looksOf([
    { theme: 'light', locale: 'fr-FR', width: 1280 },
    { theme: 'dark', locale: 'en-GB', width: 1280 },
    { theme: 'light', locale: 'fr-FR', width: 360 },
  ]),
)('an archive of thousands is looked at, some of it comes in, and what came opens ($theme, $locale, $width)', async options => {
  using folder = scratch();
  const file = await manyConversations(folder.path);
  await using app = await openApp({ ...options, prepare: withSessions });
  const { page } = app;
  const fr = options.locale === 'fr-FR';
  await openDialog(app, fr ? 'Importer des' : 'Import conv');
  await page.getByText('Claude Code').first().waitFor();
  await app.keep('exchange-choose');
  await page.locator('exchange-import input[type=file]').setInputFiles(file);
  await page.getByRole('grid').waitFor();
  await app.keep('exchange-preview');
  const rows = await page.getByRole('row').count();
  await page.getByRole('checkbox', { name: fr ? 'Tout sélectionner' : 'Select all' }).click();
  await page.getByRole('searchbox').fill('Bread');
  await page.getByRole('checkbox', { name: 'Bread, twice' }).click();
  await page.getByRole('button', { name: fr ? 'Importer 1 conversation' : 'Import 1 conversation' }).click();
  await page.getByText(fr ? '1 conversation importée' : '1 conversation imported').waitFor();
  await app.keep('exchange-report');
  await page.getByRole('button', { name: fr ? 'Ouvrir Bread, twice' : 'Open Bread, twice' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect({ isWindowed: rows < 60 }).toEqual({ isWindowed: true });

  await openDialog(app, fr ? 'Exporter la' : 'Export the');
  const list = page.getByRole('checkbox', { name: 'Bread, twice' });
  await list.waitFor();
  if (!(await list.isChecked())) await list.click();
  await page.getByText(/1 (?:fichier|file)/).waitFor();
  await app.keep('exchange-export');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: fr ? 'Enregistrer' : 'Save' }).click();
  const download = await downloading;
  const text = await textOf(await download.createReadStream());
  expect({ name: download.suggestedFilename(), begins: text.split('\n').slice(0, 2) }).toEqual({
    name: '2025-05-02 Bread, twice.md',
    begins: ['---', 'title: "Bread, twice"'],
  });
});

test('what other programs keep on this machine is found and comes in with two presses', async () => {
  await using app = await openApp({ prepare: withSessions });
  const { page } = app;
  await openDialog(app, 'Importer des');
  await page.getByRole('button', { name: 'Examiner Claude Code' }).click();
  await page.getByRole('button', { name: 'Importer 1 conversation' }).click();
  await page.getByText('1 conversation importée').waitFor();
  await page.getByRole('button', { name: 'Importer autre chose' }).click();
  await page.getByRole('textbox', { name: 'Ou un chemin' }).fill('/nowhere/at all');
  await page.keyboard.press('Enter');
  expect(await page.locator('exchange-import ui-alert').innerText()).toContain('n’a rien trouvé');
});

test('R1: an exported page of hostile text asks for nothing when it is opened', async () => {
  using folder = scratch();
  const said = exfilPayloads('https://sink.example').map((text, at) => ({
    id: `${at}`,
    kind: 'assistant' as const,
    at: 0,
    parts: [{ kind: 'text' as const, text }],
  }));
  const { pieces } = await renderDocument(
    { conversation: 'c', title: 'Hostile', createdAt: 0, entries: said },
    { format: 'html', locale: 'en', thinking: true, tools: true, images: 'inside', exportedAt: 0 },
  );
  const file = folder.write('page.html', [...pieces].join(''));
  await using closing = new AsyncDisposableStack();
  const browser = await openChromium();
  closing.defer(() => browser.close());
  const page = await browser.newPage({ colorScheme: 'dark' });
  const asked: string[] = [];
  const complained: string[] = [];
  page.on('request', request => void asked.push(request.url()));
  page.on('console', message => void complained.push(message.text()));
  await page.goto(`file://${file}`, { waitUntil: 'networkidle' });
  expect({ asked: asked.map(address => address.slice(0, 5)), complained, articles: await page.getByRole('article').count() }).toEqual({
    asked: ['file:'],
    complained: [],
    articles: said.length,
  });
});
