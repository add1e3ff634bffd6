import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBrowserHost } from '@atelier/kernel/host';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openChromium } from './support/chromium.ts';
import { serveFakeKernel } from './support/fake-serving.ts';

const root = mkdtempSync(join(tmpdir(), 'atelier-page-'));
const page = join(root, 'page');
let browser: Awaited<ReturnType<typeof openChromium>>;

beforeAll(async () => {
  const repo = join(import.meta.dirname, '..');
  const vite = join(repo, 'node_modules', 'vite', 'bin', 'vite.js');
  const flags = ['build', '--config', join(repo, 'shell', 'vite.config.ts'), '--outDir', page, '--logLevel', 'error'];
  // Its own process, because a build inside a test run would be one for development.
  execFileSync(process.execPath, [vite, ...flags], { cwd: repo, env: { ...process.env, NODE_ENV: 'production' } });
  browser = await openChromium();
}, 60_000);

afterAll(async () => {
  await browser?.close();
  rmSync(root, { recursive: true, force: true });
});

async function open(locale: string, look: { width: number; colorScheme: 'light' | 'dark' }) {
  const host = await openBrowserHost({
    paths: { userData: join(root, 'user-data'), bundled: root, installed: join(root, 'extensions'), temp: join(root, 'temp') },
    node: process.execPath,
    page,
    port: 0,
    assets: async () => undefined,
    openAddress: async () => undefined,
    log: () => undefined,
  });
  const kernel = serveFakeKernel(host.links);
  const context = await browser.newContext({ locale, viewport: { width: look.width, height: 900 }, colorScheme: look.colorScheme });
  const tab = await context.newPage();
  const complaints: string[] = [];
  tab.on('console', message => {
    // Chromium does not know this directive yet, and says so.
    if (message.text() === "Unrecognized Content-Security-Policy directive 'webrtc'.") return;
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  tab.on('pageerror', error => complaints.push(String(error)));
  await tab.goto(host.enterUrl());
  await tab.locator('extension-row').first().waitFor();
  const close = async () => {
    await context.close();
    await host.close();
  };
  return { host, kernel, tab, complaints, close };
}

test('the page shows every extension with its state, isolation and costs, under the strict policy', async () => {
  const { tab, complaints, close } = await open('en-GB', { width: 1100, colorScheme: 'light' });
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
  const { tab, kernel, close } = await open('fr-FR', { width: 800, colorScheme: 'dark' });
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
  const { tab, close } = await open('fr-FR', { width: 360, colorScheme: 'light' });
  for (const summary of await tab.locator('extension-row summary').all()) await summary.click();
  const wide = await tab.evaluate(() => document.querySelector('app-shell')?.shadowRoot?.querySelector('main')?.scrollWidth ?? 9999);
  await close();
  expect(wide).toBeLessThanOrEqual(360);
}, 30_000);

// Pictures for a person to look at: PICTURES=/some/folder npx vitest run tests/page
test.runIf(existsSync(process.env.PICTURES ?? ''))(
  'pictures',
  async () => {
    const folder = process.env.PICTURES ?? '';
    for (const [name, locale, width, colorScheme] of [
      ['light', 'en', 1280, 'light'],
      ['dark', 'fr', 1280, 'dark'],
      ['narrow-light', 'fr', 360, 'light'],
      ['narrow-dark', 'en', 360, 'dark'],
    ] as const) {
      const { tab, close } = await open(locale, { width, colorScheme });
      await tab.getByText('Telegram bridge').click();
      await tab.getByText('Screenshot notes').click();
      await tab.mouse.move(0, 0);
      await tab.screenshot({ path: join(folder, `${name}.png`) });
      await close();
    }
  },
  60_000,
);
