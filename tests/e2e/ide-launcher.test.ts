import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { axeClean } from './axe.ts';
import { looksOf } from './looks.ts';
import { connected } from './screen.ts';
import { callAs, demoReady, rested, show, thread } from './thread.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

function repository(): string {
  const folder = join(realpathSync(mkdtempSync(join(tmpdir(), 'atelier-e2e-'))), 'tide-tables');
  onTestFinished(() => rmSync(join(folder, '..'), { recursive: true, force: true }));
  mkdirSync(folder);
  const printed = '\\033[36mdemo-notes.md\\033[0m:\\033[33m2\\033[0m:\\033[33m3\\033[0m - \\033[31merror\\033[0m';
  writeFileSync(join(folder, 'Makefile'), `test:\n\t@printf "${printed}\\n"\n`);
  execFileSync('git', ['init', '-q', '-b', 'main'], { cwd: folder });
  return folder;
}

/** Editors of the person: each writes down its arguments, then runs `rest`. */
const editors = (bin: string) => ({
  put(name: string, rest = '') {
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, name), `#!/bin/sh\nprintf '%s\\n' "$@" > "$0.said"\n${rest}\n`);
    chmodSync(join(bin, name), 0o755);
  },
  said(name: string): readonly string[] {
    const file = join(bin, `${name}.said`);
    if (!existsSync(file)) return [];
    return readFileSync(file, 'utf8').trim().split('\n');
  },
});

test.each(
  looksOf([
    { locale: 'en-GB', theme: 'light', width: 1440 },
    { locale: 'fr-FR', theme: 'dark', width: 390 },
  ]),
)(
  'the folder, a changed file and a line of it are opened in the editor that was chosen, in secure access as well: $locale $theme $width',
  async look => {
    const folder = repository();
    await using app = await openApp({ ...look, prepare: userData => editors(join(dirname(userData), '.local/bin')).put('code') });
    const mine = editors(join(dirname(app.userData), '.local/bin'));
    const { page } = app;
    const isFrench = look.locale === 'fr-FR';
    const word = (en: string, fr: string) => (isFrench ? fr : en);
    const inEditor = word('Open in the editor', 'Ouvrir dans l’éditeur');
    await connected(page);
    await demoReady(page);
    const { id: project } = await callAs<{ id: string }>(page, 'conversations', 'addProject', { folder });
    const { conversation } = await callAs<{ conversation: string }>(page, 'conversations', 'send', { text: 'edit the notes', project });
    await show(page, conversation);
    await rested(page, conversation);

    const widget = page.locator('ide-launcher-button');
    const isNarrow = look.width < 720;
    const choose = widget.getByRole('button', { name: word('Choose the code editor', 'Choisir l’éditeur de code') });
    const opens = (name: string) =>
      widget.getByRole('button', { name: word(`Open the folder in ${name}`, `Ouvrir le dossier dans ${name}`) });
    const pick = (name: string) => widget.getByRole('menuitemradio', { name });
    if (isNarrow) await choose.click();
    await (isNarrow ? pick('VS Code') : opens('VS Code')).click();
    await expect.poll(() => mine.said('code')).toEqual([folder]);

    // One that was installed meanwhile is found when the list is opened.
    mine.put('zed');
    await choose.focus();
    await page.keyboard.press('Enter');
    await pick('Zed').waitFor();
    await app.keep('editor-menu');
    await axeClean(page);
    await pick('Zed').click();
    await expect.poll(() => mine.said('zed')).toEqual([folder]);
    if (!isNarrow) await opens('Zed').waitFor();

    const notes = join(folder, 'demo-notes.md');
    await callAs(page, 'window', 'open', { view: 'file-changes.panel', params: { conversation } });
    const changes = page.locator('file-changes-list');
    await changes.locator('.head').first().hover();
    await app.keep('editor-of-a-change');
    await changes.locator('.acts').getByRole('button', { name: inEditor }).first().click();
    await expect.poll(() => mine.said('zed')).toEqual([notes]);
    await changes.locator('file-changes-diff').getByRole('button', { name: inEditor }).first().click();
    await expect.poll(() => mine.said('zed')).toEqual([expect.stringMatching(/demo-notes\.md:\d+$/)]);
    await axeClean(page);
    await callAs(page, 'window', 'close', { view: 'file-changes.panel' });

    await thread(page)
      .getByRole('button', { name: /demo-notes\.md/ })
      .last()
      .click();
    await app.keep('editor-of-an-edit');
    mine.put('zed', 'echo "no display here" >&2; exit 3');
    await thread(page).getByRole('button', { name: inEditor }).click();
    await page.getByText(word('It ended with 3 and said “no display here”', 'Il s’est arrêté avec 3 en disant')).first().waitFor();
    expect(mine.said('zed')).toEqual([expect.stringMatching(/demo-notes\.md:\d+$/)]);
    await app.keep('editor-failed');
    await page.keyboard.press('Escape');

    mine.put('zed');
    await page.locator('worktree-chip .chip').click();
    await page.locator('worktree-chip').getByRole('button', { name: inEditor }).click();
    await expect.poll(() => mine.said('zed')).toEqual([folder]);
    await app.keep('editor-of-a-worktree');
    await page.keyboard.press('Escape');

    // The terminal runs commands of the project, with open access only.
    await callAs(page, 'agent', 'setAccessMode', { conversation, mode: 'open' });
    await callAs(page, 'window', 'open', { view: 'terminal.panel', params: {} });
    const terminal = page.locator('terminal-runs');
    await terminal.getByRole('button', { name: word('Run make test', 'Lancer make test') }).click();
    await terminal.getByRole('button', { name: 'demo-notes.md:2:3' }).click();
    await expect.poll(() => mine.said('zed')).toEqual([`${notes}:2:3`]);
    await app.keep('editor-of-an-output');
    await axeClean(page);
  },
);
