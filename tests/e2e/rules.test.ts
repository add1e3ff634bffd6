import type { LitElement } from 'lit';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { axeClean } from './axe.ts';
import { tabTo } from './keyboard.ts';
import { looksOf } from './looks.ts';
import { openModelServer } from './model-server.ts';
import { asks, run, send, when, withModel } from './questions.ts';
import { openRules, settingsPage } from './settings-page.ts';
import { callAs, rested } from './thread.ts';
import { focused } from './window.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

const rules = (page: Page) => settingsPage(page).locator('.rule');
/** The rule beside the list. */
const detail = (page: Page) => settingsPage(page).locator('.one');

const deleteAllOf = (page: Page, name: string) =>
  settingsPage(page).getByRole('region', { name }).getByRole('button', { name: 'Tout supprimer' }).click();

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
  const here = rules(page).filter({ hasText: 'echo one' });
  await here.getByText('used 1 time').waitFor();
  await here.click();
  const about = detail(page).locator('.says');
  await about.getByText('Only in this conversation.').waitFor();
  const shown = (await about.innerText()).replaceAll(/\s+/g, ' ');
  await axeClean(page);
  await app.keep('rules');

  await detail(page).getByRole('button', { name: 'Delete the rule' }).click();
  await here.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await here.click();
  await about.getByText('Only in this conversation.').waitFor();
  const back = (await about.innerText()).replaceAll(/\s+/g, ' ');
  await detail(page).getByRole('button', { name: 'Delete the rule' }).click();
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
  const ofProject = rules(page).filter({ hasText: 'git push' });
  await ofProject.getByText('utilisée 1 fois').waitFor();
  await axeClean(page);
  await app.keep('rules');
  // One at a time: the rule, and the way back to where it stands in the list.
  await ofProject.press('Enter');
  await detail(page).getByText('Seulement dans ce projet.').waitFor();
  const onRule = await focused(page);
  await app.keep('rule');
  await page.keyboard.press('Enter');
  await detail(page).waitFor({ state: 'detached' });
  const onRow = await focused(page);
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
  expect({ asked, again, onRule, onRow }).toEqual({
    asked: 0,
    again: expect.stringContaining('git push --force nowhere main'),
    onRule: 'button Retour',
    onRow: expect.stringContaining('git push --force nowhere main'),
  });
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
  await draft.locator('settings-rule-replay:not([aria-busy])').waitFor();
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
  // Another rule can be looked at while one is written.
  await settingsPage(page).getByRole('button', { name: 'New rule' }).click();
  await draft.locator('ui-input[name=pattern] input').fill('echo four');
  await rules(page).filter({ hasText: 'echo three' }).click();
  await detail(page).locator('.says').getByText('echo three').waitFor();
  const said = await detail(page).locator('.says ~ settings-rule-replay').evaluate(answeredLate);
  await settingsPage(page).getByRole('button', { name: 'New rule' }).click();
  const written = await draft.locator('ui-input[name=pattern] input').inputValue();
  expect({ said, written }).toEqual({ said: ['', null, 'Refused.', null, '', 'true'], written: 'echo four' });
  await page.keyboard.press('Escape');
  await callAs(page, 'agent', 'prompt', { conversation, text: 'Say three.' });
  await rested(page, conversation);
  expect({ denied: denied.replaceAll(/\s+/g, ' '), told: JSON.stringify(server.requests.findLast(when)?.body.messages) }).toEqual({
    denied: expect.stringMatching(/allowed 0 .*asked 0 2 then.*denied 2/),
    told: expect.stringContaining('A rule of the person denies this call.'),
  });
});

test('a saved rule is changed beside the list and what is written stays while another is looked at; what no rule matches is asked about or denied, and what a rule allows is not', async () => {
  await using server = await openModelServer(
    ...[run('ls one'), { when, text: 'Done.' }, run('echo one && ls'), { when, text: 'Again.' }, run('echo two'), { when, text: 'Last.' }],
  );
  await using app = await withModel(server.url, { locale: 'en-GB', width: 1440 });
  const { page, project } = app;
  page.setDefaultTimeout(30_000);
  await callAs(page, 'agent', 'saveRule', { id: 'other', decision: 'deny', tool: 'bash', pattern: 'git push *', scope: 'always' });
  await openRules(page);
  const echo = rules(page).filter({ hasText: 'echo' });
  await echo.click();
  await detail(page).getByRole('button', { name: 'Change the rule' }).click();
  const draft = settingsPage(page).locator('settings-rule-draft:visible');
  const save = draft.getByRole('button', { name: 'Save rule' });
  const unchanged = await save.isDisabled();
  await draft.getByRole('radio', { name: 'Allow', exact: true }).check({ force: true });
  await draft.locator('ui-input[name=pattern] input').fill('echo o*');
  await rules(page).filter({ hasText: 'git push' }).click();
  await detail(page).locator('.says').getByText('git push').waitFor();
  await echo.getByText('Draft, not saved').waitFor();
  await echo.click();
  const written = await draft.locator('ui-input[name=pattern] input').inputValue();
  await draft.locator('ui-input[name=pattern] input').fill('echo *');
  await app.keep('rule-changed');
  // Another section is looked at, and it is there again.
  const section = (name: string) => page.locator('settings-nav').getByText(name, { exact: true }).click();
  await section('General');
  await draft.waitFor({ state: 'detached' });
  await section('Approval rules');
  await expect.poll(() => draft.locator('ui-input[name=pattern] input').inputValue()).toBe('echo *');
  await save.click();
  await rules(page).filter({ hasText: 'Allow' }).getByText('echo *').waitFor();

  const otherwise = settingsPage(page).locator('select:visible[aria-label="When no rule matches"]');
  await otherwise.selectOption('Ask');
  const listed = await rules(page).count();
  await axeClean(page);
  await page.keyboard.press('Escape');
  const saved = async () => JSON.stringify(await callAs(page, 'agent', 'listRules', {}));
  await expect.poll(saved).toContain('"decision":"ask","tool":"*"');
  const conversation = await send(page, 'List.', { project, model: 'scripted/m' });
  await asks(page).getByRole('button', { name: 'Deny' }).click();
  await rested(page, conversation);
  await callAs(page, 'agent', 'prompt', { conversation, text: 'Both.' });
  await asks(page).getByRole('button', { name: 'Deny' }).click();
  await rested(page, conversation);

  await openRules(page);
  await echo.click();
  await detail(page).getByRole('tab', { name: 'Still asked 1' }).waitFor();
  await otherwise.selectOption('Deny');
  await detail(page).getByRole('tab', { name: 'Newly denied 1' }).waitFor();
  await app.keep('rule-outcomes');
  await page.keyboard.press('Escape');
  await expect.poll(saved).toContain('"decision":"deny","tool":"*"');
  await callAs(page, 'agent', 'prompt', { conversation, text: 'Echo.' });
  await rested(page, conversation);
  const answered = JSON.stringify(server.requests.findLast(when)?.body.messages?.at(-1));
  await openRules(page);
  await otherwise.selectOption('The mode decides');
  await page.keyboard.press('Escape');
  await expect.poll(saved).not.toContain('"tool":"*"');
  expect({ unchanged, written, listed, answered }).toEqual({
    unchanged: true,
    written: 'echo o*',
    listed: 2,
    answered: expect.stringMatching(/two/),
  });
});

/** What a replay shows when its first question fails after the second is answered; when the newest fails; and once the rule is another. */
async function answeredLate(element: Element): Promise<readonly (string | null)[]> {
  interface Replay extends LitElement {
    view: object;
    rule: object;
    simulated: object;
    problem: string;
  }
  const replay = element as unknown as Replay;
  const { simulated } = replay;
  let asked = Promise.withResolvers<PromiseWithResolvers<object>>();
  const call = () => {
    const answer = Promise.withResolvers<object>();
    asked.resolve(answer);
    return answer.promise;
  };
  replay.view = new Proxy(replay.view, {
    get: (view, name) => {
      const value = Reflect.get(view, name, view);
      return name === 'connect' ? () => ({ call }) : typeof value === 'function' ? value.bind(view) : value;
    },
  });
  const ask = async (pattern: string) => {
    asked = Promise.withResolvers();
    replay.rule = { ...replay.rule, pattern };
    return await asked.promise;
  };
  const problem = (said: string) => ({ in: () => said });
  const shown = async () => {
    await new Promise(resolve => requestAnimationFrame(resolve));
    await replay.updateComplete;
    return [replay.problem, replay.ariaBusy];
  };
  const [first, second] = [await ask('a'), await ask('b')];
  second.resolve(simulated);
  await shown();
  first.reject(problem('Late.'));
  const late = await shown();
  (await ask('c')).reject(problem('Refused.'));
  const refused = await shown();
  await ask('d');
  return [...late, ...refused, ...(await shown())];
}

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

const written = [
  ['allow', 'bash', 'npm run *'],
  ['ask', 'bash', 'npm install*'],
  ['allow', 'edit', 'src/**'],
  ['deny', 'bash', 'git push --force*'],
  ['deny', 'read', '**/.env*'],
] as const;

test.each(
  looksOf([
    ['en-GB', 'light', 1440, /Find a rule/, 'New rule', 'Save rule', 'Deny'],
    ['fr-FR', 'dark', 390, /Chercher une règle/, 'Nouvelle règle', 'Enregistrer la règle', 'Refuse'],
    ['fr-FR', 'light', 1024, /Chercher une règle/, 'Nouvelle règle', 'Enregistrer la règle', 'Refuse'],
    ['en-GB', 'dark', 360, /Find a rule/, 'New rule', 'Save rule', 'Deny'],
  ]),
)(
  'by keyboard alone a rule is found by its words and by a command that it is about, opens beside the list, and another one is written from the header: %s %s %i',
  async (...row) => {
    const [locale, theme, width, find, add, save, deny] = row;
    await using server = await openModelServer();
    await using app = await withModel(server.url, { locale, theme, width, height: width < 900 ? 844 : 900 });
    const { page } = app;
    page.setDefaultTimeout(30_000);
    await callAs(page, 'agent', 'removeRules', { ids: ['asks'] });
    for (const [decision, tool, pattern] of written)
      await callAs(page, 'agent', 'saveRule', { id: pattern, decision, tool, pattern, scope: 'always' });
    await openRules(page);
    await expect.poll(() => rules(page).count()).toBe(written.length);
    await app.keep('rules-list');
    const patterns = async () => (await rules(page).locator('code').allInnerTexts()).toSorted();
    await settingsPage(page).getByRole('searchbox', { name: find }).focus();
    await page.keyboard.type('npm run build');
    await expect.poll(patterns).toEqual(['bash: npm run *']);
    await page.keyboard.press('Escape');
    await page.keyboard.type(deny.toLowerCase());
    await expect.poll(patterns).toEqual(['bash: git push --force*', 'read: **/.env*']);
    await page.keyboard.type(' nowhere');
    await settingsPage(page).locator('ui-empty').waitFor();
    await page.keyboard.press('Escape');
    await tabTo(page, /npm install/);
    await page.keyboard.press('Enter');
    await detail(page).locator('.says').getByText('npm install*').waitFor();
    await axeClean(page);
    await app.keep('rules-chosen');

    await settingsPage(page).getByRole('heading', { level: 1 }).focus();
    await tabTo(page, new RegExp(add));
    await page.keyboard.press('Enter');
    const draft = settingsPage(page).locator('settings-rule-draft');
    await draft.waitFor();
    await expect.poll(() => focused(page)).toMatch(/^input/);
    await page.keyboard.type('make deploy');
    await app.keep('rules-writing');
    await tabTo(page, new RegExp(save));
    await page.keyboard.press('Enter');
    await detail(page).locator('.says').getByText('make deploy').waitFor();
    // The place that the focus was in is gone; the page has it, and not nothing.
    expect({ draft: await draft.count(), focus: await focused(page) }).toEqual({ draft: 0, focus: expect.stringMatching(/^h1/) });
  },
);
