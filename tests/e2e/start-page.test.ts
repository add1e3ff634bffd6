import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { seedProfile } from '../support/conversation-seed.ts';
import { openApp } from './app.ts';
import { axeClean } from './axe.ts';
import { gateCalls } from './composer-page.ts';
import { connected } from './screen.ts';
import { callAs, demoReady, rested, show, thread } from './thread.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

const planted = '<img src=x onerror=alert(1)> [send](atelier://send)';
const folderOf = (userData: string) => join(userData, '..', 'tide-tables');

/** A project with something to suggest, and three conversations. */
function workshop(userData: string): void {
  const folder = folderOf(userData);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "scripts": { "test": "vitest" } }');
  writeFileSync(join(folder, 'TODO.md'), '- [ ] the harbour of Brest\n- [ ] daylight saving\n');
  const at = Date.now() - 60_000;
  seedProfile(
    userData,
    ['Ports in SQLite', 'Daylight saving', planted].map((title, nth) => ({ id: `c${nth}`, title, project: 'p1', createdAt: at - nth })),
    [{ id: 'p1', name: 'tide-tables', folder }],
  );
}

const start = (page: Page) => page.locator('conversations-start');
const rows = (page: Page) =>
  start(page)
    .getByRole('listitem')
    .evaluateAll(all =>
      all.map(row =>
        [...row.querySelectorAll('.what, .meta')]
          .map(part => part.textContent?.trim())
          .filter(Boolean)
          .join(' · '),
      ),
    );

async function openProject(page: Page): Promise<void> {
  await callAs(page, 'window', 'open', { view: 'conversations.thread', params: { project: 'p1' } });
  await start(page)
    .getByRole('button', { name: /SQLite/ })
    .waitFor();
}

test('the start page of a project shows what its folder suggests, its last conversations and its instructions, and sends nothing by itself', async () => {
  await using app = await openApp({ locale: 'en-GB', prepare: workshop });
  const { page } = app;
  await openProject(page);
  await start(page).getByRole('button', { name: 'Create AGENTS.md' }).waitFor();
  const shown = await rows(page);
  await axeClean(page);
  await app.keep('start-page');

  await start(page).getByRole('button', { name: 'Continue with the to-do list' }).click();
  const field = page.getByRole('textbox', { name: 'Message' });
  await expect.poll(() => field.inputValue()).toBe('Read TODO.md and do the first thing in it that is open.');
  await expect.poll(() => field.evaluate(one => (one.getRootNode() as ShadowRoot).activeElement === one)).toBe(true);

  await start(page).getByRole('button', { name: 'Create AGENTS.md' }).click();
  await start(page).getByRole('region', { name: 'AGENTS.md' }).waitFor();
  const created = readFileSync(join(folderOf(app.userData), 'AGENTS.md'), 'utf8');
  writeFileSync(join(folderOf(app.userData), 'AGENTS.md'), `Use tabs. ${planted}`);
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  const instructions = start(page).getByRole('region', { name: 'AGENTS.md' });
  await expect.poll(() => instructions.innerText()).toBe(`Use tabs. ${planted}`);
  await axeClean(page);
  await app.keep('start-page-instructions');
  await start(page).getByRole('button', { name: 'Mention it in the message' }).click();
  await expect.poll(() => field.inputValue()).toContain('@AGENTS.md');

  await start(page)
    .getByRole('button', { name: /Ports in SQLite/ })
    .click();
  await page.locator('conversations-transcript').waitFor();
  const { rows: all } = await callAs<{ rows: readonly unknown[] }>(page, 'conversations', 'list');
  expect({
    shown: shown.filter(row => !row.startsWith('Take the tour')),
    created: created.split('\n')[0],
    conversations: all.length,
  }).toEqual({
    shown: [
      'Run the tests and repair what fails',
      'Continue with the to-do list · 2 open',
      'Write a README',
      'Resume “Ports in SQLite”',
      'Resume “Daylight saving”',
      `Resume “${planted}”`,
      'Create AGENTS.md · what every conversation should know',
      'Add a project folder',
    ],
    created: '# Instructions for assistants',
    conversations: 3,
  });
});

test('in the demo one click takes the tour in the project, in French too', async () => {
  await using app = await openApp({ prepare: workshop });
  const { page } = app;
  await demoReady(page);
  await openProject(page);
  await start(page).getByRole('button', { name: 'Suivre la visite' }).click();
  await page.locator('conversations-transcript').waitFor();
  await expect.poll(() => page.evaluate(() => decodeURIComponent(location.hash))).toMatch(/conversation/);
  const { rows: all } = await callAs<{ rows: readonly { id: string; project?: string }[] }>(page, 'conversations', 'list', {
    sort: 'created',
  });
  const tour = all.find(({ id }) => !/^c\d$/.test(id));
  await show(page, tour!.id);
  await rested(page, tour!.id);
  await thread(page).getByRole('article').getByText('La visite est finie').waitFor();
  expect({ project: tour?.project, notes: existsSync(join(folderOf(app.userData), 'demo-notes.md')) }).toEqual({
    project: 'p1',
    notes: true,
  });
});

test('of the project that was shown before, the start page of another one says nothing', async () => {
  const prepare = (userData: string) => {
    const folderNamed = (name: string) => join(userData, '..', name);
    for (const name of ['tide-tables', 'harbours']) mkdirSync(folderNamed(name), { recursive: true });
    const conversation = { id: 'c1', title: 'Ports in SQLite', project: 'p1', createdAt: Date.now() - 60_000 };
    seedProfile(
      userData,
      [conversation],
      ['tide-tables', 'harbours'].map((name, nth) => ({ id: `p${nth + 1}`, name, folder: folderNamed(name) })),
    );
  };
  await using app = await openApp({ locale: 'fr-FR', width: 390, height: 844, prepare });
  const { page } = app;
  const gate = await gateCalls(page, 'conversations:list');
  await page.reload();
  await connected(page);
  await openProject(page);
  gate.hold();
  await callAs(page, 'window', 'open', { view: 'conversations.thread', params: { project: 'p2' } });
  await page.getByRole('main').getByText('harbours').first().waitFor();
  const between = await rows(page);
  gate.release();
  await start(page).getByRole('listitem').first().waitFor();
  expect([between, (await rows(page)).some(row => row.includes('SQLite'))]).toEqual([[], false]);
});
