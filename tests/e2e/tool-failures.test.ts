import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { type ModelRequest, openModelServer } from './model-server.ts';
import { connected } from './screen.ts';
import { callAs, rested, rows, say, thread } from './thread.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

const asked = ({ body }: ModelRequest) => (body.tools?.length ?? 0) > 0;

test('what a tool’s call failed of is said in French on a French page', async () => {
  await using app = await openApp({ width: 390 });
  await using server = await openModelServer(
    { when: asked, tools: [{ name: 'write', arguments: { path: 'notes.md', content: 'one\none\n' } }] },
    {
      when: asked,
      tools: [
        { name: 'read', arguments: { path: 'gone.md' } },
        { name: 'read', arguments: { path: 'notes.md', offset: 90 } },
        { name: 'edit', arguments: { path: 'notes.md', edits: [{ oldText: 'one', newText: 'two' }] } },
        { name: 'read', arguments: {} },
        { name: 'search_web', arguments: { query: 'atelier' } },
      ],
    },
    { when: asked, text: 'Fini.' },
  );
  const { page } = app;
  await connected(page);
  const models = [{ id: 'large', name: 'Large' }];
  await callAs(page, 'providers', 'save', {
    id: 'scripted',
    name: 'Scripted',
    baseUrl: server.url,
    api: 'openai-completions',
    key: 'none',
    models,
  });
  const conversation = await say(page, 'Bonjour', { model: 'scripted/large' });
  await rested(page, conversation);
  const said = async () => {
    const closed = thread(page).locator('button.tool[aria-expanded=false]');
    while ((await closed.count()) > 0) await closed.first().click();
    return thread(page).locator('.foot.note').allInnerTexts();
  };
  const live = await said();
  await app.keep('tool-failures');
  await page.reload();
  await connected(page);
  await thread(page).getByText('Fini.').first().waitFor();
  const again = await said();
  expect({ live, isSame: JSON.stringify(again) === JSON.stringify(live), rows: (await rows(page)).join('\n') }).toEqual({
    live: [
      'Ce fichier ou dossier n’existe pas.',
      'Le fichier n’a que 3 lignes\u00a0; la lecture devait commencer après.',
      'Le texte à remplacer est 2 fois dans le fichier\u00a0; il doit y être une seule fois.',
      'Non exécuté\u00a0: le modèle a mal rempli l’appel.',
      'Le modèle a appelé un outil qu’il n’a pas.',
    ],
    isSame: true,
    rows: expect.not.stringMatching(/not found|beyond end|occurrences|Validation failed/),
  });
});
