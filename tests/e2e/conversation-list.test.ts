import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { type SeedConversation, type SeedProject, seedProfile } from '../support/conversation-seed.ts';
import { type App, openApp } from './app.ts';
import { axeClean } from './axe.ts';
import { find, palette } from './window.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

const minute = 60_000;
const day = 24 * 60 * minute;

/** A few projects, one of them with a folder that is gone, and conversations in every state. */
function workshop(userData: string): void {
  const now = Date.now();
  const folder = (name: string) => {
    const path = join(userData, '..', name);
    mkdirSync(path, { recursive: true });
    return path;
  };
  const projects: readonly SeedProject[] = [
    { id: 'p1', name: 'tide-tables', folder: folder('tide-tables') },
    { id: 'p2', name: 'harbour-site', folder: join(userData, '..', 'vanished') },
    { id: 'p3', name: 'field-notes', folder: folder('field-notes'), folded: true },
  ];
  const conversations: readonly SeedConversation[] = [
    { id: 'c1', title: 'Harbour list', project: 'p1', createdAt: now - 2 * minute, updatedAt: now - day, state: 'queued' },
    { id: 'c2', title: 'First paint', project: 'p1', createdAt: now - 12 * minute, unread: true },
    { id: 'c3', title: 'Nightly build', project: 'p1', createdAt: now - 60 * day, updatedAt: now - 30 * day, state: 'failed' },
    { id: 'c4', title: 'German locale', project: 'p1', createdAt: now - 90 * day, updatedAt: now - 80 * day, state: 'done' },
    { id: 'c5', title: 'Map legend', project: 'p2', createdAt: now - 91 * day, updatedAt: now - minute },
    { id: 'c6', title: 'Bird list', project: 'p3', createdAt: now - 40 * day, updatedAt: now - 40 * day },
    { id: 'c7', title: 'Packing list', createdAt: now - 92 * day, updatedAt: now - 85 * day },
  ];
  seedProfile(userData, conversations, projects);
}

async function open(prepare = workshop, width = 1280): Promise<App & { readonly list: Locator }> {
  const app = await openApp({ locale: 'en-GB', prepare, width });
  if (width > 600) await rows(app.page).first().waitFor();
  return Object.assign(app, { list: app.page.locator('conversations-list') });
}

const rows = (page: Page) => page.locator('conversations-list ui-list > [data-row]');

/** The lines of the list as one reads them, without what is only heard. */
function lines(page: Page): Promise<readonly string[]> {
  return rows(page).evaluateAll(all =>
    all
      .toSorted((a, b) => Number((a as HTMLElement).dataset.row) - Number((b as HTMLElement).dataset.row))
      .map(row => row.querySelector('.title, .heading, p')?.textContent.trim() ?? ''),
  );
}

const row = (page: Page, title: string) => rows(page).filter({ has: page.getByText(title, { exact: true }) });
const item = (page: Page, name: string) => page.locator('conversations-list ui-menu.menu').getByRole('menuitem', { name });
const toastAction = (page: Page) => page.locator('ui-toast').last().getByRole('button', { name: 'Undo' });

async function choose(page: Page, name: string): Promise<void> {
  await page.locator('conversations-list header ui-menu ui-icon-button').click();
  await page.getByRole('menuitemradio', { name }).click();
}

const start = [
  'tide-tables',
  'Harbour list',
  'First paint',
  'Nightly build',
  'German locale',
  'harbour-site',
  'The folder',
  'Map legend',
  'field-notes',
  'Without a project',
  'Packing list',
];
const withoutGone = (all: readonly string[]) => all.map(line => (line.startsWith('The folder') ? 'The folder' : line));
const seen = (page: Page) => lines(page).then(withoutGone);

test('renames, pins, archives and deletes with two presses, and each can be undone', async () => {
  await using app = await open();
  const { page } = app;
  const before = await seen(page);
  await axeClean(page);

  await row(page, 'First paint').click({ button: 'right' });
  await axeClean(page);
  await item(page, 'Rename').click();
  await page.locator('.edit').fill('  Second paint 🎨 ');
  await page.keyboard.press('Enter');
  await row(page, 'Second paint 🎨').waitFor();
  await row(page, 'Nightly build').hover();
  await row(page, 'Nightly build').getByRole('button', { name: 'Pin' }).click();
  await expect.poll(() => seen(page)).toEqual(start.with(1, 'Nightly build').with(2, 'Harbour list').with(3, 'Second paint 🎨'));

  await row(page, 'German locale').hover();
  await row(page, 'German locale').getByRole('button', { name: 'Archive' }).click();
  await row(page, 'German locale').waitFor({ state: 'detached' });
  await toastAction(page).click();
  await row(page, 'German locale').waitFor();

  await row(page, 'Harbour list').click({ button: 'right' });
  await item(page, 'Delete').click();
  const stillThere = await row(page, 'Harbour list').count();
  await item(page, 'Click again to delete').click();
  await row(page, 'Harbour list').waitFor({ state: 'detached' });
  await toastAction(page).click();
  await row(page, 'Harbour list').waitFor();
  await page.reload();
  await row(page, 'Second paint 🎨').waitFor();

  expect({ before, stillThere, after: await seen(page) }).toEqual({
    before: start,
    stillThere: 1,
    after: start.with(1, 'Nightly build').with(2, 'Harbour list').with(3, 'Second paint 🎨'),
  });
});

test('is organized, sorted and narrowed as one chooses, in every window, and says what it leaves out', async () => {
  await using app = await open();
  const { page } = app;
  const other = await app.openPage();
  await rows(other).first().waitFor();
  const shown: Record<string, readonly string[]> = {};
  const look = async (name: string, marker: (lines: readonly string[]) => boolean) => {
    await expect.poll(async () => marker(await seen(page))).toBe(true);
    shown[name] = await seen(page);
    await expect.poll(() => seen(other)).toEqual(shown[name]);
  };
  await choose(page, 'Updated');
  await look('updated', all => all[1] === 'First paint');
  await choose(page, 'Relevant only');
  await look('relevant', all => !all.includes('German locale'));
  await axeClean(page);
  await choose(page, 'Archived');
  await page.getByText('Nothing is archived.').waitFor();
  await page.getByRole('button', { name: 'Show all' }).click();
  await look('all', all => all.includes('German locale'));
  await choose(page, 'Chronological');
  await look('time', all => all.includes('Today'));

  const months = (shown.time ?? []).filter(line => /^[A-Z][a-z]+( \d{4})?$/.test(line));
  expect({ ...shown, time: (shown.time ?? []).filter(line => !months.includes(line) || ['Today', 'Yesterday'].includes(line)) }).toEqual({
    updated: start.with(1, 'First paint').with(2, 'Harbour list'),
    relevant: ['tide-tables', 'First paint', 'Harbour list', 'Nightly build', 'harbour-site', 'The folder', 'Map legend'],
    all: start.with(1, 'First paint').with(2, 'Harbour list'),
    time: [
      'Today',
      'Map legend',
      'First paint',
      'Yesterday',
      'Harbour list',
      'Nightly build',
      'Bird list',
      'German locale',
      'Packing list',
    ],
  });
});

test('finds titles at once, says what it does not find, and the palette finds conversations and projects', async () => {
  await using app = await open();
  const { page } = app;
  await page.getByRole('button', { name: 'Search in the list' }).click();
  await page.keyboard.type('LIST');
  await expect.poll(() => seen(page)).toEqual(['Harbour list', 'Bird list', 'Packing list']);
  await page.keyboard.type(' of nothing');
  await page.getByText('Nothing in the list matches “LIST of nothing”.').waitFor();
  await axeClean(page);
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await expect.poll(() => seen(page)).toEqual(start);

  await find(page, 'list');
  await expect.poll(() => palette(page).getByRole('group', { name: 'Conversations' }).getByRole('option').allInnerTexts()).toHaveLength(3);
  await palette(page).getByRole('combobox').fill('tide');
  await palette(page).getByRole('group', { name: 'Projects' }).getByRole('option').waitFor();
  await axeClean(page);
  await palette(page).getByRole('combobox').fill('bird');
  await palette(page).getByRole('option', { name: 'Bird list' }).click();
  await expect.poll(() => page.evaluate(() => location.hash + location.search + JSON.stringify(history.state))).toContain('c6');
});

test('everything is done by keyboard: moving, folding, choosing several, renaming, ordering projects, deleting', async () => {
  await using app = await open();
  const { page, list } = app;
  await list.locator('ui-list').focus();
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await press('Home', 'ArrowLeft');
  await expect.poll(() => seen(page)).toEqual([...start.slice(0, 1), ...start.slice(5)]);
  await press('ArrowRight');
  await expect.poll(() => seen(page)).toEqual(start);
  await press('Alt+ArrowDown');
  const moved = [...start.slice(5, 8), ...start.slice(0, 5), ...start.slice(8)];
  await expect.poll(() => seen(page)).toEqual(moved);

  await press('g', 'F2');
  await page.locator('.edit').fill('Never');
  await press('Escape');
  await row(page, 'German locale').waitFor();
  await press('F2');
  await page.locator('.edit').fill('Italian locale');
  await press('Enter');
  await row(page, 'Italian locale').waitFor();

  await press('Shift+ArrowUp', 'Space');
  const several = await item(page, 'Rename').count();
  await item(page, 'Archive').waitFor();
  await press('Escape', 'Delete');
  await item(page, 'Click again to delete').waitFor();
  await press('Delete');
  await row(page, 'Nightly build').waitFor({ state: 'detached' });
  await toastAction(page).click();
  await row(page, 'Italian locale').waitFor();
  await page.reload();
  await rows(page).first().waitFor();

  await expect.poll(() => seen(page)).toEqual(moved.with(moved.indexOf('German locale'), 'Italian locale'));
  expect(several).toBe(0);
});

test('a conversation is dragged onto a project and a project before another, and a project is removed and brought back', async () => {
  await using app = await open();
  const { page } = app;
  await row(page, 'Packing list').locator('.row').dragTo(row(page, 'harbour-site').locator('.row'));
  await row(page, 'Without a project').waitFor({ state: 'detached' });
  await row(page, 'harbour-site')
    .locator('.row')
    .dragTo(row(page, 'tide-tables').locator('.row'), { targetPosition: { x: 40, y: 2 } });
  const dragged = ['harbour-site', 'The folder', 'Map legend', 'Packing list', ...start.slice(0, 5), 'field-notes'];
  await expect.poll(() => seen(page)).toEqual(dragged);

  await row(page, 'Map legend').click({ button: 'right' });
  await item(page, 'Move to a project').click();
  await page.getByRole('menuitemradio', { name: 'Without a project' }).click();
  await expect.poll(() => seen(page)).toEqual([...dragged.filter(line => line !== 'Map legend'), 'Without a project', 'Map legend']);
  await row(page, 'harbour-site').click({ button: 'right' });
  await item(page, 'Icon').click();
  await page.getByRole('menuitemradio', { name: 'Rocket' }).click();
  await row(page, 'harbour-site').locator('ui-icon[name=rocket]').waitFor();
  await row(page, 'harbour-site').click({ button: 'right' });
  await item(page, 'Remove from the list').click();
  await item(page, 'Click again to remove').click();
  await row(page, 'Packing list').waitFor({ state: 'detached' });
  await toastAction(page).click();
  await row(page, 'Packing list').waitFor();
});

test('thousands of rows are read as one scrolls, what is off screen stays true, and 360 pixels are enough', async () => {
  const now = Date.now();
  await using app = await open(userData =>
    seedProfile(
      userData,
      Array.from({ length: 3000 }, (_, index) => ({
        id: `c${index}`,
        title: `Number ${index}`,
        createdAt: now - index * minute,
        project: `p${index % 200}`,
      })),
      Array.from({ length: 200 }, (_, index) => ({ id: `p${index}`, name: `Project ${index}`, folder: join(userData, `${index}`) })),
    ),
  );
  const { page, list } = app;
  const few = await rows(page).count();
  await list.locator('ui-list').focus();
  await page.keyboard.press('End');
  await row(page, 'Number 2999').waitFor();
  await choose(page, 'Chronological');
  await row(page, 'Number 3').waitFor();
  const scrolled = list.locator('ui-list');
  await scrolled.evaluate(element => {
    element.scrollTop = element.scrollHeight;
  });
  await expect
    .poll(async () => {
      await scrolled.evaluate(element => {
        element.scrollTop = element.scrollHeight;
      });
      return row(page, 'Number 2999').count();
    })
    .toBe(1);
  // In another window the first is renamed, while here one is at the end.
  const other = await app.openPage();
  await row(other, 'Number 3').click({ button: 'right' });
  await item(other, 'Rename').click();
  await other.locator('.edit').fill('Another name');
  await other.keyboard.press('Enter');
  await row(other, 'Another name').waitFor();
  await scrolled.evaluate(element => {
    element.scrollTop = 0;
  });
  await row(page, 'Another name').waitFor();
  const all = await rows(page).count();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: 'Show the sidebar' }).click();
  await row(page, 'Another name').waitFor();
  await axeClean(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect({ few: few < 60, all: all < 60, overflow }).toEqual({ few: true, all: true, overflow: 0 });
});

test('without any conversation it says so, and offers to begin one', async () => {
  await using app = await openApp({ locale: 'fr-FR' });
  const { page } = app;
  await page.getByText('Vos conversations apparaîtront ici.').waitFor();
  await axeClean(page);
  expect(await page.locator('conversations-list').getByRole('button', { name: 'Nouvelle conversation' }).count()).toBe(1);
});
