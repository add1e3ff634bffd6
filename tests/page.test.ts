import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPages } from './support/pages.ts';

let pages: Awaited<ReturnType<typeof openPages>>;

beforeAll(async () => {
  pages = await openPages();
}, 60_000);

afterAll(() => pages.close());

test('the page shows every extension with its state, isolation and costs, under the strict policy', async () => {
  const { tab, complaints, close } = await pages.open('en-GB', { width: 1100, colorScheme: 'light' });
  await tab.getByText('Telegram bridge').click();
  const rows = await tab.locator('extension-row details').allInnerTexts();
  const text = [await tab.locator('main').innerText(), ...rows].join('\n');
  const address = tab.url();
  await close();
  expect({
    complaints,
    ticketGone: !address.includes('t='),
    groups: ['Needs you', 'Running', 'Idle, no process until used', 'Built in'].filter(group => !text.includes(group)),
    shown: [
      'Process of its own, in the system’s sandbox',
      '38 ms',
      '5.2 sec',
      '21 MB',
      '1,412',
      '3 failed',
      'net: api.telegram.org',
    ].filter(word => !text.includes(word)),
  }).toEqual({ complaints: [], ticketGone: true, groups: [], shown: [] });
}, 30_000);

test('a change at the kernel shows without a reload, also after the connection was lost', async () => {
  const { tab, kernel, close } = await pages.open('fr-FR', { width: 800, colorScheme: 'dark' });
  const row = tab.locator('extension-row', { hasText: 'Table paste' });
  kernel.set('@acme/table-paste', 'active');
  await row.getByText('En marche').waitFor();
  kernel.drop();
  kernel.set('@acme/table-paste', 'stopped');
  await row.getByText('Arrêtée').waitFor();
  await row.locator('summary').click();
  await row.getByRole('button', { name: 'Activer' }).click();
  await row.getByText('Au repos').waitFor();
  expect(await tab.locator('html').getAttribute('data-theme')).toBe('dark');
  await close();
}, 30_000);

test('at 360 px nothing is cut off sideways', async () => {
  const { tab, close } = await pages.open('fr-FR', { width: 360, colorScheme: 'light' });
  for (const summary of await tab.locator('extension-row summary').all()) await summary.click();
  const wide = await tab.evaluate(() => document.querySelector('app-shell')?.shadowRoot?.querySelector('main')?.scrollWidth ?? 9999);
  await close();
  expect(wide).toBeLessThanOrEqual(360);
}, 30_000);
