import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, normalize } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { assetHeaders, pageHeaders, typeOf } from '../../kernel/host/headers.ts';
import { builtPage } from './built.ts';
import { openChromium } from './chromium.ts';

const repo = join(import.meta.dirname, '..', '..');

/** Pages with single elements: built like the app, served under the app's policy, opened in a real Chromium. */
export interface ElementPages extends AsyncDisposable {
  readonly browser: Browser;
  readonly origin: string;
  /** Opens a new page and waits until it is ready; `complaints` collects its exceptions, logged errors and policy violations. */
  open(path?: string, look?: BrowserContextOptions): Promise<{ readonly tab: Page; readonly complaints: string[] }>;
}

/** Builds the page in `folder` and serves it; `answer` may serve further paths. */
export async function openElementPages(
  folder: string,
  answer: (request: IncomingMessage, response: ServerResponse) => boolean = () => false,
): Promise<ElementPages> {
  const out = await builtPage(folder, '--config', join(repo, 'shell', 'vite.config.ts'));
  const server = createServer((request, response) => {
    // A keep-alive connection would outlive the test that opened it.
    response.setHeader('Connection', 'close');
    if (!answer(request, response)) serve(out, request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browser = await openChromium();
  return {
    browser,
    origin,
    async open(path = '/', look = {}) {
      const context = await browser.newContext({ viewport: { width: 1000, height: 800 }, locale: 'en-GB', ...look });
      const tab = await context.newPage();
      const complaints: string[] = [];
      tab.on('pageerror', error => complaints.push(String(error.stack)));
      tab.on('console', message => message.type() === 'error' && !message.text().includes("'webrtc'") && complaints.push(message.text()));
      await tab.goto(`${origin}${path}`);
      await tab.waitForSelector('html[data-ready]', { state: 'attached' });
      return { tab, complaints };
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      server.close();
      server.closeAllConnections();
    },
  };
}

function serve(out: string, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
  const from = `http://${request.headers.host}`;
  const file = normalize(pathname === '/' ? '/index.html' : pathname);
  try {
    const bytes = readFileSync(join(out, file));
    response
      .writeHead(200, {
        ...headersFor(searchParams, request.headers.origin, from),
        'Content-Type': typeOf(file) ?? 'application/octet-stream',
      })
      .end(bytes);
  } catch {
    response.writeHead(404).end();
  }
}

/** The app's own policy; or, if the page requests it, none, or that of an extension's frame, which has an opaque origin. */
function headersFor(parameters: URLSearchParams, origin: string | undefined, from: string): Readonly<Record<string, string>> {
  if (parameters.has('bare')) return {};
  if (parameters.has('sandboxed') || origin === 'null') return assetHeaders(from, from);
  return pageHeaders("'self'");
}
