import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { axeClean } from './axe.ts';
import { looksOf } from './looks.ts';
import { git, repositoryOf } from './repository.ts';
import { connected } from './screen.ts';
import { callAs, demoReady, rested, show } from './thread.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

/** A repository with a commit on `main`, whose person has a name. */
function repository(): string {
  const folder = repositoryOf({ 'tides.txt': 'high: 06:12\nlow: 12:30\n' });
  git(folder, 'config', 'user.name', 'Ada');
  git(folder, 'config', 'user.email', 'ada@example.org');
  return folder;
}

test.each(
  looksOf([
    { locale: 'en-GB', theme: 'dark', width: 1440 },
    { locale: 'fr-FR', theme: 'light', width: 390 },
  ]),
)(
  'a merge in conflict shows both sides, has the agent resolve it elsewhere, and is taken by the person; the checkout is never in a conflict: $locale $theme $width',
  async look => {
    const folder = repository();
    await using app = await openApp(look);
    const { page } = app;
    await connected(page);
    await demoReady(page);
    const isFrench = look.locale === 'fr-FR';
    const { id: project } = await callAs<{ id: string }>(page, 'conversations', 'addProject', { folder });
    const { conversation } = await callAs<{ conversation: string }>(page, 'conversations', 'send', { text: 'hello', project });
    await show(page, conversation);
    await rested(page, conversation);
    const chip = page.locator('worktree-chip');
    await chip.locator('.chip').click();
    await chip.locator('.move ui-button').first().click();
    const placeOf = async (id: string) =>
      (await callAs<{ worktreePath?: string }>(page, 'conversations', 'conversation', { conversation: id })).worktreePath ?? '';
    await expect.poll(() => placeOf(conversation)).not.toBe('');
    const own = await placeOf(conversation);
    writeFileSync(join(own, 'tides.txt'), 'high: 06:12\nlow: 13:30\n');
    git(own, 'commit', '-qam', 'summer');
    writeFileSync(join(folder, 'tides.txt'), 'high: 06:12\nlow: 12:31\n');
    git(folder, 'commit', '-qam', 'a minute');
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    const openDialog = async () => {
      await chip.locator('.chip').click();
      await chip.locator('ui-button[icon="git-commit-horizontal"]').click();
    };
    await page.keyboard.press('Escape');
    await openDialog();
    const changes = page.locator('worktree-changes');
    const button = (en: string, fr: string) => changes.getByRole('button', { name: isFrench ? fr : en, exact: true });
    await button('Merge', 'Fusionner').click();
    const conflicts = page.locator('merge-conflicts');
    await conflicts.locator('pre').nth(1).waitFor();
    expect(await conflicts.locator('pre').allInnerTexts()).toEqual(['high: 06:12\nlow: 12:31\n', 'high: 06:12\nlow: 13:30\n']);
    await app.keep('worktree-conflicts');
    await axeClean(page);
    await button('Ask the agent to resolve them', 'Demander à l’agent de les résoudre').click();
    const take = button('Merge it', 'Le fusionner');
    await expect.poll(() => take.isEnabled(), { timeout: 60_000 }).toBe(true);
    await take.click();
    await conflicts.getByText('tides.txt', { exact: false }).first().waitFor();
    await conflicts.locator('ui-alert').waitFor();
    await app.keep('worktree-conflicts-marks');
    const place = git(folder, 'worktree', 'list', '--porcelain')
      .split('\n')
      .map(line => /^worktree (.*merge.*)$/.exec(line)?.[1])
      .find(path => path !== undefined);
    writeFileSync(join(place ?? '', 'tides.txt'), 'high: 06:12\nlow: 13:31\n');
    expect(readFileSync(join(folder, 'tides.txt'), 'utf8')).toBe('high: 06:12\nlow: 12:31\n');
    // What was made beside the conflict is named, and merged by nobody unseen; the demo has left a file of its own too.
    writeFileSync(join(place ?? '', 'beside.txt'), 'not in conflict\n');
    await take.click();
    await conflicts.locator('ui-alert', { hasText: 'beside.txt' }).waitFor();
    for (const name of ['beside.txt', 'demo-notes.md']) rmSync(join(place ?? '', name), { force: true });
    await take.click();
    await page.getByText(isFrench ? 'Fusionné comme l’agent l’a résolu.' : 'Merged as the agent has resolved it.').waitFor();
    expect([readFileSync(join(folder, 'tides.txt'), 'utf8'), git(folder, 'status', '--porcelain')]).toEqual([
      'high: 06:12\nlow: 13:31\n',
      '',
    ]);
    await app.keep('worktree-conflicts-taken');
  },
);
