import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { openApp } from './app.ts';
import { axeClean } from './axe.ts';
import { looksOf } from './looks.ts';
import { callMemory, detail, type Given, memoryPage, openMemory, remember, row, rows } from './memory-page.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

/** What a person keeps after some weeks. */
async function fill(page: Page): Promise<void> {
  const day = 86_400_000;
  const now = Date.now();
  const given: readonly Given[] = [
    { kind: 'preference', title: 'Tea in the afternoon, when meetings are over', from: now - 60 * day },
    {
      kind: 'profile',
      title: 'Cooks for six on Sundays',
      content: 'Cooks for six on Sundays, so the kitchen table must seat six.',
      from: now - 40 * day,
    },
    { kind: 'decision', title: 'Kitchen quote: stay with the joiner from Nantes', from: now - 30 * day },
    { kind: 'preference', title: 'Matt fronts in the kitchen, no handles', from: now - 20 * day },
    { kind: 'task_state', title: 'Ask Ludovic for the kitchen drain plan', until: now + 5 * day, from: now - 12 * day },
    { kind: 'repo_convention', title: 'Run npm run check before every push', project: 'github.com/me/tide-tables', from: now - 9 * day },
    {
      kind: 'fact',
      title: 'Kitchen fitting starts on 12 January',
      topic: 'kitchen start',
      from: now - 17 * day,
      tags: ['works', 'Ludovic'],
    },
    {
      kind: 'fact',
      title: 'Kitchen fitting starts on 2 February',
      topic: 'kitchen start',
      from: now,
      tags: ['works', 'Ludovic'],
      until: now + 70 * day,
    },
  ];
  for (const one of given) await remember(page, one);
}

test.for(
  looksOf([
    { theme: 'light', locale: 'fr-FR', width: 390 },
    { theme: 'light', locale: 'en-GB', width: 1440 },
    { theme: 'dark', locale: 'fr-FR', width: 1440 },
    { theme: 'dark', locale: 'en-GB', width: 390 },
  ]),
)('every part of the page fits, and can be read by a screen reader ($theme, $locale, $width)', async options => {
  await using app = await openApp({ ...options, height: 900 });
  const { page } = app;
  const en = options.locale === 'en-GB';
  await openMemory(page, options.locale, options.width);
  await app.keep('memory-empty');
  await fill(page);
  await expect.poll(() => rows(page)).toHaveLength(7);
  const fits: boolean[] = [];
  const look = async (name: string) => {
    await app.keep(name);
    await axeClean(page);
    const tabs = memoryPage(page).getByRole('tablist');
    const counted = await tabs.locator('[aria-selected=true] .count, [aria-selected=true] ui-badge').allInnerTexts();
    if (name === 'memory-list') fits.push(counted.join() === '7');
    for (const part of [memoryPage(page), tabs]) fits.push(await part.evaluate(one => one.scrollWidth <= one.clientWidth));
  };
  await look('memory-list');
  await memoryPage(page).getByRole('searchbox').fill('kichen');
  await memoryPage(page).locator('memory-records .head').first().waitFor();
  await look('memory-search');
  await row(page, '2 February').click();
  await detail(page)
    .getByRole('heading', { name: /2 February/ })
    .waitFor();
  await detail(page).locator('.pairs').waitFor();
  await look('memory-detail');
  await detail(page)
    .getByRole('button', { name: en ? 'Correct' : 'Corriger' })
    .click();
  await page.locator('memory-form ui-input input').first().waitFor();
  await look('memory-correct');
  await page.keyboard.press('Escape');
  await page.locator('memory-form').waitFor({ state: 'detached' });
  for (const [part, name] of [
    ['waiting', en ? 'To decide' : 'À décider'],
    ['timeline', en ? 'Timeline' : 'Chronologie'],
    ['instructions', en ? 'Instructions' : 'Consignes'],
    ['forgotten', en ? 'Forgotten' : 'Oublié'],
  ] as const) {
    await memoryPage(page)
      .getByRole('tab', { name: new RegExp(name) })
      .click();
    await memoryPage(page).locator(`memory-${part}`).waitFor();
    await expect.poll(() => memoryPage(page).locator(`memory-${part} ui-progress`).count()).toBe(0);
    await look(`memory-${part}`);
  }
  expect(fits.every(Boolean)).toBe(true);
});

test('on a narrow screen all of what came of an import can be read, and the dialog closed; of two on one topic none has a line at its side', async () => {
  await using app = await openApp({ theme: 'dark', locale: 'fr-FR', width: 390, height: 860 });
  const { page } = app;
  await openMemory(page, 'fr-FR', 390);
  await memoryPage(page).locator('ui-header').getByRole('button', { name: 'Plus d’actions' }).click();
  await page.getByRole('menuitem', { name: /^Importer/ }).click();
  const importing = page.locator('memory-import');
  await importing.locator('textarea').fill('- Aime le thé\n- le mot de passe du wifi est Licorne42\n');
  await importing.getByRole('button', { name: 'Importer' }).click();
  await importing.getByText('1 refusé').waitFor();
  await app.keep('memory-imported');
  const cut = await importing
    .getByRole('listitem')
    .locator('span')
    .evaluateAll(all => all.map(one => one.scrollWidth > one.clientWidth));
  const right = await importing.getByRole('button', { name: 'Fermer' }).evaluate(one => one.getBoundingClientRect().right <= innerWidth);
  await importing.getByRole('button', { name: 'Fermer' }).click();
  await remember(page, { kind: 'preference', title: 'Prend le train', topic: 'train' });
  await remember(page, { kind: 'fact', title: 'Ne prend pas le train le lundi', topic: 'train' });
  await memoryPage(page)
    .getByRole('tab', { name: /À décider/ })
    .click();
  const second = memoryPage(page).locator('memory-waiting .side > div').nth(1);
  await second.waitFor();
  await app.keep('memory-compared');
  const side = await second.evaluate(one => getComputedStyle(one).borderInlineStartWidth);
  expect({ cut, right, side }).toEqual({ cut: [false, false], right: true, side: '0px' });
});

test('a title that another memory has is asked about, an older one that was forgotten alone is put back, what the search leaves out is said, and a password is shown as it was written', async () => {
  await using app = await openApp({ theme: 'light', locale: 'en-GB', width: 1440, height: 900 });
  const { page } = app;
  await openMemory(page);
  const add = async (content: string) => {
    await memoryPage(page).locator('ui-header').getByRole('button', { name: /^Add$/ }).click();
    await page.locator('memory-form ui-input input').fill('Note');
    await page.locator('memory-form textarea').fill(content);
    await page.locator('memory-form').getByRole('button', { name: 'Remember' }).click();
  };
  const active = async () =>
    (await callMemory<{ memories: readonly { content: string }[] }>(page, 'list')).memories.map(({ content }) => content).toSorted();
  await remember(page, { title: 'Note', content: 'Anna lives in Brest.' });
  await add('Marie lives in Lyon.');
  await page.locator('memory-form ui-alert').waitFor();
  await app.keep('memory-title-taken');
  await page.locator('memory-form').getByRole('button', { name: 'Both are true' }).click();
  await page.locator('memory-form').waitFor({ state: 'detached' });
  const beside = await active();
  await add('Anna lives in Nantes.');
  await page.locator('memory-form').getByRole('button', { name: 'Replace it' }).click();
  await page.locator('memory-form').waitFor({ state: 'detached' });
  const replaced = await active();

  const { memories } = await callMemory<{ memories: readonly { id: string }[] }>(page, 'list', { statuses: ['superseded'] });
  await callMemory(page, 'forget', { ids: memories.map(({ id }) => id) });
  await memoryPage(page)
    .getByRole('tab', { name: /Forgotten/ })
    .click();
  const forgotten = memoryPage(page).locator('memory-forgotten li');
  await forgotten.getByRole('button', { name: 'Put back' }).waitFor();
  const shown = await forgotten.count();
  await callMemory(page, 'importAll', {
    text: Array.from({ length: 300 }, (_, n) => `- The boat number ${n} lies in the port.`).join('\n'),
  });
  await callMemory(page, 'forget', { text: 'port' });
  const lists = memoryPage(page).locator('memory-forgotten');
  await lists.getByRole('button', { name: /goes on/ }).click();
  await lists.getByText('The boat number 3 lies').waitFor();
  await callMemory(page, 'undo');

  await memoryPage(page)
    .getByRole('tab', { name: /Memories|Records/ })
    .click();
  await memoryPage(page).getByRole('searchbox').fill('porridge of oatmeal, tomorrow');
  await memoryPage(page).getByText('Weaker, some letters only').waitFor();
  await memoryPage(page).getByRole('searchbox').fill('boat in the port');
  await memoryPage(page).getByText('the 100 nearest').waitFor();
  await memoryPage(page).getByText('Close to what you typed').waitFor();
  const gap = async () => {
    const boxes = [memoryPage(page).locator('memory-records .head').first(), memoryPage(page).locator('memory-records .row').first()];
    const [head, first] = await Promise.all(boxes.map(one => one.boundingBox()));
    return Math.round((first?.y ?? 0) - (head?.y ?? 0) - (head?.height ?? 0));
  };
  await expect.poll(gap).toBe(0);
  const widths = await page.evaluate(async () => {
    await document.fonts.load('16px "Inter Variable"', 'Hunter22x9');
    const widthOf = (features: string) => {
      const word = document.body.appendChild(document.createElement('span'));
      word.style.cssText = `position: absolute; white-space: nowrap; font: 40px "Inter Variable"; font-feature-settings: ${features}`;
      word.textContent = 'Hunter22x9 -> 12:30';
      return word.getBoundingClientRect().width;
    };
    return [widthOf('normal') === widthOf('"calt" 0'), widthOf('"calt" 1') === widthOf('"calt" 0')];
  });
  expect({ beside, replaced, shown, widths }).toEqual({
    beside: ['Anna lives in Brest.', 'Marie lives in Lyon.'],
    replaced: ['Anna lives in Nantes.', 'Marie lives in Lyon.'],
    shown: 1,
    widths: [true, false],
  });
});
