import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { axeClean } from './axe.ts';
import { looksOf } from './looks.ts';
import { connected } from './screen.ts';
import { callAs, demoReady, rested, show } from './thread.ts';

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
