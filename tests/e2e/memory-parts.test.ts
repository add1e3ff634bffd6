import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { axeClean } from './axe.ts';
import { callMemory, memoryPage, openMemory, remember, row, rows } from './memory-page.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

const dayMs = 86_400_000;
const dayOf = (moment: number) => new Date(moment).toLocaleDateString('sv');

test('the timeline says what held on a day, the instructions of a project stand beside, and topic and days choose what is forgotten, shown before it goes', async () => {
  let folder = '';
  await using app = await openApp({
    ...{ locale: 'en-GB', width: 1440 },
    prepare: userData => {
      folder = join(userData, '..', 'tides');
      mkdirSync(folder);
      writeFileSync(join(folder, 'AGENTS.md'), '# Tides\n<b>Run</b> the tests by make.\n');
    },
  });
  const { page } = app;
  await openMemory(page);
  const now = Date.now();
  await remember(page, { title: 'Lives in Brest', topic: 'home', from: now - 100 * dayMs });
  await remember(page, { title: 'Lives in Nantes', topic: 'home', from: now - 10 * dayMs });
  await remember(page, { title: 'Drinks tea', topic: 'drinks', from: now - 50 * dayMs });
  await callMemory(page, 'addProject', { folder }, 'conversations');
  await row(page, 'Drinks tea').waitFor();

  const tab = (name: RegExp) => memoryPage(page).getByRole('tab', { name }).click();
  await tab(/Timeline/);
  const timeline = memoryPage(page).locator('memory-timeline');
  const held = async (day: number) => {
    await timeline.locator('input[type=date]').fill(dayOf(now - day * dayMs));
    await expect.poll(() => timeline.locator('input[type=date]').inputValue()).toBe(dayOf(now - day * dayMs));
    return (await timeline.locator('.row:not(.off) b').allInnerTexts()).toSorted();
  };
  const heldOn = [await held(0), await held(20), await held(70), await held(200)];
  await app.keep('memory-timeline-day');

  await tab(/Instructions/);
  const instructions = memoryPage(page).locator('memory-instruction');
  await instructions.getByRole('region', { name: 'tides: AGENTS.md' }).waitFor();
  const shown = await instructions.locator('pre').innerText();
  await axeClean(page);
  await app.keep('memory-instructions-shown');

  await tab(/Memories/);
  await memoryPage(page).locator('ui-header').getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Forget several' }).click();
  const forget = page.locator('memory-forget');
  const preview = async (count: string) => {
    await forget.getByText(count).waitFor();
    return (await forget.getByRole('listitem').locator('span').allInnerTexts()).toSorted();
  };
  const days = forget.locator('input[type=date]');
  const type = async (which: number, moment: number) => {
    const [year, month, day] = dayOf(moment).split('-');
    await days.nth(which).focus();
    await page.keyboard.type(`${month}${day}${year}`);
  };
  await type(0, now);
  const today = await preview('3 memories go');
  await type(1, now - dayMs);
  await forget.getByText('No memory fits.').waitFor();
  await days.nth(1).focus();
  await page.keyboard.press('Delete');
  await forget.getByRole('textbox', { name: 'Topic' }).fill('home');
  const home = await preview('2 memories go');
  await axeClean(page);
  await app.keep('memory-forget-fields');
  await forget.getByRole('button', { name: 'Forget 2 memories' }).click();
  await expect.poll(() => rows(page)).toEqual(['Drinks tea']);
  expect({ heldOn, shown: shown.trim(), today, home }).toEqual({
    heldOn: [['Drinks tea', 'Lives in Nantes'], ['Drinks tea', 'Lives in Brest'], ['Lives in Brest'], []],
    shown: '# Tides\n<b>Run</b> the tests by make.',
    today: ['Drinks tea', 'Lives in Brest', 'Lives in Nantes'],
    home: ['Lives in Brest', 'Lives in Nantes'],
  });
});
