import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { axeClean } from './axe.ts';
import { composer, field, queued, stopButton, withScripted } from './composer-page.ts';
import { type ModelRequest, openModelServer } from './model-server.ts';
import { connected } from './screen.ts';
import { callAs, rested, row, rows, thread } from './thread.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

/** What the app asks on its own, such as a title, has no tools. */
const asked = ({ body }: ModelRequest) => (body.tools?.length ?? 0) > 0;
const source = 'export const low = 1;\nexport const high = 2;\n';

function project(): string {
  const parent = realpathSync(mkdtempSync(join(tmpdir(), 'atelier-job-')));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  const folder = join(parent, 'tide-tables');
  mkdirSync(join(folder, 'src'), { recursive: true });
  writeFileSync(join(folder, 'src', 'tides.ts'), source);
  return folder;
}

/** As a person does it: the button, the path, the button. */
async function addProject(page: Page, folder: string): Promise<void> {
  await thread(page).getByRole('button', { name: 'Add a project folder' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose a folder' });
  // What it lists first must not come after what is written.
  await expect.poll(() => dialog.getByLabel('Path').inputValue()).not.toBe('');
  await dialog.getByLabel('Path').fill(folder);
  await dialog.getByLabel('Path').press('Enter');
  await dialog.getByText('src', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Choose', exact: true }).click();
  await page.locator('conversations-list').getByText('tide-tables').waitFor();
}

async function say(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
}

const shownId = (page: Page) =>
  thread(page).evaluate(
    element =>
      (element as unknown as { view: { slices: { get(name: string): { id: string } | null } } }).view.slices.get('conversation')?.id ?? '',
  );

test('the whole job: a project, a message, tools, a question, an edit and its diff, a queue, a stop, a restart in the middle, and all is there again', async () => {
  const folder = project();
  const rest = Promise.withResolvers<void>();
  await using server = await openModelServer(
    { when: asked, text: 'I look first.', tools: [{ name: 'read', arguments: { path: 'src/tides.ts' } }] },
    {
      when: asked,
      text: 'Now I change it.',
      tools: [{ name: 'edit', arguments: { path: 'src/tides.ts', edits: [{ oldText: 'high = 2', newText: 'high = 3' }] } }],
    },
    { when: asked, text: 'And I look at it from outside.', tools: [{ name: 'bash', arguments: { command: 'wc -l src/tides.ts' } }] },
    { when: asked, text: 'The tide is higher now.' },
    { when: asked, text: ['A long story begins. ', rest.promise, 'It ends.'] },
  );
  await using app = await openApp({ locale: 'en-GB', width: 1440 });
  const { page } = app;
  await connected(page);
  await addProject(page, folder);
  await withScripted(page, server);
  await callAs(page, 'agent', 'saveRule', { id: 'asks', decision: 'ask', tool: 'bash', pattern: 'wc *', scope: 'always' });

  // A turn with tools, of which one asks.
  await say(page, 'Raise the high tide.');
  const asks = thread(page).getByRole('form', { name: 'Approval' });
  await asks.waitFor();
  const conversation = await shownId(page);
  const listed = page.locator('conversations-list').locator('ui-state[state=needs]');
  await listed.waitFor();
  await asks.getByRole('button', { name: 'Allow once' }).click();
  await rested(page, conversation);
  const worked = await rows(page);

  // The edit and its diff, in the transcript and in the panel.
  await page.keyboard.press('Control+Alt+b');
  const panel = page.locator('aside.panel');
  await panel.getByText('1 file', { exact: true }).waitFor();
  await panel.getByText('tides.ts').first().waitFor();
  const lines = panel.locator('ui-diff').first().getByRole('row');
  await lines.filter({ hasText: 'high = 3' }).waitFor();
  const changes = await lines.allInnerTexts();
  await axeClean(page);

  // A second turn, a message that waits for it, and a stop: what waits stays.
  await say(page, 'Tell me a long story.');
  await row(page, 'A long story begins.').waitFor();
  await say(page, 'And then run the tests.');
  await expect.poll(() => queued(page)).toEqual(['And then run the tests.']);
  await stopButton(page).click();
  await rested(page, conversation);

  // The program is killed and started again: everything is there.
  const before = { rows: await rows(page), queue: await queued(page) };
  rest.resolve();
  app.allow(/./);
  await app.kill();
  const { url } = await app.restart();
  await page.goto(url);
  await connected(page);
  await page.locator('conversations-list').getByText('Raise the high tide', { exact: false }).first().click();
  await expect.poll(() => rows(page)).toEqual(before.rows);
  await expect.poll(() => queued(page)).toEqual(before.queue);
  await page.locator('aside.panel').getByText('1 file', { exact: true }).waitFor();

  expect({
    git: execFileSync('git', ['-C', folder, 'rev-parse', '--is-inside-work-tree'], { encoding: 'utf8' }).trim(),
    file: readFileSync(join(folder, 'src', 'tides.ts'), 'utf8'),
    tools: worked.filter(row => /^(?:\[|Read|Modified|Ran)/.test(row)),
    changed: changes.map(row => row.replaceAll(/\s+/g, ' ').trim()).filter(row => /(?:Added|Removed)/.test(row)),
    queue: before.queue,
    composer: await composer(page).isVisible(),
  }).toEqual({
    git: 'true',
    file: source.replace('high = 2', 'high = 3'),
    tools: [
      'Read src/tides.ts 2 lines',
      'Modified src/tides.ts +1 −1',
      expect.stringMatching(/^Ran wc -l src\/tides\.ts Allowed once exit 0/),
    ],
    changed: [expect.stringContaining('high = 2'), expect.stringContaining('high = 3')],
    queue: ['And then run the tests.'],
    composer: true,
  });
});
