import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBrowserHost } from '@atelier/kernel/host';
import { openChromium } from './chromium.ts';
import { serveFakeKernel } from './fake-serving.ts';

/** Builds the page and opens it as often as asked, each time over a browser host of its own. */
export async function openPages() {
  const root = mkdtempSync(join(tmpdir(), 'atelier-page-'));
  const page = join(root, 'page');
  const repo = join(import.meta.dirname, '..', '..');
  const vite = join(repo, 'node_modules', 'vite', 'bin', 'vite.js');
  const flags = ['build', '--config', join(repo, 'shell', 'vite.config.ts'), '--outDir', page, '--logLevel', 'error'];
  // Its own process, because a build inside a test run would be one for development.
  execFileSync(process.execPath, [vite, ...flags], { cwd: repo, env: { ...process.env, NODE_ENV: 'production' } });
  const browser = await openChromium();

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

  async function close() {
    await browser.close();
    rmSync(root, { recursive: true, force: true });
  }

  return { open, close };
}
