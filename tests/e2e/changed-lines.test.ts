import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { axeClean } from './axe.ts';
import { looksOf } from './looks.ts';
import { openModelServer } from './model-server.ts';
import { when } from './questions.ts';
import { connected, pressEnter } from './screen.ts';
import { callAs, rested, row, show } from './thread.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

test.for(
  looksOf([
    { locale: 'en-GB', theme: 'light', width: 390, height: 844 },
    { locale: 'fr-FR', theme: 'dark', width: 390, height: 844 },
  ]),
)(
  'in a narrow window the lines that a conversation changed stand in the top bar, in sight beside the title, and open the panel ($locale)',
  async look => {
    const folder = mkdtempSync(join(tmpdir(), 'changed-lines-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, 'tides.ts'), `${Array.from({ length: 9 }, (_, at) => `const low${at} = ${at};`).join('\n')}\n`);
    const lines = Array.from({ length: 41 }, (_, at) => `const high${at} = ${at};`).join('\n');
    await using server = await openModelServer(
      { when, tools: [{ name: 'write', arguments: { path: 'tides.ts', content: `${lines}\n` } }] },
      { when, text: 'Written.' },
    );
    await using app = await openApp(look);
    const { page } = app;
    await connected(page);
    const models = [{ id: 'm', name: 'm' }];
    await callAs(page, 'providers', 'save', {
      ...{ id: 'scripted', name: 'Scripted', baseUrl: server.url, api: 'openai-completions', key: 'none', models },
    });
    const { id: project } = await callAs<{ id: string }>(page, 'conversations', 'addProject', { folder });
    const sent = await callAs<{ conversation: string }>(page, 'conversations', 'send', {
      text: 'Write down when the tides of this summer are high.',
      model: 'scripted/m',
      project,
    });
    await show(page, sent.conversation);
    await row(page, 'Written.').waitFor();
    await rested(page, sent.conversation);
    const chip = page.locator('file-changes-counts').getByRole('button', {
      name:
        look.locale === 'fr-FR'
          ? '+41 −9, Afficher les modifications (1 fichier, 41 lignes ajoutées, 9 supprimées)'
          : '+41 −9, Show changes (1 file, 41 lines added, 9 removed)',
    });
    await chip.waitFor();
    const shown = await chip.innerText();
    const [box, title] = [await chip.boundingBox(), await page.getByRole('heading', { level: 1 }).first().boundingBox()];
    await app.keep('changed-lines');
    await axeClean(page);
    await pressEnter(chip);
    await page.locator('aside.panel file-changes-list').getByText('tides.ts').first().waitFor();
    await app.keep('changed-lines-panel');
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1440, height: 900 });
    await chip.waitFor({ state: 'detached' });
    expect({
      shown: shown.replaceAll(/\s+/g, ' '),
      isBeside: (box?.x ?? 0) >= (title?.x ?? 0) + (title?.width ?? 0) - 1,
      room: (title?.width ?? 0) > 100,
    }).toEqual({
      shown: '+41 −9',
      isBeside: true,
      room: true,
    });
  },
);
