import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { type App, openApp } from './app.ts';
import { axeClean } from './axe.ts';
import { field, withScripted } from './composer-page.ts';
import { looksOf } from './looks.ts';
import { openModelServer } from './model-server.ts';
import { connected } from './screen.ts';
import { callAs, rested, say, thread } from './thread.ts';
import { withHistory } from './usage-history.ts';
import { enter, plain } from './window.ts';

const lack = await chromiumLack();
beforeEach(context => context.skip(lack !== undefined, lack));

const usagePage = (page: Page): Locator => page.locator('usage-page');
/** What the four sums say. */
const sums = async (page: Page) =>
  (await usagePage(page).locator('.sums > div').allInnerTexts()).map(text => plain(text).replaceAll(/\s+/g, ' ').trim());
/** What a list says, row by row. */
const list = async (page: Page, of: string) =>
  (await usagePage(page).locator(`usage-list[of=${of}]`).locator('tbody tr').allInnerTexts()).map(text =>
    plain(text).replaceAll(/\s+/g, ' ').trim(),
  );

async function openPage(app: App, name: string): Promise<void> {
  await connected(app.page);
  await enter(app.page, name);
  await usagePage(app.page).locator('.sums, ui-empty').first().waitFor();
}

test('a real turn is counted: unknown until its price is corrected, the same after a reload, and but for what no file holds after a restart and the loss of the database', async () => {
  await using server = await openModelServer({ text: 'High water is at nine.' }, { text: 'High tide' }, { text: 'High tide' });
  await using app = await openApp({ locale: 'en-GB', width: 1440 });
  const { page } = app;
  await openPage(app, 'Usage');
  await usagePage(page).getByText('Nothing was used in this range. The demo is not counted.').waitFor();
  await usagePage(page).getByRole('radio', { name: 'All' }).check();
  await usagePage(page).getByText('Nothing was used here yet.').waitFor();
  await axeClean(page);

  await page.keyboard.press('Control+n');
  await field(page).waitFor();
  await withScripted(page, server);
  const conversation = await say(page, 'When is high water?', { model: 'scripted/scripted-large' });
  await rested(page, conversation);

  // A price that the person corrects is in the line of the answer and in the conversation's sum at once, and gone with the correction.
  const facts = thread(page).getByRole('article').filter({ hasText: 'High water is at nine.' }).last().locator('.facts');
  const correct = (price?: object) => callAs(page, 'usage', 'correctPrice', { model: 'scripted/scripted-large', ...(price && { price }) });
  const unpriced = await facts.innerText();
  await correct({ input: 5000, output: 0, cacheRead: 0, cacheWrite: 0 });
  const total = page.locator('conversations-composer .cost');
  await facts.getByText('$0.60').waitFor({ state: 'attached' });
  await total.getByText('$0.60').waitFor();
  await correct();
  await facts.getByText('$0.60').waitFor({ state: 'detached' });
  await total.waitFor({ state: 'detached' });

  // The details of the answer, from its menu.
  const answer = thread(page).getByRole('article').filter({ hasText: 'High water is at nine.' }).last();
  await answer.hover();
  await answer.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Usage' }).click();
  const details = page.locator('usage-details');
  await details.getByText('scripted-large').waitFor();
  await details.getByText('Workshop').waitFor();
  const ofAnswer = plain((await details.locator('p, h3, dl').allInnerTexts()).join(' ')).replaceAll(/\s+/g, ' ');
  await app.keep('usage-details');
  await details.getByRole('button', { name: 'All usage' }).click();

  await usagePage(page).getByText('price unknown').first().waitFor();
  // What a title has used is there as a line of its own.
  await expect.poll(() => list(page, 'conversation'), { timeout: 60_000 }).toHaveLength(2);
  const hidden = (await list(page, 'conversation')).filter(row => row.startsWith('Atelier itself'));
  const before = await sums(page);
  const drawn = () =>
    usagePage(page)
      .locator('usage-month svg')
      .evaluate(svg => [svg.getAttribute('aria-label'), svg.querySelectorAll('.line, .dot').length]);
  const unknownMonth = await drawn();
  await usagePage(page).getByText('Workshop').first().waitFor();
  const models = await list(page, 'model');

  await usagePage(page).getByRole('button', { name: 'Set one' }).click();
  const prices = page.locator('usage-prices');
  await prices.getByRole('button', { name: 'Correct scripted-large' }).click();
  await prices.getByRole('spinbutton', { name: 'Input', exact: true }).fill('1000000000');
  await prices.getByRole('button', { name: 'Save' }).click();
  await prices.getByText('All four amounts are needed').waitFor();
  for (const name of ['Output', 'Cached input', 'Cache write']) await prices.getByRole('spinbutton', { name, exact: true }).fill('0');
  await prices.getByRole('button', { name: 'Save' }).click();
  await prices.getByText(/was not stored/).waitFor();
  await prices.getByRole('spinbutton', { name: 'Input', exact: true }).fill('10000');
  await prices.getByRole('spinbutton', { name: 'Output', exact: true }).fill('50000');
  await app.keep('usage-price');
  await prices.getByRole('button', { name: 'Save' }).click();
  await prices.getByText(/Corrected by you/).waitFor();
  await axeClean(page);
  await page.keyboard.press('Escape');
  await expect
    .poll(() => list(page, 'conversation'), { timeout: 60_000 })
    .toEqual([expect.stringMatching(/144 \$2\.40$/), expect.stringMatching(/^Atelier itself.+144 \$2\.40$/)]);
  const after = await sums(page);
  const months = [unknownMonth, await drawn()];

  await usagePage(page).getByRole('button', { name: 'Warnings' }).click();
  const warnings = page.locator('usage-limits');
  await warnings.getByRole('spinbutton', { name: 'Amount a day, in US dollars' }).fill('2');
  await warnings.getByRole('button', { name: 'Save' }).click();
  await page
    .getByText(/Today the models have cost about \$4\.80, and you wanted to be told at \$2\.00/)
    .first()
    .waitFor({ state: 'attached' });

  await page.reload();
  await usagePage(page).locator('.sums').waitFor();
  await usagePage(page).getByText('Workshop').first().waitFor();
  const reloaded = await list(page, 'model');
  await app.kill();
  for (const end of ['', '-wal', '-shm']) rmSync(join(app.userData, 'data', `atelier--usage.sqlite${end}`), { force: true });
  rmSync(join(app.userData, 'backups'), { recursive: true, force: true });
  await page.goto((await app.restart()).url);
  await openPage(app, 'Usage');
  // What no file holds does not come back.
  await expect.poll(() => list(page, 'model'), { timeout: 60_000 }).toEqual(['scripted-large Workshop 144 price unknown']);

  expect({ unpriced: unpriced.includes('$'), hidden, ofAnswer, months, before, models, after, reloaded }).toEqual({
    unpriced: false,
    hidden: ['Atelier itself: titles, summaries 144 price unknown'],
    months: [
      ['This month: price unknown', 0],
      ['This month: $4.80', 2],
    ],
    ofAnswer: expect.stringMatching(
      /What this answer has used\. scripted-large Workshop price unknown Tokens 144 Input 120 Cached input 0 Cache write 0 Output 24/,
    ),
    before: [
      'Spent in this range price unknown',
      'Today price unknown 288 tokens',
      'Tokens 288 0% from cache',
      'Not in these sums 288 tokens without a known price Set one',
    ],
    models: ['scripted-large Workshop 288 price unknown'],
    after: [
      'Spent in this range $4.80',
      'Today $4.80 288 tokens',
      'Tokens 288 0% from cache',
      'Not in these sums Nothing: every price is known',
    ],
    reloaded: ['scripted-large Workshop 288 $4.80'],
  });
});

test.for(
  looksOf([
    { theme: 'light', locale: 'fr-FR', width: 390 },
    { theme: 'light', locale: 'en-GB', width: 1440 },
    { theme: 'dark', locale: 'fr-FR', width: 1440 },
    { theme: 'dark', locale: 'en-GB', width: 390 },
  ]),
)('a month of use can be read, by pointer, by keys and by a screen reader, and taken along ($theme, $locale, $width)', async options => {
  await using app = await openApp({ ...options, height: 900, prepare: withHistory });
  const { page } = app;
  const en = options.locale === 'en-GB';
  await connected(page);
  if (options.width === 390)
    await page
      .getByRole('button', { name: en ? /sidebar/i : /barre latérale/i })
      .first()
      .click();
  await enter(page, en ? 'Usage' : 'Consommation');
  // Files are counted in the background, whatever else the machine does.
  await usagePage(page).locator('usage-list[of=model] tbody tr').nth(3).waitFor();
  await usagePage(page).locator('usage-list[of=conversation]').getByText('Gaps in the Dover series').waitFor();
  // Until all are counted, the order of the models and the days change.
  const names = async () => (await list(page, 'model')).map(row => /^\S+ (\S+)/.exec(row)?.[1]);
  await expect.poll(names).toEqual(['Anthropic', 'OpenAI', 'GitHub', 'lab']);
  await expect.poll(() => usagePage(page).locator('usage-chart table tbody tr').count()).toBeGreaterThan(20);
  const models = await list(page, 'model');
  const chart = usagePage(page).locator('usage-chart').getByRole('img');
  await chart.focus();
  await page.keyboard.press('End');
  const tip = usagePage(page).locator('usage-chart').getByRole('status');
  await tip.getByText(en ? 'Tokens' : 'Jetons').waitFor();
  const table = await usagePage(page).locator('usage-chart table tbody tr').count();
  await app.keep('usage');
  await page.keyboard.press('Escape');
  await axeClean(page);
  const fits = await usagePage(page).evaluate(one => one.scrollWidth <= one.clientWidth);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    usagePage(page)
      .getByRole('button', { name: en ? 'Export' : 'Exporter' })
      .click(),
  ]);
  const file = join(app.userData, 'exported.csv');
  await download.saveAs(file);
  const exported = readFileSync(file, 'utf8').trim().split('\r\n');
  await usagePage(page)
    .getByRole('radio', { name: en ? 'Today' : 'Aujourd’hui' })
    .check();
  await usagePage(page)
    .getByText(en ? 'By hour' : 'Par heure')
    .waitFor();
  await usagePage(page).locator('usage-list[of=model]').scrollIntoViewIfNeeded();
  await app.keep('usage-lists');
  expect({
    fits,
    table: table > 20,
    unknown: models.filter(row => row.endsWith(en ? 'price unknown' : 'prix inconnu')).map(row => row.split(' ')[0]),
    included: models.filter(row => row.endsWith(en ? 'in a subscription' : 'dans un abonnement')).map(row => row.split(' ')[0]),
    lines: exported.length > 30 && exported[0]?.includes('day,conversation,title'),
    // None of these is set up: a company is called by its name, and what nobody knows by its id.
    names: models.map(row => /^\S+ (\S+)/.exec(row)?.[1]),
  }).toEqual({
    fits: true,
    table: true,
    unknown: ['qwen3-coder-30b'],
    included: ['gpt-5'],
    lines: true,
    names: ['Anthropic', 'OpenAI', 'GitHub', 'lab'],
  });
});
