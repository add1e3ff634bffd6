import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { axeClean } from './axe.ts';
import { openModelServer } from './model-server.ts';
import { asks, run, send, when, withModel } from './questions.ts';
import { settingsPage } from './settings-page.ts';
import { callAs, rested, thread } from './thread.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

const rules = (page: Page) => settingsPage(page).locator('.row');

const deleteAllOf = (page: Page, name: string) =>
  settingsPage(page).getByRole('region', { name }).getByRole('button', { name: 'Tout supprimer' }).click();

async function openRules(page: Page): Promise<void> {
  await thread(page).evaluate(element =>
    (element as unknown as { view: { run(command: string, args: object): Promise<unknown> } }).view.run('settings.open', {
      section: 'rules',
    }),
  );
  await settingsPage(page).locator('settings-rules').waitFor();
}

test('C13: every rule that the person gave is listed with what it lets, where it holds, where it was given and how often it decided; one that is deleted asks again, and undone it is as it was', async () => {
  await using server = await openModelServer(
    ...[
      run('echo one'),
      run('echo one'),
      { when, text: 'Done.' },
      run('echo one'),
      { when, text: 'Again.' },
      run('echo one'),
      { when, text: 'Last.' },
    ],
  );
  await using app = await withModel(server.url, { locale: 'en-GB', width: 1440 });
  const { page, project } = app;
  page.setDefaultTimeout(30_000);
  const conversation = await send(page, 'Say one twice.', { project, model: 'scripted/m' });
  await asks(page).getByRole('button', { name: 'This conversation' }).click();
  await rested(page, conversation);

  await openRules(page);
  const here = rules(page).filter({ hasText: 'Only in this conversation.' });
  await here.getByText('used 1 time').waitFor();
  const shown = (await here.innerText()).replaceAll(/\s+/g, ' ');
  await axeClean(page);
  await app.keep('rules');

  await here.getByRole('button', { name: 'Delete the rule for echo one' }).click();
  await here.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await here.waitFor();
  const back = (await here.innerText()).replaceAll(/\s+/g, ' ');
  await here.getByRole('button', { name: 'Delete the rule for echo one' }).click();
  await here.waitFor({ state: 'detached' });

  // The next call of the same command is a question again.
  await page.keyboard.press('Escape');
  await callAs(page, 'conversations', 'send', { text: 'Once more.', conversation });
  await asks(page).waitFor();
  const question = await asks(page).innerText();
  await asks(page).getByRole('button', { name: 'Deny' }).click();
  await rested(page, conversation);
  expect({ shown, same: back === shown, question }).toEqual({
    shown: expect.stringMatching(
      /^Allow bash: echo one Only in this conversation\. Exactly this\..* Your answer of .+ in Say one twice\. used 1 time /,
    ),
    same: true,
    question: expect.stringContaining('echo one'),
  });
});

test('C13: what is allowed always for a project is not asked about in its next conversation, until all rules of the project are deleted; without rules the page says what one is', async () => {
  const push = { when, tools: [{ name: 'bash', arguments: { command: 'git push --force nowhere main' } }] };
  await using server = await openModelServer(...Array.from({ length: 3 }, () => [push, { when, text: 'Done.' }]).flat());
  await using app = await withModel(server.url, { locale: 'fr-FR', theme: 'dark', width: 390, height: 844 });
  const { page, project } = app;
  page.setDefaultTimeout(30_000);
  await callAs(page, 'agent', 'removeRules', { ids: ['asks'] });
  const inOpenMode = (text: string) => send(page, text, { project, model: 'scripted/m', accessMode: 'open' });

  const first = await inOpenMode('Pousse une fois.');
  await asks(page).getByRole('button', { name: 'Toujours pour ce projet' }).click();
  await rested(page, first);
  const second = await inOpenMode('Pousse encore.');
  await rested(page, second);
  const asked = await asks(page).count();

  await callAs(page, 'agent', 'saveRule', { id: 'no', decision: 'deny', tool: '*', pattern: '**/.env*', scope: 'always' });
  await openRules(page);
  const ofProject = rules(page).filter({ hasText: 'Seulement dans ce projet.' });
  await ofProject.getByText('utilisée 1 fois').waitFor();
  await axeClean(page);
  await app.keep('rules');
  await deleteAllOf(page, 'tides');
  await ofProject.waitFor({ state: 'detached' });
  await deleteAllOf(page, 'Partout');
  const empty = settingsPage(page).getByText(/Une règle est une réponse donnée pour plus d’une fois/);
  await empty.waitFor();
  await app.keep('rules-empty');

  await page.keyboard.press('Escape');
  const third = await inOpenMode('Pousse une troisième fois.');
  await asks(page).waitFor();
  const again = await asks(page).innerText();
  await asks(page).getByRole('button', { name: 'Refuser' }).click();
  await rested(page, third);
  expect({ asked, again }).toEqual({ asked: 0, again: expect.stringContaining('git push --force nowhere main') });
});

test('a rule is tried on what was called before, says what it would have done, and is enforced once it is saved', async () => {
  await using server = await openModelServer(
    ...[run('echo one'), { when, text: 'Done.' }, run('echo two'), { when, text: 'Again.' }, run('echo three'), { when, text: 'Last.' }],
  );
  await using app = await withModel(server.url, { locale: 'en-GB', width: 1440 });
  const { page, project } = app;
  page.setDefaultTimeout(30_000);
  const conversation = await send(page, 'Say one.', { project, model: 'scripted/m' });
  await asks(page).getByRole('button', { name: 'Deny' }).click();
  await rested(page, conversation);
  await callAs(page, 'agent', 'prompt', { conversation, text: 'Say two.' });
  await asks(page).getByRole('button', { name: 'Allow once' }).click();
  await rested(page, conversation);

  await openRules(page);
  await settingsPage(page).getByRole('button', { name: 'New rule' }).click();
  const draft = settingsPage(page).locator('settings-rule-draft');
  await draft.getByRole('radio', { name: 'Deny' }).check({ force: true });
  await draft.locator('ui-input[name=pattern] input').fill('echo *');
  await draft.getByText('2 match').waitFor();
  const denied = await draft.locator('.three').innerText();
  await draft.getByRole('radio', { name: 'Allow', exact: true }).check({ force: true });
  await draft.locator('ui-input[name=pattern] input').fill('echo o*');
  await draft.locator('ui-input[name=pattern] input').fill('echo *');
  await axeClean(page);
  await app.keep('rule-simulated');
  await draft.getByRole('radio', { name: 'Deny' }).check({ force: true });
  await draft.locator('ui-input[name=pattern] input').fill('echo three');
  await draft.getByRole('button', { name: 'Save rule' }).click();
  await rules(page).filter({ hasText: 'echo three' }).waitFor();
  await page.keyboard.press('Escape');
  await callAs(page, 'agent', 'prompt', { conversation, text: 'Say three.' });
  await rested(page, conversation);
  expect({ denied: denied.replaceAll(/\s+/g, ' '), told: JSON.stringify(server.requests.findLast(when)?.body.messages) }).toEqual({
    denied: expect.stringMatching(/allowed 0 .*asked 0 2 then.*denied 2/),
    told: expect.stringContaining('A rule of the person denies this call.'),
  });
});

test('a rule is simulated on a narrow dark screen in French', async () => {
  await using server = await openModelServer(run('echo un'), { when, text: 'Fait.' });
  await using app = await withModel(server.url, { locale: 'fr-FR', theme: 'dark', width: 390, height: 844 });
  const { page, project } = app;
  page.setDefaultTimeout(30_000);
  const conversation = await send(page, 'Dis un.', { project, model: 'scripted/m' });
  await asks(page).getByRole('button', { name: 'Refuser' }).click();
  await rested(page, conversation);
  await callAs(page, 'agent', 'removeRules', { ids: ['asks'] });
  await openRules(page);
  await settingsPage(page).getByRole('button', { name: 'Nouvelle règle' }).click();
  const draft = settingsPage(page).locator('settings-rule-draft');
  await draft.locator('ui-input[name=pattern] input').fill('echo *');
  await draft.getByText('1 appel que vous avez refusé s’exécuterait sans demander.').waitFor();
  await axeClean(page);
  await app.keep('rule-simulated');
  expect(await draft.locator('tr').count()).toBe(1);
});
