import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { axeClean } from './axe.ts';
import { looksOf } from './looks.ts';
import { git, repositoryOf } from './repository.ts';
import { connected } from './screen.ts';
import { settingsPage } from './settings-page.ts';
import { callAs, demoReady, rested } from './thread.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

test.each(
  looksOf([
    { locale: 'fr-FR', theme: 'dark', width: 390 },
    { locale: 'en-GB', theme: 'light', width: 1440 },
  ]),
)(
  'the settings show the worktrees and what each takes; one is removed there, and what was not committed comes back: $locale $theme $width',
  async look => {
    const folder = repositoryOf({ 'a.txt': 'one\n', '.gitignore': 'cache/\n' });
    await using app = await openApp(look);
    const { page } = app;
    await connected(page);
    await demoReady(page);
    const isFrench = look.locale === 'fr-FR';
    const storage = () => callAs(page, 'window', 'open', { view: 'settings.page', params: { section: 'storage' } });
    await storage();
    const list = settingsPage(page).locator('stored-worktrees');
    await list.getByText(isFrench ? 'Aucune conversation n’a de worktree à elle.' : 'No conversation has a worktree of its own.').waitFor();
    await settingsPage(page).locator('settings-storage .kind').first().scrollIntoViewIfNeeded();
    await app.keep('storage-kinds');
    await list.scrollIntoViewIfNeeded();
    await app.keep('stored-worktrees-none');
    const downloads = settingsPage(page).locator('extensions-downloads');
    await downloads.getByText(isFrench ? 'Rien n’est gardé.' : 'Nothing is kept.').waitFor();
    const cache = join(app.userData, 'data', 'atelier--extensions', 'cache');
    mkdirSync(cache, { recursive: true });
    writeFileSync(join(cache, 'package.tgz'), 'x'.repeat(300_000));
    await page.keyboard.press('Escape');
    await storage();
    await downloads.getByText(isFrench ? '1 fichier' : '1 file').waitFor();
    await downloads.scrollIntoViewIfNeeded();
    await app.keep('storage-downloads');
    await downloads.getByRole('button', { name: isFrench ? 'Vider' : 'Clear' }).click();
    await downloads.getByText(isFrench ? 'Rien n’est gardé.' : 'Nothing is kept.').waitFor();
    expect(existsSync(cache)).toBe(false);
    await page.keyboard.press('Escape');

    const { id: project } = await callAs<{ id: string }>(page, 'conversations', 'addProject', { folder });
    const made: string[] = [];
    const worktrees = () =>
      [...git(folder, 'worktree', 'list', '--porcelain').matchAll(/^worktree (.+)$/gm)].flatMap(([, one = '']) =>
        one === folder ? [] : [one],
      );
    for (const text of ['Compare the tides of two harbours', 'Mend the table']) {
      const { conversation } = await callAs<{ conversation: string }>(page, 'conversations', 'send', { text, project });
      await callAs(page, 'window', 'open', { view: 'conversations.thread', params: { conversation } });
      await rested(page, conversation);
      await page.locator('worktree-chip .chip').click();
      await page
        .locator('worktree-chip')
        .getByRole('button', { name: isFrench ? 'Travailler dans un worktree à part' : 'Work in a worktree of its own' })
        .click();
      await expect.poll(() => worktrees().length).toBe(made.length + 1);
      await page
        .locator('worktree-chip')
        .getByRole('button', { name: isFrench ? 'Revenir au dossier du projet' : 'Back to the project’s folder' })
        .waitFor();
      await page.keyboard.press('Escape');
      made.push(...worktrees().filter(one => !made.includes(one)));
    }
    const [first = '', second = ''] = made;
    writeFileSync(join(second, 'b.txt'), 'x'.repeat(2_500_000));
    await storage();
    const rows = list.getByRole('listitem');
    const changed = rows.filter({ hasText: isFrench ? '1 fichier non validé' : '1 file not committed' });
    await changed.getByText(isFrench ? /2,5\sMo/ : /2\.5\sMB/).waitFor();
    const remove = isFrench ? 'Supprimer…' : 'Remove…';
    await changed.getByRole('button', { name: remove }).click();
    await changed.getByText(isFrench ? 'est gardé 30 jours' : 'is kept for 30 days').waitFor();
    await changed.scrollIntoViewIfNeeded();
    await app.keep('stored-worktrees');
    await axeClean(page);
    await changed.getByRole('button', { name: isFrench ? 'Supprimer le worktree' : 'Remove the worktree' }).click();
    await expect.poll(() => rows.count()).toBe(1);
    const left = [existsSync(first), existsSync(second)];
    // It is kept in the repository, and its conversation brings it back.
    await page.keyboard.press('Escape');
    await page.locator('worktree-chip .chip').click();
    await page
      .locator('worktree-chip')
      .getByRole('button', { name: isFrench ? 'Rétablir le worktree' : 'Bring the worktree back' })
      .click();
    await expect.poll(() => worktrees().length).toBe(2);
    await storage();
    await expect.poll(() => rows.count()).toBe(2);
    await changed.getByText(isFrench ? /2,5\sMo/ : /2\.5\sMB/).waitFor();
    expect({ left, main: git(folder, 'status', '--porcelain') }).toEqual({ left: [true, false], main: '' });
  },
);
