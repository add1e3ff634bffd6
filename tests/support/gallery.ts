import { createReadStream, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, normalize } from 'node:path';
import type { Page } from 'playwright-core';
import { pageHeaders, typeOf } from '../../kernel/host/headers.ts';
import { builtPage } from './built.ts';
import { openChromium } from './chromium.ts';

/** The display options of the gallery; the default values are light, English and left to right. */
export interface GalleryLook {
  readonly theme?: 'light' | 'dark';
  readonly contrast?: 'normal' | 'more';
  readonly lang?: 'fr' | 'en';
  readonly dir?: 'ltr' | 'rtl';
  readonly only?: string;
}

const repo = join(import.meta.dirname, '..', '..');

/** Builds the gallery and serves it under the app's own policy; it can be opened several times. */
export async function openGallery() {
  const built = await builtPage('--config', join(repo, 'shell', 'gallery', 'vite.config.ts'));
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://gallery');
    const file = normalize(join(built, pathname === '/' ? 'index.html' : pathname));
    if (!file.startsWith(built) || !existsSync(file)) return void response.writeHead(404).end();
    response.writeHead(200, { ...pageHeaders("'none'"), 'Content-Type': typeOf(file) });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const browser = await openChromium();
  return {
    browser,
    async open(look: GalleryLook = {}, width = 1000) {
      // Animations are off, so that two screenshots of the same state are equal.
      const context = await browser.newContext({ viewport: { width, height: 800 }, reducedMotion: 'reduce', locale: 'en-GB' });
      const tab = await context.newPage();
      const complaints: string[] = [];
      tab.on('console', message => {
        if (message.text() === "Unrecognized Content-Security-Policy directive 'webrtc'.") return;
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
      });
      tab.on('pageerror', error => complaints.push(String(error)));
      await tab.goto(`${address}?${new URLSearchParams({ theme: 'light', contrast: 'normal', lang: 'en', ...look })}`);
      await ready(tab);
      return { tab, complaints, [Symbol.asyncDispose]: () => context.close() };
    },
    async close() {
      await browser.close();
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

async function ready(tab: Page): Promise<void> {
  await tab.locator('gallery-page[data-ready]').waitFor();
  await tab.evaluate(async () => {
    await document.fonts.ready;
  });
}
