import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import { seedProfile } from '../support/conversation-seed.ts';
import { openApp } from './app.ts';
import { connected } from './screen.ts';

test('look', async () => {
  const now = Date.now();
  const min = 60_000, day = 24 * 60 * min;
  for (const [theme, locale] of [['light', 'en-GB'], ['dark', 'fr-FR']] as const) {
  await using app = await openApp({ locale, theme, width: 1440, height: 900, prepare: userData => {
    const folder = (name: string) => { const f = join(userData, '..', name); mkdirSync(f, { recursive: true }); return f; };
    seedProfile(userData, [
      { id: 'c1', title: 'Fix the DST jump', project: 'p1', createdAt: now - 2 * min, pinned: true, tasks: [{ title: 'a', state: 'done' }, { title: 'b', state: 'running' }] },
      { id: 'c2', title: 'Harbour list to SQLite', project: 'p1', createdAt: now - 5 * min, state: 'queued' },
      { id: 'c3', title: 'First paint is slow', project: 'p1', createdAt: now - 12 * min, unread: true },
      { id: 'c4', title: 'Nightly build on Windows fails with a very long title that is cut', project: 'p1', createdAt: now - 200 * min, state: 'failed' },
      { id: 'c5', title: 'Add the German locale', project: 'p1', createdAt: now - 3 * day, state: 'done' },
      { id: 'c6', title: 'Contrast of the map legend', project: 'p2', createdAt: now - 4 * day },
      { id: 'c7', title: 'Release notes for 2.4', project: 'p2', createdAt: now - 12 * day },
      { id: 'c8', title: 'مرحبا', project: 'p3', createdAt: now - 40 * day },
      { id: 'c9', title: 'Telegram: Marta', createdAt: now - 3 * min, unread: true },
      { id: 'c10', title: 'Packing list for Brest', createdAt: now - 400 * day },
    ], [
      { id: 'p1', name: 'tide-tables', folder: folder('tide') }, { id: 'p2', name: 'harbour-site', folder: '/nowhere/harbour-site' }, { id: 'p3', name: 'field-notes', folder: folder('notes'), folded: true }, { id: 'p4', name: 'empty', folder: folder('empty') },
    ]);
  } });
  const { page } = app;
  await connected(page);
  await page.getByText('Harbour list').waitFor();
  await page.getByText('Nightly build').hover();
  await page.screenshot({ path: `/tmp/list5/list-${theme}.png` });
  await page.getByText('Nightly build').click({ button: 'right' });
  await page.screenshot({ path: `/tmp/list5/menu-${theme}.png` });
  await page.keyboard.press('Escape');
  await page.locator('conversations-list header ui-menu ui-icon-button').click();
  await page.screenshot({ path: `/tmp/list5/filter-${theme}.png` });
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('ha');
  await page.getByRole('option').first().waitFor();
  await page.waitForTimeout(300);
  await page.screenshot({ path: `/tmp/list5/palette-${theme}.png` });
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.waitForTimeout(200);
  await page.screenshot({ path: `/tmp/list5/narrow-${theme}.png` });
  }
}, 200_000);
