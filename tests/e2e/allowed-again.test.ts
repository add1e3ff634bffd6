import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { type ModelRequest, openModelServer } from './model-server.ts';
import { connected } from './screen.ts';
import { callAs, rested, thread } from './thread.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

/** What the app asks on its own, such as a title, has no tools. */
const when = ({ body }: ModelRequest) => (body.tools?.length ?? 0) > 0;
const run = { name: 'bash', arguments: { command: 'sh tool.sh' } };

/** A language and look, and the words of the question in it. */
type Case = readonly ['en-GB' | 'fr-FR', 'light' | 'dark', number, string, RegExp];
const cases: readonly Case[] = [
  ['en-GB', 'light', 1440, 'This conversation', /What this command runs has changed since you allowed it: tool\.sh\./],
  ['fr-FR', 'dark', 400, 'Cette conversation', /Ce que cette commande exécute a changé depuis que vous l’avez autorisée\s: tool\.sh\./],
];

test.for(cases)(
  'W4: a command that was allowed is asked about again once the agent itself has changed what it runs (%s)',
  async ([locale, theme, width, scope, why]) => {
    await using server = await openModelServer(
      { when, tools: [run] },
      { when, tools: [run] },
      { when, tools: [{ name: 'write', arguments: { path: 'tool.sh', content: 'echo changed\n' } }] },
      { when, tools: [run] },
      { when, text: 'Done.' },
    );
    let folder = '';
    await using app = await openApp({
      locale,
      theme,
      width,
      prepare: userData => {
        folder = join(userData, '..', 'tides');
        mkdirSync(folder);
        writeFileSync(join(folder, 'tool.sh'), 'echo first\n');
      },
    });
    const { page } = app;
    await connected(page);
    await callAs(page, 'providers', 'save', {
      id: 'scripted',
      name: 'Scripted',
      baseUrl: server.url,
      api: 'openai-completions',
      key: 'none',
      models: [{ id: 'm', name: 'm' }],
    });
    await callAs(page, 'agent', 'saveRule', { id: 'asks', decision: 'ask', tool: 'bash', pattern: 'sh *', scope: 'always' });
    const { id: project } = await callAs<{ id: string }>(page, 'conversations', 'addProject', { folder });
    const { conversation } = await callAs<{ conversation: string }>(page, 'conversations', 'send', {
      text: 'Run it twice.',
      project,
      model: 'scripted/m',
    });
    await callAs(page, 'window', 'open', { view: 'conversations.thread', params: { conversation } });
    const asks = thread(page).getByRole('form');
    await asks.waitFor();
    const first = await asks.innerText();
    await asks.getByRole('button', { name: scope }).click();
    await asks.filter({ hasText: why }).waitFor();
    await app.keep('allowed-again');
    await asks.getByRole('button', { name: scope }).click();
    await rested(page, conversation);
    const [, second = ''] = server.requests.map(({ body }) => JSON.stringify(body)).filter(body => body.includes('first'));
    expect({
      before: why.test(first),
      twice: second.split('first').length > 2,
      rules: await callAs(page, 'agent', 'listRules'),
    }).toMatchObject({
      before: false,
      twice: true,
      rules: [{ id: 'asks' }, { decision: 'allow', scope: 'conversation', of: conversation }],
    });
  },
);
