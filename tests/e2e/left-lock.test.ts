import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { axeClean } from './axe.ts';
import { looksOf } from './looks.ts';
import { repositoryOf } from './repository.ts';
import { connected } from './screen.ts';
import { callAs, demoReady, rested, show } from './thread.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined || process.platform !== 'linux', lack ?? 'only Linux says which programs work'));

test.each(
  looksOf([
    { locale: 'fr-FR', theme: 'dark', width: 390 },
    { locale: 'en-GB', theme: 'light', width: 1440 },
  ]),
)('the dialog says which lock a killed git has left, and the person removes it there: $locale $theme $width', async look => {
  const folder = repositoryOf({ 'a.txt': 'one\n' });
  const lock = join(folder, '.git/index.lock');
  writeFileSync(join(folder, 'a.txt'), 'two\n');
  writeFileSync(lock, '');
  await using app = await openApp(look);
  const { page } = app;
  await connected(page);
  await demoReady(page);
  const isFrench = look.locale === 'fr-FR';
  const { id: project } = await callAs<{ id: string }>(page, 'conversations', 'addProject', { folder });
  const { conversation } = await callAs<{ conversation: string }>(page, 'conversations', 'send', { text: 'Compare the tides', project });
  await show(page, conversation);
  await rested(page, conversation);
  await page.locator('worktree-chip .chip').click();
  await page
    .locator('worktree-chip')
    .getByRole('button', { name: isFrench ? 'Valider…' : 'Commit…' })
    .click();
  const left = page.locator('worktree-changes ui-alert').filter({ hasText: lock });
  await left.waitFor();
  await app.keep('left-lock');
  await axeClean(page);
  await left.getByRole('button', { name: isFrench ? 'Supprimer le verrou' : 'Remove the lock' }).click();
  await left.waitFor({ state: 'detached' });
  expect(existsSync(lock)).toBe(false);
});
