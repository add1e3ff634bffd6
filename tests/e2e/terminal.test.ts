import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { axeClean } from './axe.ts';
import { looksOf } from './looks.ts';
import { connected } from './screen.ts';
import { callAs, demoReady, rested, show } from './thread.ts';
import { palette } from './window.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

function projectFolder(): string {
  const folder = join(realpathSync(mkdtempSync(join(tmpdir(), 'atelier-e2e-'))), 'tide-tables');
  onTestFinished(() => rmSync(join(folder, '..'), { recursive: true, force: true }));
  mkdirSync(folder);
  writeFileSync(join(folder, 'Makefile'), 'test:\n\t@printf "\\033[31m1 failed\\033[0m, 2 passed\\n"; exit 1\n');
  return folder;
}

test.each(
  looksOf([
    { locale: 'fr-FR', theme: 'dark', width: 390 },
    { locale: 'en-GB', theme: 'light', width: 1440 },
  ]),
)(
  'a command of the project runs in open access only, its colours and exit code are shown, and its output goes into the message: $locale $theme $width',
  async look => {
    const folder = projectFolder();
    await using app = await openApp(look);
    const { page } = app;
    await connected(page);
    await demoReady(page);
    const { id: project } = await callAs<{ id: string }>(page, 'conversations', 'addProject', { folder });
    const { conversation } = await callAs<{ conversation: string }>(page, 'conversations', 'send', { text: 'hello', project });
    await show(page, conversation);
    await rested(page, conversation);
    await callAs(page, 'window', 'open', { view: 'terminal.panel', params: {} });
    const isFrench = look.locale === 'fr-FR';
    const panel = page.locator('terminal-runs');
    await panel.getByText(isFrench ? 'sans bac à sable' : 'without a sandbox').waitFor();
    await app.keep('terminal-off');
    await callAs(page, 'agent', 'setAccessMode', { conversation, mode: 'open' });
    await panel.getByRole('button', { name: isFrench ? 'Lancer make test' : 'Run make test' }).click();
    await panel.locator('.red', { hasText: '1 failed' }).waitFor();
    await panel.getByText(isFrench ? 'code 2' : 'exit 2').waitFor();
    await app.keep('terminal-run');
    await axeClean(page);
    await panel.getByRole('button', { name: isFrench ? 'Envoyer à la conversation' : 'Send to the conversation' }).click();
    await expect
      .poll(() => callAs<{ text?: string }>(page, 'conversations', 'readDraft', { of: conversation }).then(draft => JSON.stringify(draft)))
      .toContain('1 failed, 2 passed');
  },
);

test.each(
  looksOf([
    { locale: 'fr-FR', theme: 'light', width: 390 },
    { locale: 'en-GB', theme: 'dark', width: 1440 },
  ]),
)(
  'a shell is opened, typed into by keys of which the window takes none but F6, survives a reload, and ends with its exit code: $locale $theme $width',
  async look => {
    const folder = projectFolder();
    await using app = await openApp({ ...look, env: { SHELL: '/bin/sh' } });
    const { page } = app;
    await connected(page);
    await demoReady(page);
    const { id: project } = await callAs<{ id: string }>(page, 'conversations', 'addProject', { folder });
    const { conversation } = await callAs<{ conversation: string }>(page, 'conversations', 'send', { text: 'hello', project });
    await show(page, conversation);
    await rested(page, conversation);
    await callAs(page, 'agent', 'setAccessMode', { conversation, mode: 'open' });
    await callAs(page, 'window', 'open', { view: 'terminal.panel', params: {} });
    const isFrench = look.locale === 'fr-FR';
    const panel = page.locator('terminal-runs');
    await panel.getByRole('button', { name: isFrench ? 'Ouvrir un shell' : 'Open a shell' }).click();
    const screen = panel.locator('terminal-shell');
    const rows = screen.locator('.xterm-rows');
    await rows.getByText(/[$#]/).first().waitFor();
    await expect.poll(() => screen.locator('textarea').evaluate(field => field.matches(':focus'))).toBe(true);
    // A key of the palette, one that empties the line, and letters that no key of a keyboard is.
    await page.keyboard.type('gone');
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Control+u');
    await page.keyboard.type('printf "\\033[31mté%s\\033[0m\\n" xt; touch here');
    await page.keyboard.press('Enter');
    await rows.getByText('téxt').waitFor();
    await expect.poll(() => existsSync(join(folder, 'here'))).toBe(true);
    expect(await palette(page).count()).toBe(0);
    await axeClean(page);
    await app.keep('terminal-shell');
    // It is pasted as it stands, and cannot say that the pasting is over.
    await screen.locator('textarea').evaluate(field => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'echo "pa""sted"\u001b[201~\n');
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, composed: true, cancelable: true }));
    });
    await rows.getByText('pasted[201~').first().waitFor();
    await page.keyboard.press('F6');
    await expect.poll(() => screen.evaluate(one => one.matches(':focus-within'))).toBe(false);

    // What one writes after having been elsewhere stays in the message, though the shell is shown again.
    const other = await callAs<{ conversation: string }>(page, 'conversations', 'send', { text: 'hello', project });
    await show(page, other.conversation);
    await screen.waitFor({ state: 'detached' });
    await show(page, conversation);
    const composer = page.locator('conversations-composer textarea').first();
    if (look.width > 1_000) {
      await composer.focus();
      await rows.getByText('téxt').waitFor();
      expect(await composer.evaluate(field => field.matches(':focus'))).toBe(true);
    }

    await page.reload();
    await connected(page);
    await callAs(page, 'window', 'open', { view: 'terminal.panel', params: {} });
    await rows.getByText('téxt').waitFor();
    await screen.click();
    await page.keyboard.type('exit 3');
    await page.keyboard.press('Enter');
    await panel
      .getByRole('status')
      .getByText(isFrench ? 'code 3' : 'exit 3')
      .waitFor();
    await panel.getByRole('button', { name: isFrench ? 'Envoyer à la conversation' : 'Send to the conversation' }).click();
    await expect
      .poll(() => callAs<{ text?: string }>(page, 'conversations', 'readDraft', { of: conversation }).then(draft => JSON.stringify(draft)))
      .toContain('téxt');
  },
);
