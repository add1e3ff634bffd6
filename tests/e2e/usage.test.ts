import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { chromiumLack } from '../support/chromium.ts';
import { type App, openApp } from './app.ts';
import { axeClean } from './axe.ts';
import { field, withScripted } from './composer-page.ts';
import { openModelServer } from './model-server.ts';
import { connected } from './screen.ts';
import { rested, say, thread } from './thread.ts';
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

/** Session files of some weeks, as the engine writes them. */
function withHistory(userData: string): void {
  const folder = join(userData, '.agent', 'agent', 'sessions');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const kinds = [
    { provider: 'anthropic', model: 'claude-sonnet-4-5', title: 'Gaps in the Dover series', cost: 0.31 },
    { provider: 'openai', model: 'gpt-5-mini', title: 'Add the German locale to the harbour list', cost: 0.04 },
    { provider: 'lab', model: 'qwen3-coder-30b', title: 'Chart colours on Linux', cost: 0 },
    { provider: 'github-copilot', model: 'gpt-5', title: 'Release notes for 2.4', cost: 0.2 },
  ];
  for (const [kind, { provider, model, title, cost }] of kinds.entries()) {
    const conversation = `00000000-0000-4000-8000-00000000000${kind}`;
    const lines: object[] = [{ type: 'session', version: 3, id: conversation, timestamp: at(26), cwd: '/' }];
    const say = (id: string, timestamp: string, message: object) =>
      lines.push({ type: 'message', id, parentId: lines.length === 1 ? null : lastId(lines), timestamp, message });
    for (let day = 26; day >= 0; day -= 1 + ((day * 3 + kind) % 3)) {
      const tokens = 2000 + ((day * 7919 + kind * 104_729) % 40_000);
      const usage = {
        input: tokens,
        output: tokens / 10,
        cacheRead: tokens * 3,
        cacheWrite: 0,
        totalTokens: tokens * 4.1,
        cost: { total: (cost * tokens) / 9000 },
      };
      say(`q${kind}${day}`, at(day), { role: 'user', content: title });
      say(`a${kind}${day}`, at(day), {
        role: 'assistant',
        provider,
        model,
        api: 'x',
        content: [{ type: 'text', text: 'Done.' }],
        stopReason: 'stop',
        usage,
      });
    }
    writeFileSync(
      join(folder, `2026-01-0${kind + 1}T00-00-00-000Z_${conversation}.jsonl`),
      lines.map(line => `${JSON.stringify(line)}\n`).join(''),
    );
  }
}

const lastId = (lines: readonly object[]) => (lines.at(-1) as { id?: string }).id ?? null;
const at = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000 - 1000).toISOString();

async function openPage(app: App, name: string): Promise<void> {
  await connected(app.page);
  await enter(app.page, name);
  await usagePage(app.page).locator('.sums, ui-empty').first().waitFor();
}

test('a real turn is counted: unknown until its price is corrected, the same after a reload, a restart and the loss of the database', async () => {
  await using server = await openModelServer({ text: 'High water is at nine.' }, { text: 'High tide' }, { text: 'High tide' });
  await using app = await openApp({ locale: 'en-GB', width: 1440 });
  const { page } = app;
  await openPage(app, 'Usage');
  await usagePage(page).getByText('Nothing was used in this range.').waitFor();
  await usagePage(page).getByRole('radio', { name: 'All' }).check();
  await usagePage(page).getByText('Nothing was used here yet.').waitFor();
  await axeClean(page);

  await page.keyboard.press('Control+n');
  await field(page).waitFor();
  await withScripted(page, server);
  const conversation = await say(page, 'When is high water?', { model: 'scripted/scripted-large' });
  await rested(page, conversation);

  // The details of the answer, from its menu.
  const answer = thread(page).getByRole('article').filter({ hasText: 'High water is at nine.' }).last();
  await answer.hover();
  await answer.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Usage' }).click();
  const details = page.locator('usage-details');
  await details.getByText('scripted-large').waitFor();
  const ofAnswer = plain((await details.locator('p, h3, dl').allInnerTexts()).join(' ')).replaceAll(/\s+/g, ' ');
  await app.keep('usage-details');
  await details.getByRole('button', { name: 'All usage' }).click();

  await usagePage(page).getByText('price unknown').first().waitFor();
  const before = await sums(page);
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
  await expect.poll(() => list(page, 'conversation'), { timeout: 60_000 }).toEqual([expect.stringMatching(/144 \$2\.40$/)]);
  const after = await sums(page);

  await usagePage(page).getByRole('button', { name: 'Warnings' }).click();
  const warnings = page.locator('usage-limits');
  await warnings.getByRole('spinbutton', { name: 'Amount a day, in US dollars' }).fill('2');
  await warnings.getByRole('button', { name: 'Save' }).click();
  await page
    .getByText(/Today the models have cost about \$2\.40, and you wanted to be told at \$2\.00/)
    .first()
    .waitFor({ state: 'attached' });

  await page.reload();
  await usagePage(page).locator('.sums').waitFor();
  const reloaded = await list(page, 'model');
  await app.kill();
  for (const end of ['', '-wal', '-shm']) rmSync(join(app.userData, 'data', `atelier--usage.sqlite${end}`), { force: true });
  rmSync(join(app.userData, 'backups'), { recursive: true, force: true });
  await page.goto((await app.restart()).url);
  await openPage(app, 'Usage');
  await expect.poll(() => list(page, 'model'), { timeout: 60_000 }).toEqual(models);

  expect({ ofAnswer, before, models, after, reloaded }).toEqual({
    ofAnswer: expect.stringMatching(
      /What this answer has used\. scripted-large scripted price unknown Tokens 144 Input 120 Cached input 0 Cache write 0 Output 24/,
    ),
    before: [
      'Spent in this range price unknown',
      'Today price unknown 144 tokens',
      'Tokens 144 0% from cache',
      'Not in these sums 144 tokens without a known price Set one',
    ],
    models: ['scripted-large scripted 144 price unknown'],
    after: [
      'Spent in this range $2.40',
      'Today $2.40 144 tokens',
      'Tokens 144 0% from cache',
      'Not in these sums Nothing: every price is known',
    ],
    reloaded: ['scripted-large scripted 144 $2.40'],
  });
});

test.for([
  { theme: 'light', locale: 'en-GB', width: 1440 },
  { theme: 'dark', locale: 'fr-FR', width: 1440 },
  { theme: 'light', locale: 'fr-FR', width: 390 },
  { theme: 'dark', locale: 'en-GB', width: 390 },
] as const)(
  'a month of use can be read, by pointer, by keys and by a screen reader, and taken along ($theme, $locale, $width)',
  async options => {
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
    }).toEqual({ fits: true, table: true, unknown: ['qwen3-coder-30b'], included: ['gpt-5'], lines: true });
  },
);
