import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserHost, openBrowserHost } from '@atelier/kernel/host';
import { startKernel } from '@atelier/kernel/start';
import type { Browser } from 'playwright-core';
import { builtApp } from './built.ts';
import { openChromium } from './chromium.ts';
import { writeProfile } from './profile.ts';

export interface Look {
  readonly locale: string;
  readonly width: number;
  readonly height?: number;
  readonly colorScheme: 'light' | 'dark';
}

const repo = join(import.meta.dirname, '..', '..');

/** Opens the built page, each time on a new browser host. */
export async function openPages() {
  const root = mkdtempSync(join(tmpdir(), 'atelier-page-'));
  const { page } = await builtApp();
  const browser = await openChromium();
  const openHost = (userData: string) =>
    openBrowserHost({
      paths: { userData, bundled: join(repo, 'plugins'), installed: join(userData, 'extensions'), temp: join(root, 'temp') },
      node: process.execPath,
      page,
      port: 0,
      assets: async () => undefined,
      openAddress: async () => undefined,
      log: () => undefined,
    });

  return {
    /** With the real kernel on a profile that has an extension in every state. */
    async openReal(look: Look) {
      const userData = mkdtempSync(join(root, 'profile-'));
      writeProfile(userData);
      const host = await openHost(userData);
      const kernel = await startKernel(host);
      await kernel.settled;
      const shown = await show(browser, host, look);
      return {
        ...shown,
        kernel,
        async [Symbol.asyncDispose]() {
          await shown.close();
          await kernel.close();
          await host.close();
        },
      };
    },
    async close() {
      await browser.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

async function show(browser: Browser, host: BrowserHost, { locale, width, height = 900, colorScheme }: Look) {
  const context = await browser.newContext({ locale, viewport: { width, height }, colorScheme });
  const tab = await context.newPage();
  const complaints: string[] = [];
  tab.on('console', message => {
    // Chromium does not know this directive yet, and logs a warning.
    if (message.text() === "Unrecognized Content-Security-Policy directive 'webrtc'.") return;
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  tab.on('pageerror', error => complaints.push(String(error)));
  // A language that was chosen before; a first start is in French.
  await context.addInitScript(chosen => localStorage.setItem('atelier.appearance', JSON.stringify({ locale: chosen })), locale.slice(0, 2));
  await tab.goto(host.enterUrl());
  await tab.goto(`${host.origin}/#/extensions.panel`);
  await tab.locator('extensions-row').first().waitFor();
  return { tab, complaints, close: () => context.close() };
}
