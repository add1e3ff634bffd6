import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { axeClean } from './axe.ts';
import { looksOf } from './looks.ts';
import { type ModelRequest, openModelServer, type Turn } from './model-server.ts';
import { git, repositoryOf } from './repository.ts';
import { connected } from './screen.ts';
import { callAs, demoReady, rested, show } from './thread.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

const repository = () => repositoryOf({ 'tides.ts': 'const tide = fetchTide();\nshow(tide);\n' });

const asks = (name: string, words: RegExp) => (request: ModelRequest) =>
  words.test(JSON.stringify(request.body.messages?.at(-1)?.content ?? '')) && request.body.model === name;

/** What a model does with the task: it writes, runs a command, and says what it did. */
function work(model: string, content: string, words: string): Turn[] {
  return [
    { when: asks(model, /offline/), tools: [{ name: 'write', arguments: { path: 'tides.ts', content } }] },
    {
      when: request => request.body.model === model && /wrote|Success/i.test(JSON.stringify(request.body.messages?.at(-1))),
      tools: [{ name: 'bash', arguments: { command: 'git status --short' } }],
    },
    { when: request => request.body.model === model && /tides\.ts/.test(JSON.stringify(request.body.messages?.at(-1))), text: words },
  ];
}

test.each(
  looksOf([
    { locale: 'en-GB', theme: 'light', width: 1440 },
    { locale: 'fr-FR', theme: 'dark', width: 390 },
  ]),
)(
  'one task goes to two models, each in its worktree; what they did stands side by side, one is kept, the other is brought back: $locale $theme $width',
  async look => {
    const isFrench = look.locale === 'fr-FR';
    const folder = repository();
    const large = work(
      'scripted-large',
      'const tide = cached(fetchTide);\nshow(tide);\n',
      'A cache keeps the last answer and says how old it is.',
    );
    const small = work(
      'scripted-small',
      'const tide = stored() ?? fetchTide();\nkeep(tide);\nshow(tide);\n',
      'The last answer is stored on the disk.',
    );
    await using model = await openModelServer({ text: 'Hello.' }, ...large, ...small);
    await using app = await openApp(look);
    const { page } = app;
    await connected(page);
    await demoReady(page);
    await callAs(page, 'conversations', 'savePreferences', { titles: 'words' });
    await callAs(page, 'agent', 'saveRule', { id: 'allows', decision: 'allow', tool: '*', scope: 'always' });
    const models = [
      { id: 'scripted-large', name: 'Scripted Large', contextWindow: 100_000 },
      { id: 'scripted-small', name: 'Scripted Small', contextWindow: 100_000 },
    ];
    const provider = { id: 'scripted', name: 'Workshop', baseUrl: model.url, api: 'openai-completions', key: 'none', models };
    await callAs(page, 'providers', 'save', provider);
    for (const { id } of models) await callAs(page, 'providers', 'star', { model: `scripted/${id}`, starred: true });
    const { id: project } = await callAs<{ id: string }>(page, 'conversations', 'addProject', { folder });
    const { conversation } = await callAs<{ conversation: string }>(page, 'conversations', 'send', {
      text: 'Hello',
      project,
      model: 'scripted/scripted-large',
    });
    await show(page, conversation);
    await rested(page, conversation);
    await page.locator('worktree-chip .chip').click();
    await page
      .locator('worktree-chip')
      .getByRole('button', { name: isFrench ? 'Plusieurs essais…' : 'Several tries…' })
      .click();
    const form = page.locator('tries-form');
    await form
      .getByRole('textbox', { name: isFrench ? 'La tâche' : 'The task' })
      .fill('Show the tides of the last port when there is no network: offline.');
    await axeClean(page);
    await app.keep('tries-form');
    await form.getByRole('button', { name: isFrench ? 'Lancer 2 essais' : 'Start 2 tries' }).click();
    const comparison = page.locator('tries-comparison');
    await expect.poll(() => comparison.getByText(isFrench ? /Terminé à/ : /Finished at/).count()).toBe(2);
    await comparison.getByText('A cache keeps').waitFor();
    await comparison.getByText('stored on the disk').waitFor();
    await comparison.getByRole('button', { name: 'tides.ts' }).first().click();
    await comparison.getByText('cached').first().waitFor();
    await comparison.getByText('stored').first().waitFor();
    await axeClean(page);
    await app.keep('tries');
    await comparison
      .getByRole('button', { name: isFrench ? 'Garder celui-ci' : 'Keep this one' })
      .first()
      .click();
    await page
      .locator('conversations-transcript')
      .getByText(/A cache keeps|stored on the disk/)
      .first()
      .waitFor();
    const worktrees = git(folder, 'worktree', 'list').trim().split('\n').length;
    await page.locator('worktree-chip .chip').click();
    await page
      .locator('worktree-chip')
      .getByRole('button', { name: isFrench ? 'Plusieurs essais…' : 'Several tries…' })
      .click();
    await form.getByRole('button', { name: /offline/ }).click();
    const back = comparison.getByRole('button', { name: isFrench ? 'Rétablir' : 'Bring back' });
    await back.waitFor();
    await app.keep('tries-kept');
    await back.click();
    await expect.poll(() => git(folder, 'worktree', 'list').trim().split('\n').length).toBe(3);
    expect({ worktrees, checkout: git(folder, 'status', '--porcelain') }).toEqual({ worktrees: 2, checkout: '' });
  },
);
