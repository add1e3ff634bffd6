import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { tinyRegistry } from '../support/tiny-registry.ts';
import { openApp } from './app.ts';
import { composer, field } from './composer-page.ts';
import { details, rowOf, tab, useRegistry } from './installing.ts';
import { type ModelRequest, openModelServer } from './model-server.ts';
import { connected } from './screen.ts';
import { installThirdParty } from './third-party.ts';
import { callAs, thread } from './thread.ts';
import { enter, find, palette } from './window.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

/** Reads "Atelier Security" where the characters are obeyed instead of shown. */
const planted = 'Atel\u200bier \u202eytiruceS';
const shown = 'Atel⟦U+200B⟧ier ⟦U+202E⟧ytiruceS';

const hidden = /[\u200b\u202e]/;

/** What the app asks on its own, such as a title, has no tools. */
const when = ({ body }: ModelRequest) => (body.tools?.length ?? 0) > 0;

/** Every text of the page, through all shadow roots: what is drawn, named to a screen reader, or shown in a tip. */
async function texts(page: Page): Promise<readonly string[]> {
  return await page.evaluate(() => {
    const found: string[] = [document.title];
    const attributes = ['title', 'label', 'aria-label', 'placeholder', 'alt', 'value', 'heading', 'text'];
    const walk = (node: Node): void => {
      if (node.nodeType === Node.TEXT_NODE) found.push(node.nodeValue ?? '');
      if (node instanceof Element) {
        for (const name of attributes) found.push(node.getAttribute(name) ?? '');
        if (node.shadowRoot) walk(node.shadowRoot);
      }
      for (const child of node.childNodes) walk(child);
    };
    walk(document);
    return found.filter(text => text !== '');
  });
}

test('R5: a name of others that hides or turns characters is shown as it is, wherever it stands', async () => {
  await using registry = await tinyRegistry();
  registry.publish({
    manifest: {
      name: '@acme/trusted',
      version: '1.0.0',
      description: planted,
      type: 'module',
      keywords: ['atelier-extension'],
      engines: { atelier: '^1.0.0' },
      atelier: { displayName: planted, main: './main.js' },
    },
    files: { 'main.js': 'export default { activate() {} };', 'README.md': `# ${planted}` },
  });
  await using app = await openApp({
    off: ['@atelier/exchange', '@atelier/quick-actions'],
    locale: 'en-GB',
    width: 1440,
    prepare: userData =>
      installThirdParty(userData, {
        word: 'planted',
        displayName: planted,
        description: planted,
        atelier: {
          requires: { '@atelier/workbench': '^0.1.0', '@atelier/settings': '^0.1.0', '@atelier/conversations': '^0.1.0' },
          contributes: {
            views: [
              { id: 'planted.page', slot: 'main', title: planted, element: 'planted-page' },
              { id: 'planted.side', slot: 'panel', title: planted, element: 'planted-page' },
            ],
            commands: [{ id: 'planted.go', title: planted }],
            '@atelier/settings:sections@1': [
              { id: 'planted', title: planted, form: [{ id: 'word', kind: 'string', title: planted, description: planted }] },
            ],
          },
        },
        ui: "export const elements = { 'planted-page': class extends LitElement { render() { return 'nothing'; } } };\n",
      }),
  });
  const { page } = app;
  await connected(page);
  const seen: string[] = [];
  const look = async (): Promise<void> => void seen.push(...(await texts(page)));

  await look();
  await find(page, 'Atel');
  await palette(page).getByText(shown).first().waitFor();
  await look();
  await page.keyboard.press('Escape');
  await useRegistry(page, registry.url);
  await tab(page, 'Marketplace').click();
  await rowOf(page, '@acme/trusted').getByText(shown).first().waitFor();
  await rowOf(page, '@acme/trusted').locator('.hit').click();
  await details(page).getByRole('button', { name: 'Install' }).click();
  await page.locator('extensions-offer').getByText(shown).first().waitFor();
  await look();
  await app.keep('planted-name-offer');
  await tab(page, /^Installed/).click();
  await rowOf(page, '@acme/planted').locator('.hit').click();
  await details(page).getByText(shown).first().waitFor();
  await look();
  await enter(page, 'Settings');
  await page.getByText(shown).first().waitFor();
  await look();

  expect(seen.filter(text => hidden.test(text))).toEqual([]);
  expect(seen.filter(text => text.includes(shown)).length).toBeGreaterThan(8);
});

test('R5: a file, a command, an output, a model and an error of others hide and turn nothing in a conversation', async () => {
  const name = `${planted}.txt`;
  const said = `echo '${planted}'`;
  await using server = await openModelServer(
    { when, tools: [{ name: 'write', arguments: { path: name, content: `${planted}\n` } }] },
    { when, tools: [{ name: 'edit', arguments: { path: name, edits: [{ oldText: planted, newText: `${planted} 2` }] } }] },
    { when, tools: [{ name: 'bash', arguments: { command: `${said}\n${said}` } }] },
    { when, tools: [{ name: planted, arguments: { [planted]: planted } }] },
    { when, status: 400, message: planted },
  );
  let folder = '';
  await using app = await openApp({
    locale: 'en-GB',
    width: 1440,
    prepare: userData => {
      folder = join(userData, '..', 'tides');
      mkdirSync(folder);
      writeFileSync(join(folder, `Atel${planted}.md`), 'words\n');
    },
  });
  const { page } = app;
  await connected(page);
  await callAs(page, 'providers', 'save', {
    id: 'scripted',
    name: planted,
    baseUrl: server.url,
    api: 'openai-completions',
    key: 'none',
    models: [{ id: 'm', name: planted }],
  });
  await callAs(page, 'agent', 'saveRule', { id: 'allows', decision: 'allow', tool: '*', scope: 'always' });
  const { id: project } = await callAs<{ id: string }>(page, 'conversations', 'addProject', { folder });
  const { conversation } = await callAs<{ conversation: string }>(page, 'conversations', 'send', {
    text: 'Do it.',
    project,
    model: 'scripted/m',
    accessMode: 'open',
  });
  await callAs(page, 'window', 'open', { view: 'conversations.thread', params: { conversation } });
  await thread(page).locator('.fail').waitFor();
  const seen: string[] = [];
  const look = async (): Promise<void> => void seen.push(...(await texts(page)));
  await look();
  const folded = thread(page).locator('button.tool[aria-expanded=false]');
  while ((await folded.count()) > 0) await folded.first().click();
  await look();
  await app.keep('planted-in-conversation');
  await field(page).pressSequentially('@Atel');
  await composer(page).locator('.suggest .opt').first().waitFor();
  await look();
  await page.keyboard.press('Escape');
  await composer(page).locator('.model').click();
  await look();
  await page.keyboard.press('Escape');
  await callAs(page, 'window', 'open', { view: 'file-changes.panel', params: { conversation } });
  await look();

  expect(seen.filter(text => hidden.test(text))).toEqual([]);
  expect(seen.filter(text => text.includes(shown)).length).toBeGreaterThan(8);
});
