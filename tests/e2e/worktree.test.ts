import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { axeClean } from './axe.ts';
import { looksOf } from './looks.ts';
import { git, repositoryOf } from './repository.ts';
import { connected } from './screen.ts';
import { callAs, demoReady, rested, say, show } from './thread.ts';
import { plain } from './window.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

const chip = (page: Page) => page.locator('worktree-chip .chip');

/** A repository with a commit on `main`, which is also on a server. */
function repository(): string {
  const folder = repositoryOf({ 'a.txt': 'one\n' });
  git(folder, 'update-ref', 'refs/remotes/origin/main', 'HEAD');
  git(folder, 'config', 'remote.origin.url', 'https://example.org/tide-tables.git');
  git(folder, 'config', 'branch.main.remote', 'origin');
  git(folder, 'config', 'branch.main.merge', 'refs/heads/main');
  return folder;
}

test.each(
  looksOf([
    { locale: 'en-GB', theme: 'light', width: 1440 },
    { locale: 'fr-FR', theme: 'dark', width: 390 },
  ]),
)(
  'the branch of a project’s conversation stands above it, follows what others do in the repository, and says what is not committed: $locale $theme $width',
  async look => {
    const folder = repository();
    await using app = await openApp(look);
    const { page } = app;
    await connected(page);
    await demoReady(page);
    const { id: project } = await callAs<{ id: string }>(page, 'conversations', 'addProject', { folder });
    const { conversation } = await callAs<{ conversation: string }>(page, 'conversations', 'send', { text: 'hello', project });
    await show(page, conversation);
    await rested(page, conversation);
    const isFrench = look.locale === 'fr-FR';
    await page.getByRole('button', { name: isFrench ? 'Branche main, tout est validé' : 'Branch main, everything committed' }).waitFor();

    writeFileSync(join(folder, 'b.txt'), 'two\n');
    git(folder, 'checkout', '-qb', 'fix/the-hour-of-the-tide-in-summer');
    git(folder, 'checkout', '-q', 'main');
    git(folder, 'add', 'b.txt');
    git(folder, 'commit', '-qm', 'second');
    writeFileSync(join(folder, 'b.txt'), 'three\n');
    writeFileSync(join(folder, 'c.txt'), 'new\n');
    // An editor's change is seen when the window is looked at again.
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await page.getByRole('button', { name: isFrench ? 'Branche main, 2 fichiers diffèrent' : 'Branch main, 2 files differ' }).waitFor();
    await app.keep('worktree-chip');
    await chip(page).focus();
    await page.keyboard.press('Enter');
    const about = page.locator('worktree-chip .about');
    await about.getByText(isFrench ? 'Suit origin/main : 1 commit non poussé' : 'Follows origin/main: 1 commit not pushed').waitFor();
    const rows = await about.locator('dl').innerText();
    await app.keep('worktree-about');
    await axeClean(page);
    await page.keyboard.press('Escape');

    git(folder, 'checkout', '-q', 'fix/the-hour-of-the-tide-in-summer', '--force');
    await expect.poll(() => chip(page).getAttribute('aria-label')).toContain('fix/the-hour-of-the-tide-in-summer');
    const fits = await chip(page).evaluate(element => element.getBoundingClientRect().right <= innerWidth);
    await app.keep('worktree-long');
    // One without a project has no branch.
    const other = await say(page, 'hello');
    await rested(page, other);
    await chip(page).waitFor({ state: 'detached' });
    // The start page of a project has its branch too, and what can be committed.
    await callAs(page, 'window', 'open', { view: 'conversations.thread', params: { project } });
    await chip(page).click();
    await page
      .locator('worktree-chip')
      .getByRole('button', { name: isFrench ? 'Valider…' : 'Commit…' })
      .click();
    await page.locator('worktree-changes').getByRole('button', { name: 'c.txt' }).first().waitFor();
    await app.keep('worktree-start');
    expect({ rows: plain(rows).replaceAll(/\s+/g, ' '), fits }).toEqual({
      rows: isFrench ? 'Modifiés 1 Nouveaux 1' : 'Changed 1 New 1',
      fits: true,
    });
  },
);

test.each(
  looksOf([
    { locale: 'fr-FR', theme: 'light', width: 390 },
    { locale: 'en-GB', theme: 'dark', width: 1440 },
  ]),
)(
  'a conversation moves into a worktree of its own and back by keys, stays there over a kill, and is told what keeps it: $locale $theme $width',
  async look => {
    const folder = repository();
    await using app = await openApp(look);
    const { page } = app;
    await connected(page);
    await demoReady(page);
    const { id: project } = await callAs<{ id: string }>(page, 'conversations', 'addProject', { folder });
    const { conversation } = await callAs<{ conversation: string }>(page, 'conversations', 'send', { text: 'hello', project });
    await show(page, conversation);
    await rested(page, conversation);
    const isFrench = look.locale === 'fr-FR';
    const press = async (name: string) => {
      await chip(page).focus();
      await page.keyboard.press('Enter');
      const button = page.locator('worktree-chip').getByRole('button', { name });
      await button.focus();
      await page.keyboard.press('Enter');
    };
    await press(isFrench ? 'Travailler dans un worktree à part' : 'Work in a worktree of its own');
    const back = isFrench ? 'Revenir au dossier du projet' : 'Back to the project’s folder';
    await page.locator('worktree-chip').getByRole('button', { name: back }).waitFor();
    await app.keep('worktree-own');
    await axeClean(page);
    const { worktreePath = '' } = await callAs<{ worktreePath?: string }>(page, 'conversations', 'conversation', { conversation });
    await page.keyboard.press('Escape');

    await app.kill();
    const { url } = await app.restart();
    await page.goto(url);
    await show(page, conversation);
    await expect.poll(() => chip(page).getAttribute('aria-label')).toContain('atelier/');
    writeFileSync(join(worktreePath, 'b.txt'), 'work\n');
    await press(back);
    await page.getByText(isFrench ? 'ne sont pas validés' : 'are not committed').waitFor();
    await app.keep('worktree-kept');
    await page.keyboard.press('Escape');
    git(worktreePath, 'add', '-A');
    git(worktreePath, 'commit', '-qm', 'work');
    await press(back);
    await page.getByRole('button', { name: isFrench ? 'Branche main, tout est validé' : 'Branch main, everything committed' }).waitFor();
    expect({
      isOurs: worktreePath.startsWith(join(app.userData)),
      left: git(folder, 'worktree', 'list').trim().split('\n').length,
      branches: git(folder, 'branch', '--list', 'atelier/*').trim().split('\n').length,
    }).toEqual({ isOurs: true, left: 1, branches: 1 });
  },
);
