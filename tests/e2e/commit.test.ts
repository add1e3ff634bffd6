import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { axeClean } from './axe.ts';
import { addScripted } from './composer-page.ts';
import { looksOf } from './looks.ts';
import { type ModelServer, openModelServer } from './model-server.ts';
import { connected } from './screen.ts';
import { callAs, demoReady, rested, show } from './thread.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

const lines = Array.from({ length: 30 }, (_, line) => `line ${line}`);

/** A repository whose one file is changed at two ends, with a server of its own that has its first commit. */
function repository() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'atelier-e2e-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const [folder, server] = [join(root, 'tide-tables'), join(root, 'server.git')];
  mkdirSync(folder);
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
  git('init', '-q', '-b', 'main');
  git('config', 'user.name', 'Ada');
  git('config', 'user.email', 'ada@example.org');
  writeFileSync(join(folder, 'tides.txt'), `${lines.join('\n')}\n`);
  git('add', '-A');
  git('commit', '-qm', 'first');
  git('init', '-q', '--bare', server);
  writeFileSync(join(folder, 'tides.txt'), `${lines.with(1, 'high tide').with(28, 'low tide').join('\n')}\n`);
  writeFileSync(join(folder, 'harbour notes.md'), '# Harbour\n');
  return { folder, server, git };
}

/** Shows a conversation in this folder that has its first answer. */
async function showAnswered(page: Page, folder: string, model: ModelServer): Promise<void> {
  await connected(page);
  await demoReady(page);
  const { id: project } = await callAs<{ id: string }>(page, 'conversations', 'addProject', { folder });
  await callAs(page, 'conversations', 'savePreferences', { titles: 'words' });
  await addScripted(page, model);
  const first = { text: 'hello', project, model: 'scripted/scripted-large' };
  const { conversation } = await callAs<{ conversation: string }>(page, 'conversations', 'send', first);
  await show(page, conversation);
  await rested(page, conversation);
}

/** The same, with the dialog of its commits open. */
async function openCommit(page: Page, folder: string, model: ModelServer, isFrench: boolean): Promise<Locator> {
  await showAnswered(page, folder, model);
  await page.locator('worktree-chip .chip').click();
  await page
    .locator('worktree-chip')
    .getByRole('button', { name: isFrench ? 'Valider…' : 'Commit…' })
    .click();
  return page.locator('worktree-changes');
}

test.each(
  looksOf([
    { locale: 'en-GB', theme: 'light', width: 1440 },
    { locale: 'fr-FR', theme: 'dark', width: 390 },
  ]),
)('a part of a file is staged, a model writes the message, and it is committed in the page, by keys: $locale $theme $width', async look => {
  const { folder, git } = repository();
  const words = 'Say when the tide is high\n\nThe table had no words.';
  await using model = await openModelServer({ text: 'Hello.' }, { text: words });
  await using app = await openApp(look);
  const { page } = app;
  const isFrench = look.locale === 'fr-FR';
  const dialog = await openCommit(page, folder, model, isFrench);
  await dialog.getByRole('button', { name: 'tides.txt' }).first().click();
  await dialog
    .getByRole('button', { name: isFrench ? 'Indexer ce bloc' : 'Stage hunk' })
    .first()
    .click();
  await dialog.getByRole('button', { name: isFrench ? 'Tout désindexer' : 'Unstage all' }).waitFor();
  await dialog.getByRole('button', { name: isFrench ? 'L’écrire d’après' : 'Write it from' }).click();
  const message = dialog.getByRole('textbox', { name: 'Message' });
  await expect.poll(() => message.inputValue()).toContain('Say when the tide is high');
  await axeClean(page);
  const fits = await dialog.locator('form').evaluate(form => form.scrollWidth <= form.clientWidth);
  await app.keep('commit');
  await message.press('Control+Enter');
  await expect.poll(() => git('log', '--format=%s').trim()).toBe('Say when the tide is high\nfirst');
  await expect.poll(() => message.inputValue()).toBe('');
  const left = git('status', '--porcelain').split('\n')[0];
  // Only the line that was added, not the one that it replaces.
  const line = dialog.locator('ui-diff .added .choose');
  await line.focus();
  await page.keyboard.press('Enter');
  await app.keep('commit-lines');
  await dialog.getByRole('button', { name: isFrench ? 'Indexer 1 ligne' : 'Stage 1 line' }).click();
  const staged = () => git('diff', '--cached', '--unified=0').match(/^[+-][^+-].*$/gm);
  await expect.poll(staged).toEqual(['+low tide']);
  expect({
    fits,
    kept: git('show', '--format=', '--unified=0', 'HEAD').includes('+low tide'),
    left,
  }).toEqual({
    fits: true,
    kept: false,
    left: ' M tides.txt',
  });
});

test.each(
  looksOf([
    { locale: 'fr-FR', theme: 'light', width: 390 },
    { locale: 'en-GB', theme: 'dark', width: 1440 },
  ]),
)('under the changes of a conversation stands Commit… where there is a repository, and nowhere else: $locale $theme $width', async look => {
  const { folder } = repository();
  const write = { tools: [{ name: 'write', arguments: { path: 'notes.md', content: '# Notes\n' } }] };
  await using model = await openModelServer(write, { text: 'Written.' }, write, { text: 'Written.' });
  await using app = await openApp(look);
  const { page } = app;
  await connected(page);
  await demoReady(page);
  await callAs(page, 'conversations', 'savePreferences', { titles: 'words' });
  await callAs(page, 'agent', 'saveRule', { id: 'allows', decision: 'allow', tool: '*', scope: 'always' });
  await addScripted(page, model);
  const { id: project } = await callAs<{ id: string }>(page, 'conversations', 'addProject', { folder });
  const changes = page.locator('file-changes-list');
  const commit = changes.getByRole('button', { name: look.locale === 'fr-FR' ? 'Valider…' : 'Commit…' });
  const writeIn = async (place: { readonly project?: string }): Promise<void> => {
    const first = { text: 'Write notes.', ...place, model: 'scripted/scripted-large' };
    const { conversation } = await callAs<{ conversation: string }>(page, 'conversations', 'send', first);
    await show(page, conversation);
    await rested(page, conversation);
    await callAs(page, 'window', 'open', { view: 'file-changes.panel', params: { conversation } });
    await changes.getByText('notes.md').first().waitFor();
  };
  await writeIn({});
  const without = await commit.count();
  await writeIn({ project });
  await commit.waitFor();
  await axeClean(page);
  await app.keep('changes-commit');
  await commit.click();
  await page.locator('worktree-changes').getByRole('button', { name: 'notes.md' }).first().waitFor();
  expect(without).toBe(0);
});

test.each(
  looksOf([
    { locale: 'fr-FR', theme: 'dark', width: 1440 },
    { locale: 'en-GB', theme: 'light', width: 390 },
  ]),
)(
  'a message that was begun outlives the dialog and what a model writes over it; names hide nothing, the way to commit stays in sight, and what is discarded comes back: $locale $theme $width',
  async look => {
    const { folder, git } = repository();
    // One that the person made.
    const own = join(folder, '..', 'own');
    git('worktree', 'add', '-q', '-b', 'fix/\u202ededit\u200b', own);
    const long = `harbours/${'of the northern coast and its islands/'.repeat(3)}tide \u202etxt.md`;
    mkdirSync(join(own, long, '..'), { recursive: true });
    writeFileSync(join(own, long), 'high\n');
    for (let day = 1; day <= 24; day += 1) writeFileSync(join(own, `day ${day}.txt`), 'low\n');
    writeFileSync(join(own, 'tides.txt'), 'high tide\n');
    await using model = await openModelServer({ text: 'Hello.' }, { text: 'Say when the tide is high' });
    await using app = await openApp(look);
    const { page } = app;
    const isFrench = look.locale === 'fr-FR';
    await showAnswered(page, own, model);
    await page.locator('worktree-chip .chip').click();
    const about = page.locator('worktree-chip .about');
    const spelled = 'fix/⟦U+202E⟧dedit⟦U+200B⟧';
    await about.getByText(spelled).waitFor();
    const whose = await about.getByText(isFrench ? 'Un autre worktree du dépôt' : 'Another worktree of the repository').count();
    const told = await page.locator('worktree-chip .chip').getAttribute('aria-label');
    const edges = await about.evaluate(element => {
      const { left, right } = element.getBoundingClientRect();
      return Math.min(left, innerWidth - right) - 12 >= 4;
    });
    await app.keep('commit-chip');
    const open = about.getByRole('button', { name: isFrench ? 'Valider…' : 'Commit…' });
    await open.click();
    const dialog = page.locator('worktree-changes');
    await dialog.getByText(spelled).waitFor();
    await dialog.getByText(isFrench ? 'Non indexés (26)' : 'Not staged (26)').waitFor();
    const file = dialog.getByRole('button', { name: 'tide ⟦U+202E⟧txt.md' }).first();
    await file.scrollIntoViewIfNeeded();
    const base = await file.locator('.base').evaluate(element => element.scrollWidth <= element.clientWidth);
    const message = dialog.getByRole('textbox', { name: 'Message' });
    const commit = dialog.getByRole('button', { name: isFrench ? /^Valider/ : /^Commit/ }).last();
    const inSight = await Promise.all(
      [message, commit].map(one =>
        one.evaluate(element => {
          const { top, bottom, left, right } = element.getBoundingClientRect();
          return top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth;
        }),
      ),
    );
    await app.keep('commit-many');
    await message.fill('The tides of the north');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.locator('worktree-chip .chip').click();
    await open.click();
    await expect.poll(() => message.inputValue()).toBe('The tides of the north');
    await dialog.getByRole('button', { name: isFrench ? 'L’écrire d’après' : 'Write it from' }).click();
    await expect.poll(() => message.inputValue()).toBe('Say when the tide is high');
    await axeClean(page);
    await app.keep('commit-draft');
    await dialog.getByRole('button', { name: isFrench ? 'Rétablir' : 'Undo' }).click();
    await expect.poll(() => message.inputValue()).toBe('The tides of the north');
    await dialog
      .getByRole('button', { name: isFrench ? 'Annuler les modifications de day 1.txt' : 'Discard changes of day 1.txt' })
      .click();
    await dialog.getByText(isFrench ? 'Non indexés (25)' : 'Not staged (25)').waitFor();
    const discarded = existsSync(join(own, 'day 1.txt'));
    await app.keep('commit-discarded');
    await dialog
      .locator('.above')
      .getByRole('button', { name: isFrench ? 'Rétablir' : 'Undo' })
      .click();
    await dialog.getByText(isFrench ? 'Non indexés (26)' : 'Not staged (26)').waitFor();
    await dialog.getByRole('button', { name: isFrench ? 'Tout indexer' : 'Stage all' }).click();
    await dialog.getByRole('button', { name: isFrench ? 'Valider 26 fichiers' : 'Commit 26 files' }).click();
    await expect.poll(() => git('-C', own, 'log', '-1', '--format=%s').trim()).toBe('The tides of the north');
    await expect.poll(() => message.inputValue()).toBe('');
    expect({ inSight, base, edges, whose, told: told?.includes('26'), discarded }).toEqual({
      inSight: [true, true],
      base: true,
      edges: true,
      whose: 1,
      told: true,
      discarded: false,
    });
  },
);

test.each(
  looksOf([
    { locale: 'fr-FR', theme: 'light', width: 390 },
    { locale: 'en-GB', theme: 'dark', width: 1440 },
  ]),
)(
  'the hooks of a project are shown before they run, run once they are trusted, and no longer when that is taken back; what they say is told: $locale $theme $width',
  async look => {
    const { folder, git } = repository();
    const hook = join(folder, '.git/hooks/commit-msg');
    mkdirSync(join(folder, '.git/hooks'), { recursive: true });
    writeFileSync(hook, '#!/bin/sh\ngrep -q TIDE "$1" || { echo "Name the ticket: TIDE-1" >&2; exit 1; }\n', { mode: 0o755 });
    git('add', '-A');
    await using model = await openModelServer({ text: 'Hello.' });
    await using app = await openApp(look);
    const { page } = app;
    const isFrench = look.locale === 'fr-FR';
    const dialog = await openCommit(page, folder, model, isFrench);
    const message = dialog.getByRole('textbox', { name: 'Message' });
    await message.fill('Say when the tide is high');
    await message.press('Control+Enter');
    const trust = dialog.getByRole('button', { name: isFrench ? 'Faire confiance et valider' : 'Trust and commit' });
    await trust.waitFor();
    await axeClean(page);
    await app.keep('commit-hooks');
    await trust.press('Enter');
    await dialog.getByText('Name the ticket: TIDE-1').waitFor();
    await app.keep('commit-hook-refused');
    const before = git('log', '--format=%s').trim();
    await message.fill('TIDE-1: Say when the tide is high');
    await message.press('Control+Enter');
    await expect.poll(() => git('log', '--format=%s').trim()).toBe('TIDE-1: Say when the tide is high\nfirst');
    expect(before).toBe('first');

    await dialog.getByText(isFrench ? 'Vous faites confiance aux hooks' : 'Hooks of this project are trusted').waitFor();
    await app.keep('commit-hooks-trusted');
    await dialog.getByRole('button', { name: isFrench ? 'Ne plus faire confiance' : 'Trust no longer' }).press('Enter');
    await dialog
      .getByText(isFrench ? 'Vous faites confiance aux hooks' : 'Hooks of this project are trusted')
      .waitFor({ state: 'detached' });
    writeFileSync(join(folder, 'more.txt'), 'more\n');
    git('add', '-A');
    await dialog.getByRole('button', { name: isFrench ? 'Valider 1 fichier' : 'Commit 1 file' }).waitFor();
    await message.fill('TIDE-2: More');
    await message.press('Control+Enter');
    await trust.waitFor();
    expect(git('log', '-1', '--format=%s').trim()).toBe('TIDE-1: Say when the tide is high');
  },
);
