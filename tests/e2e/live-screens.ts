import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { tinyRegistry } from '../support/tiny-registry.ts';
import { type App, openApp } from './app.ts';
import { details, rowOf, useRegistry } from './installing.ts';
import { type ModelRequest, openModelServer, type Turn } from './model-server.ts';
import { connected } from './screen.ts';
import { open, type Screen } from './screens.ts';
import { callAs, demoReady, rested, show, thread } from './thread.ts';

const bridge = '@acme/harbour-bridge';
const never = new Promise<never>(() => undefined);

/** What it asks for is everything that the sheet has a word for. */
const asking = {
  manifest: {
    name: bridge,
    version: '2.1.0',
    description: 'Brings the messages of the harbour office into conversations',
    type: 'module',
    keywords: ['atelier-extension', 'views'],
    engines: { atelier: '^1.0.0' },
    atelier: {
      displayName: 'Harbour bridge',
      icon: 'anchor',
      ui: './ui.js',
      requires: { '@atelier/agent': '^0.1.0', '@atelier/conversations': '^0.1.0' },
      rights: { uses: ['@atelier/agent:readConversations', '@atelier/agent:toolCalls', '@atelier/agent:spend'], net: ['api.example.org'] },
      contributes: { views: [{ id: 'bridge.panel', slot: 'panel', title: 'Harbour', element: 'bridge-panel' }] },
    },
  },
  files: { 'ui.js': "import { LitElement } from 'lit';\nexport const elements = { 'bridge-panel': class extends LitElement {} };\n" },
};

const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });

/** A repository in which the person works. */
function repository(userData: string): string {
  const folder = join(userData, '..', 'tide-tables');
  mkdirSync(join(folder, 'src'), { recursive: true });
  writeFileSync(join(folder, 'src', 'app.ts'), 'const day = localMidnight(p.at);\nshow(day);\n');
  writeFileSync(join(folder, 'Makefile'), 'test:\n\t@printf "\\033[31m1 failed\\033[0m, 2 passed\\n"; exit 1\n');
  git(folder, 'init', '-q', '-b', 'main');
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'first');
  return folder;
}

const says = (model: string, words: RegExp) => (request: ModelRequest) =>
  request.body.model === model && words.test(JSON.stringify(request.body.messages?.at(-1)?.content ?? ''));

/** The model changes a file, runs a command and then does what `last` says. */
function works(model: string, task: RegExp, ...last: readonly Turn[]): Turn[] {
  const next = (request: ModelRequest) => request.body.model === model && (request.body.tools?.length ?? 0) > 0;
  const edits = [{ oldText: 'const day = localMidnight(p.at);', newText: 'const day = zoned(p.at, port.zone);' }];
  return [
    {
      when: says(model, task),
      text: 'The points are right. The labels are not.',
      tools: [{ name: 'edit', arguments: { path: 'src/app.ts', edits } }],
    },
    { when: next, tools: [{ name: 'bash', arguments: { command: 'git status --short' } }] },
    ...last.map(turn => ({ when: next, ...turn })),
  ];
}

interface Live {
  readonly running: string;
  readonly asking: string;
  readonly terminal: string;
  readonly tried: string;
}

let live: Live | undefined;

const at = (name: keyof Live) => async (page: Page) => {
  await page.keyboard.press('Control+1');
  await open(page, 'conversations.thread');
  await thread(page).waitFor();
  await show(page, live![name]);
  await thread(page).locator('ui-transcript').waitFor();
  if ((await page.locator('aside.panel').count()) > 0 && name !== 'terminal') await page.keyboard.press('Control+Alt+b');
};

/** Screens in which something is going on, or asked. */
export const liveScreens: readonly Screen[] = [
  { name: 'running', show: at('running') },
  {
    name: 'question',
    async show(page) {
      await at('asking')(page);
      await thread(page).getByRole('form').waitFor();
    },
  },
  {
    name: 'terminal',
    async show(page) {
      await at('terminal')(page);
      await callAs(page, 'window', 'open', { view: 'terminal.panel', params: {} });
      await page.locator('terminal-runs .red').first().waitFor();
    },
  },
  {
    name: 'tries-form',
    async show(page) {
      await at('tried')(page);
      await page.locator('worktree-chip .chip').click();
      await page.locator('worktree-chip ui-button[icon=git-branch-plus]').first().click();
      await page.locator('tries-form').waitFor();
    },
  },
  {
    name: 'consent',
    async show(page) {
      await open(page, 'extensions.panel');
      await page.locator('extensions-panel').getByRole('tab').first().click();
      await rowOf(page, bridge).locator('.hit').click();
      await details(page)
        .getByRole('button', { name: /^Install/ })
        .click();
      await page.locator('extensions-offer ui-checkbox').first().waitFor();
    },
  },
];

/** Closes what the last screen has left open over the others. */
export async function leaveLive({ page }: App): Promise<void> {
  const offer = page.locator('extensions-offer');
  if ((await offer.count()) === 0) return;
  await offer.getByRole('button', { name: /^(?:Cancel|Annuler)$/ }).click();
  await offer.waitFor({ state: 'detached' });
}

/** Opens the app with a model that is at work, and leaves each conversation where its screen needs it. */
export async function openLive(): Promise<App> {
  await using rest = new AsyncDisposableStack();
  const task = /one hour late/;
  const push = { tools: [{ name: 'bash', arguments: { command: 'git push --force origin main' } }] };
  const server = rest.use(
    await openModelServer(
      { when: says('scripted-large', /Hello/), text: 'Hello.' },
      ...works('scripted-large', task, { text: ['Both ports have a summer time. ', 'I look at Brest first, then ', never] }),
      ...works('scripted-small', task, push),
    ),
  );
  const registry = rest.use(await tinyRegistry());
  registry.publish(asking);
  let folder = '';
  const prepare = (userData: string) => {
    folder = repository(userData);
  };
  const app = rest.use(await openApp({ width: 1440, locale: 'en-GB', prepare }));
  const { page } = app;
  page.setDefaultTimeout(20_000);
  await connected(page);
  await useRegistry(page, registry.url);
  await open(page, 'conversations.thread');
  await demoReady(page);
  await callAs(page, 'conversations', 'savePreferences', { titles: 'words' });
  const models = ['scripted-large', 'scripted-small'].map(id => ({
    id,
    name: id.replace('scripted-', 'Scripted '),
    contextWindow: 100_000,
  }));
  await callAs(page, 'providers', 'save', { id: 'lab', name: 'Lab', baseUrl: server.url, api: 'openai-completions', key: 'none', models });
  for (const { id } of models) await callAs(page, 'providers', 'star', { model: `lab/${id}`, starred: true });
  const { id: project } = await callAs<{ id: string }>(page, 'conversations', 'addProject', { folder });
  await callAs(page, 'agent', 'saveRule', { id: 'status', decision: 'allow', tool: 'bash', pattern: 'git status *', scope: 'always' });
  const send = async (text: string, model: string) =>
    (await callAs<{ conversation: string }>(page, 'conversations', 'send', { text, project, model: `lab/${model}` })).conversation;
  const words = 'Since 29 March every tide is one hour late. Find out why, and fix it in src/app.ts.';
  const tried = await send('Hello', 'scripted-large');
  await show(page, tried);
  await rested(page, tried);
  const running = await send(words, 'scripted-large');
  await show(page, running);
  await thread(page).getByText('I look at Brest').first().waitFor();
  for (const text of ['Then add a test for Lord Howe.', 'And say what changed.'])
    await callAs(page, 'conversations', 'send', { text, conversation: running });
  git(folder, 'checkout', '-q', '.');
  const questions = await send(words, 'scripted-small');
  await show(page, questions);
  await thread(page).getByRole('form').waitFor();
  await callAs(page, 'agent', 'setAccessMode', { conversation: tried, mode: 'open' });
  await show(page, tried);
  await callAs(page, 'window', 'open', { view: 'terminal.panel', params: {} });
  await page.locator('terminal-runs').getByRole('button', { name: 'Run make test' }).click();
  await page.locator('terminal-runs .red').first().waitFor();
  live = { running, asking: questions, terminal: tried, tried };
  const kept = rest.move();
  return { ...app, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

const steps = (page: Page) => page.locator('onboarding-page dialog');

/** Back to the first step, where the language is chosen. */
export async function speakFirst(page: Page, language: string): Promise<void> {
  while ((await steps(page).getByRole('radio', { name: 'English' }).count()) === 0)
    await steps(page)
      .locator('ui-button')
      .filter({ hasText: /Back|Retour/ })
      .click();
  await steps(page)
    .getByRole('radio', { name: language === 'fr' ? 'Français' : 'English' })
    .check();
}

/** The first steps of an empty profile. */
export const firstScreens: readonly Screen[] = [
  {
    name: 'onboarding',
    show: async page => speakFirst(page, await page.evaluate(() => document.documentElement.lang)),
  },
  {
    name: 'onboarding-provider',
    async show(page) {
      await steps(page)
        .getByRole('button', { name: /^(?:Continue|Continuer)$/ })
        .click();
      await steps(page).getByRole('radio', { name: 'Anthropic' }).waitFor();
    },
  },
];

export async function openFirst(): Promise<App> {
  const app = await openApp({ width: 1440, firstSteps: true });
  await steps(app.page).waitFor();
  return app;
}
