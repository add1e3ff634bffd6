import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { type App, type AppOptions, openApp } from './app.ts';
import { axeClean } from './axe.ts';
import { type ModelRequest, openModelServer, type ScriptedTool, type Turn } from './model-server.ts';
import { connected, pressEnter } from './screen.ts';
import { callAs, rested, rows, show, thread } from './thread.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

/** What the app asks on its own, such as a title, has no tools. */
const asked = ({ body }: ModelRequest) => (body.tools?.length ?? 0) > 0;
const model = 'scripted/scripted-large';
const call = (name: string, args: object): Turn => ({ when: asked, tools: [{ name, arguments: args } satisfies ScriptedTool] });

function project(): string {
  const folder = mkdtempSync(join(tmpdir(), 'turns-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src', 'tides.ts'), 'export const high = 2;\n');
  return folder;
}

/** The app with a model that does what the test has written, in a project. */
async function scripted(url: string, options: AppOptions): Promise<App & { readonly project: string }> {
  const app = await openApp(options);
  await connected(app.page);
  const models = ['scripted-large', 'scripted-small'].map(id => ({ id, name: id }));
  const provider = { id: 'scripted', name: 'Scripted', baseUrl: url, api: 'openai-completions', key: 'none', models };
  await callAs(app.page, 'providers', 'save', provider);
  const { id } = await callAs<{ id: string }>(app.page, 'conversations', 'addProject', { folder: project() });
  return Object.assign(app, { project: id });
}

async function ask(app: App & { readonly project: string }, text: string): Promise<string> {
  const { page, project } = app;
  const { conversation } = await callAs<{ conversation: string }>(page, 'conversations', 'send', { text, model, project });
  await show(page, conversation);
  return conversation;
}

async function reloaded(app: App, conversation: string): Promise<void> {
  app.allow(/./);
  await app.kill();
  const { url } = await app.restart();
  await app.page.goto(url);
  await connected(app.page);
  await show(app.page, conversation);
}

const inLanguage = (page: App['page'], language: 'french' | 'english') =>
  thread(page).evaluate(
    (element, command) => (element as unknown as { view: { run(command: string): Promise<unknown> } }).view.run(command),
    `workbench.${language}`,
  );

/** What a request holds besides the system's part. */
function said(messages: NonNullable<ModelRequest['body']['messages']>): readonly string[] {
  const textOf = (content: unknown) =>
    Array.isArray(content) ? content.map(({ text = '' }: { text?: string }) => text).join('') : String(content);
  return messages.filter(({ role }) => role === 'user' || role === 'assistant').map(({ role, content }) => `${role}: ${textOf(content)}`);
}

test('each call says what it came to, who decided and why it failed, and says the same in the other language and after a restart', async () => {
  await using server = await openModelServer(
    call('write', { path: 'src/zone.ts', content: 'export const zone = 1;\n' }),
    call('write', { path: 'src/zone.ts', content: 'export const zone = 1;\n' }),
    call('edit', { path: 'src/tides.ts', edits: [{ oldText: 'low = 1', newText: 'low = 0' }] }),
    call('read', { path: 'src/nothing.ts' }),
    call('bash', { command: 'echo one' }),
    call('bash', { command: 'echo two' }),
    call('bash', { command: 'echo three' }),
    { when: asked, text: 'That is all.' },
  );
  await using app = await scripted(server.url, { locale: 'en-GB', width: 390, height: 844 });
  const { page } = app;
  for (const [id, pattern, decision] of [
    ['one', 'echo one', 'ask'],
    ['two', 'echo two', 'ask'],
    ['three', 'echo three', 'deny'],
  ])
    await callAs(page, 'agent', 'saveRule', { id, decision, tool: 'bash', pattern, scope: 'always' });
  const conversation = await ask(app, 'Work.');
  const asks = thread(page).getByRole('form', { name: 'Approval' });
  await asks.getByRole('button', { name: 'Allow once', disabled: false }).waitFor();
  await app.keep('turns-asks');
  const cut = await asks
    .getByRole('button')
    .evaluateAll(buttons => buttons.filter(button => button.scrollWidth > button.clientWidth).map(button => button.textContent));
  await asks.getByRole('button', { name: 'Allow once', disabled: false }).click();
  await asks.getByText('echo two', { exact: true }).waitFor();
  await asks.getByRole('button', { name: 'Deny' }).click();
  await rested(page, conversation);
  const inEnglish = await rows(page);
  // What was refused or failed is a card, with its reason below it; what went well is a line.
  const cards = await thread(page)
    .locator('.card')
    .evaluateAll(all => all.map(card => [card.querySelector('b')?.textContent, card.querySelector('.foot.note')?.textContent?.trim()]));
  await app.keep('turns-en');
  await axeClean(page);
  await reloaded(app, conversation);
  await expect.poll(() => rows(page)).toEqual(inEnglish);
  await inLanguage(page, 'french');
  await expect.poll(async () => (await rows(page)).join('\n')).toContain('Créé');
  const inFrench = await rows(page);
  await app.keep('turns-fr');
  expect({ cut, cards, inEnglish: inEnglish.slice(1), inFrench: inFrench.slice(1) }).toEqual({
    cut: [],
    cards: [
      ['Edit failed', 'The text to replace is not in the file.'],
      ['Read failed', 'There is no such file or folder.'],
      ['Refused', 'Refused by you'],
      ['Refused', 'By rule: refuses bash (echo three), everywhere'],
    ],
    inEnglish: [
      'Created src/zone.ts +1 −0',
      'Unchanged src/zone.ts +0 −0',
      '[failed] Edit failed src/tides.ts − Removed low = 1 + Added low = 0 The text to replace is not in the file.',
      '[failed] Read failed src/nothing.ts There is no such file or folder.',
      expect.stringMatching(/^Ran echo one Allowed once exit 0 [\d.]+ s$/),
      'Refused echo two Refused by you',
      'Refused echo three By rule: refuses bash (echo three), everywhere',
      'That is all.',
    ],
    inFrench: [
      'Créé src/zone.ts +1 −0',
      'Inchangé src/zone.ts +0 −0',
      '[failed] Modification échouée src/tides.ts − Supprimé low = 1 + Ajouté low = 0 Le texte à remplacer n’est pas dans le fichier.',
      '[failed] Lecture échouée src/nothing.ts Ce fichier ou dossier n’existe pas.',
      expect.stringMatching(/^Exécuté echo one Autorisé une fois code 0 [\d,]+ s$/),
      'Refusé echo two Refusé par vous',
      'Refusé echo three Par règle : refuse bash (echo three), partout',
      'That is all.',
    ],
  });
});

test('a question that was asked in one language is shown in the one of now, and so is the name of the demo', async () => {
  await using server = await openModelServer(call('bash', { command: 'echo one' }), call('read', { path: 'src/tides.ts' }));
  await using app = await scripted(server.url, { locale: 'en-GB' });
  const { page } = app;
  for (const [id, tool] of [
    ['one', 'bash'],
    ['two', 'read'],
  ])
    await callAs(page, 'agent', 'saveRule', { id, decision: 'ask', tool, scope: 'always' });
  await ask(app, 'Work.');
  const asks = thread(page).getByRole('form');
  await asks.getByText('Rule: asks bash (anything), everywhere.').waitFor();
  await inLanguage(page, 'french');
  await asks.getByText('Règle : demande bash (tout), partout.').waitFor();
  await app.keep('question-fr');
  await asks.getByRole('button', { name: 'Autoriser une fois', disabled: false }).click();
  await asks.getByText('Autoriser read ?').waitFor();
  await inLanguage(page, 'english');
  await asks.getByText('Allow read?').waitFor();
  await inLanguage(page, 'french');
  await page.locator('conversations-composer .model').first().click();
  const picker = page.locator('conversations-composer .picker');
  await picker.getByText('Démo (sans IA)').waitFor();
  const english = await picker.getByText(/\bDemo\b/).count();
  await app.keep('picker-demo-fr');
  expect(english).toBe(0);
});

test('a command that was stopped says so, also after a restart', async () => {
  await using server = await openModelServer(call('bash', { command: 'echo begun; sleep 600' }));
  await using app = await scripted(server.url, { locale: 'en-GB' });
  const { page } = app;
  const conversation = await ask(app, 'Wait.');
  await thread(page).getByText('begun', { exact: true }).first().waitFor();
  const running = (await rows(page)).find(row => row.includes('sleep')) ?? '';
  await callAs(page, 'agent', 'stop', { conversation });
  await rested(page, conversation);
  const stopped = await rows(page);
  await reloaded(app, conversation);
  await expect.poll(() => rows(page)).toEqual(stopped);
  expect([running, ...stopped]).toEqual([
    expect.stringMatching(/^\[running\] Running echo begun; sleep 600/),
    'Wait.',
    expect.stringMatching(/^\[off\] Stopped echo begun; sleep 600/),
    'Stopped',
  ]);
});

test('an error is said in the language of now, and an answer that is asked for again sends the person’s words and no others', async () => {
  await using server = await openModelServer(
    { when: asked, status: 401, message: 'No such key.' },
    { when: asked, text: 'It works now.' },
    { when: asked, text: 'It works again.' },
  );
  await using app = await scripted(server.url, { locale: 'en-GB' });
  const { page } = app;
  const conversation = await ask(app, 'Bonjour');
  await rested(page, conversation);
  const failed = thread(page).getByRole('alert');
  await failed.waitFor();
  const inEnglish = await failed.locator('b').innerText();
  await inLanguage(page, 'french');
  await expect.poll(() => failed.locator('b').innerText()).toContain('identifiants');
  const inFrench = await failed.locator('b').innerText();
  await page.reload();
  await connected(page);
  await failed.waitFor();
  await inLanguage(page, 'english');
  await expect.poll(() => failed.locator('b').innerText()).toEqual(inEnglish);
  await inLanguage(page, 'french');
  await pressEnter(failed.getByRole('button', { name: 'Réessayer' }));
  await thread(page).getByText('It works now.').first().waitFor();
  await rested(page, conversation);
  await thread(page).locator('.say').hover();
  await pressEnter(thread(page).getByRole('button', { name: 'Répondre à nouveau', exact: true }));
  await thread(page).getByText('It works again.').first().waitFor();
  await rested(page, conversation);
  const sent = server.requests.filter(asked).map(({ body }) => said(body.messages ?? []));
  expect({ inEnglish, inFrench, sent, rows: await rows(page) }).toEqual({
    inEnglish: expect.stringContaining('No such key'),
    inFrench: expect.stringContaining('No such key'),
    sent: [['user: Bonjour'], ['user: Bonjour'], ['user: Bonjour']],
    rows: ['Bonjour', 'It works again.'],
  });
});

test('an edited message and an answer asked again keep their versions, and one goes between them, also after a restart', async () => {
  await using server = await openModelServer(...['First.', 'Second.', 'Third.'].map(text => ({ when: asked, text })));
  await using app = await scripted(server.url, { locale: 'en-GB' });
  const { page } = app;
  const conversation = await ask(app, 'One');
  await rested(page, conversation);
  const mine = thread(page).locator('.user');
  await mine.hover();
  await pressEnter(mine.getByRole('button', { name: 'Edit and send again' }));
  await mine.locator('textarea:focus').waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Two');
  await page.keyboard.press('Enter');
  await thread(page).getByText('Second.').first().waitFor();
  await rested(page, conversation);
  await thread(page).locator('.say').hover();
  await pressEnter(thread(page).getByRole('button', { name: 'Answer again', exact: true }));
  await thread(page).getByText('Third.').first().waitFor();
  await rested(page, conversation);
  const versions = thread(page).getByRole('group', { name: 'Versions of this message' });
  const look = async () => [await versions.innerText(), ...(await rows(page))];
  await expect.poll(look).toEqual(['3/3', 'Two', 'Third.']);
  await app.keep('turns-versions');
  await axeClean(page);
  await pressEnter(versions.getByRole('button', { name: 'Previous version' }));
  await expect.poll(look).toEqual(['2/3', 'Two', 'Second.']);
  await pressEnter(versions.getByRole('button', { name: 'Previous version' }));
  await expect.poll(look).toEqual(['1/3', 'One', 'First.']);
  await reloaded(app, conversation);
  await expect.poll(look).toEqual(['1/3', 'One', 'First.']);
  await pressEnter(versions.getByRole('button', { name: 'Next version' }));
  await expect.poll(look).toEqual(['2/3', 'Two', 'Second.']);
});

test('who goes back to the first message finds its words in the composer and the way forward in the transcript', async () => {
  await using server = await openModelServer({ when: asked, text: 'First.' });
  await using app = await scripted(server.url, { locale: 'fr-FR', width: 390, height: 844 });
  const { page } = app;
  const conversation = await ask(app, 'Bonjour à tous');
  await rested(page, conversation);
  const field = page.locator('conversations-composer textarea');
  await field.fill('et merci');
  await thread(page).locator('.user').hover();
  await pressEnter(thread(page).locator('.user').getByRole('button', { name: 'Plus d’actions' }));
  await pressEnter(page.getByRole('menuitem', { name: 'Revenir à ce point' }));
  await pressEnter(page.getByRole('dialog').getByRole('button', { name: 'Revenir en arrière', exact: true }));
  const back = thread(page).getByText('Vous êtes revenu jusqu’ici.');
  await back.waitFor();
  await expect.poll(() => field.inputValue()).toBe('et merci\nBonjour à tous');
  await app.keep('turns-back');
  await page.reload();
  await connected(page);
  await back.waitFor();
  const after = await rows(page);
  await pressEnter(thread(page).getByRole('button', { name: 'Rétablir' }));
  await expect.poll(() => rows(page)).toEqual(['Bonjour à tous', 'First.']);
  expect(after).toEqual(['Vous êtes revenu jusqu’ici. <Rétablir>']);
});

test('a model that is not known to read images is said to have got none, and messages stand 12 and 24 px apart', async () => {
  await using server = await openModelServer({ when: asked, text: 'I see nothing.' }, { when: asked, text: 'Nor now.' });
  await using app = await scripted(server.url, { locale: 'en-GB' });
  const { page, project } = app;
  const data = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const first = await callAs<{ conversation: string }>(page, 'conversations', 'send', { text: 'Begin', model, project });
  const { conversation } = first;
  await show(page, conversation);
  await rested(page, conversation);
  await callAs(page, 'agent', 'prompt', { conversation, text: 'And this?', images: [{ mimeType: 'image/png', data }] });
  await thread(page).getByText('Nor now.').first().waitFor();
  await rested(page, conversation);
  await expect
    .poll(async () => (await rows(page)).at(-2))
    .toBe('scripted-large was not sent 1 image of this conversation, because it was not known to read images');
  const gaps = await thread(page)
    .locator('.user, .say')
    .evaluateAll(all =>
      all.slice(1).map((each, at) => Math.round(each.getBoundingClientRect().top - all[at]!.getBoundingClientRect().bottom)),
    );
  await app.keep('turns-spacing');
  expect(gaps.slice(0, 2)).toEqual([12, 24]);
});

test('a diagram is a picture, and the head of a long block of code stays in view and folds it', async () => {
  const diagram = [
    'graph TD',
    '  A[Start] --> B{Is it high?}',
    '  B -->|yes| C(Wait)',
    '  B -.->|no| D[Leave the harbour]',
    '  D ==> A',
  ].join('\n');
  const code = Array.from({ length: 60 }, (_, at) => `const line${at} = ${at};`).join('\n');
  await using server = await openModelServer({
    when: asked,
    text: `\`\`\`mermaid\n${diagram}\n\`\`\`\n\n\`\`\`ts\n${code}\n\`\`\`\n\nThat is all.`,
  });
  await using app = await scripted(server.url, { locale: 'en-GB', theme: 'dark', height: 700 });
  const { page } = app;
  const conversation = await ask(app, 'Draw.');
  await rested(page, conversation);
  const picture = thread(page).locator('ui-code .picture');
  await picture.waitFor();
  await picture.scrollIntoViewIfNeeded();
  await app.keep('turns-diagram');
  await axeClean(page);
  const block = thread(page).locator('ui-code').nth(1);
  await block.locator('.more, code > span').last().scrollIntoViewIfNeeded();
  const [head, scroller] = await Promise.all([
    block.locator('header').evaluate(element => Math.round(element.getBoundingClientRect().top)),
    thread(page)
      .locator('ui-transcript .scroll')
      .evaluate(element => Math.round(element.getBoundingClientRect().top)),
  ]);
  await app.keep('turns-code');
  await pressEnter(block.getByRole('button', { name: 'Fold or unfold' }));
  const folded = await block.locator('pre').isVisible();
  expect({ labels: await picture.locator('text').allTextContents(), isInView: head >= scroller, folded }).toEqual({
    labels: ['Start', 'Is it high?', 'yes', 'no', 'Wait', 'Leave the harbour'],
    isInView: true,
    folded: false,
  });
});

test('at 390 px all answers of a question, and the choice of the access, are whole', async () => {
  await using server = await openModelServer(call('bash', { command: 'sudo true' }), { when: asked, text: 'Well.' });
  await using app = await scripted(server.url, { locale: 'fr-FR', theme: 'dark', width: 390, height: 844 });
  const { page, project } = app;
  const { conversation } = await callAs<{ conversation: string }>(page, 'conversations', 'send', {
    ...{ text: 'Range.', model, project, accessMode: 'open' },
  });
  await show(page, conversation);
  const asks = thread(page).getByRole('form');
  await asks.waitFor();
  await app.keep('turns-answers');
  const answers = await asks.locator('.ft ui-button').evaluateAll(all =>
    all.map(each => {
      const inner = each.shadowRoot?.querySelector('button');
      return [each.textContent?.trim(), inner !== null && inner !== undefined && inner.scrollWidth <= inner.clientWidth];
    }),
  );
  await asks.getByRole('button', { name: 'Refuser' }).click();
  await rested(page, conversation);
  await page.locator('conversations-composer .mode').click();
  const items = page.locator('conversations-composer .about :is(label, p, ui-switch)');
  await items.first().waitFor();
  await app.keep('turns-access');
  const outside = await items.evaluateAll(all => all.filter(each => each.getBoundingClientRect().right > innerWidth).length);
  expect({ answers, outside }).toEqual({
    answers: ['Refuser', 'Dire pourquoi non', 'Toujours', 'Toujours pour ce projet', 'Cette conversation', 'Autoriser une fois'].map(
      name => [name, true],
    ),
    outside: 0,
  });
});
