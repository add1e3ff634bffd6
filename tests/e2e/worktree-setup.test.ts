import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { axeClean } from './axe.ts';
import { looksOf } from './looks.ts';
import { repositoryOf } from './repository.ts';
import { connected } from './screen.ts';
import { callAs, demoReady, rested, show } from './thread.ts';
import { plain } from './window.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

/** A repository that brings a set-up script along. */
const repository = () => repositoryOf({ '.codex/environments/environment.toml': "[setup]\nscript = '''\necho installing\nexit 3\n'''\n" });

test.each(
  looksOf([
    { locale: 'fr-FR', theme: 'dark', width: 390 },
    { locale: 'en-GB', theme: 'light', width: 1440 },
  ]),
)(
  'a worktree is set up by what the person has taken over from the project, live in a dialog, which says why it failed: $locale $theme $width',
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
    const chip = page.locator('worktree-chip .chip');
    await chip.focus();
    await page.keyboard.press('Enter');
    await page.locator('worktree-chip ui-button[icon="wrench"]').click();
    const dialog = page.locator('setup-dialog');
    const button = (en: string, fr: string) => dialog.getByRole('button', { name: isFrench ? fr : en, exact: true });
    await button('Take it over', 'Le reprendre').click();
    await app.keep('worktree-setup-proposal');
    await axeClean(page);
    await button('Save', 'Enregistrer').click();
    await page
      .getByText(isFrench ? /^Enregistré/ : /^Saved/)
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    await chip.focus();
    await page.keyboard.press('Enter');
    await page.locator('worktree-chip .move ui-button').first().click();
    await dialog.waitFor();
    await dialog.getByText(new RegExp(isFrench ? `Échec avec le code 3` : `Failed with exit code 3`)).waitFor();
    await expect.poll(async () => plain(await dialog.locator('pre.output').innerText())).toBe('installing\n');
    expect(await dialog.locator('dd').first().innerText()).toBe('20020');
    await app.keep('worktree-setup-failed');
    await axeClean(page);
    await dialog.locator('ui-textarea textarea').fill('echo ready');
    await button('Save', 'Enregistrer').click();
    await button('Run it again', 'L’exécuter à nouveau').click();
    await dialog.getByText(isFrench ? /Terminée en/ : /Done in/).waitFor();
    await expect.poll(async () => plain(await dialog.locator('pre.output').innerText())).toBe('ready\n');
    await app.keep('worktree-setup-done');
  },
);
