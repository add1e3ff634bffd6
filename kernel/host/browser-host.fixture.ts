import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assetsOf } from './assets.ts';
import { openBrowserHost } from './browser-host.ts';

export interface BrowserHostTest {
  /** An existing profile; a new one if left out. */
  readonly root?: string;
  readonly packages?: Record<string, string>;
  /** The folder of bundled plugins; an empty one if left out. */
  readonly bundled?: string;
  /** The kernel does not listen yet. */
  readonly starting?: true;
}

export async function openTestBrowserHost(options: BrowserHostTest = {}) {
  const root = options.root ?? mkdtempSync(join(tmpdir(), 'atelier-browser-'));
  const page = join(root, 'page');
  mkdirSync(join(page, 'assets'), { recursive: true });
  writeFileSync(join(page, 'index.html'), '<!doctype html><title>Atelier</title>');
  writeFileSync(join(page, 'assets', 'main.js'), 'export {};');
  writeFileSync(join(page, '.secret.js'), 'no');
  const packages = options.packages ?? {};
  const opened: string[] = [];
  const logged: string[] = [];
  const host = await openBrowserHost({
    paths: {
      userData: join(root, 'user-data'),
      bundled: options.bundled ?? join(root, 'bundled'),
      installed: join(root, 'user-data', 'extensions'),
      temp: join(root, 'temp'),
    },
    node: process.execPath,
    page,
    port: undefined,
    assets: assetsOf(slug => (Object.hasOwn(packages, slug) ? packages[slug] : undefined)),
    openAddress: async address => void opened.push(address),
    log: (_level, text) => void logged.push(text),
  });
  // A kernel, as far as pages are concerned.
  if (options.starting === undefined) host.links.onConnection(() => undefined);
  return {
    host,
    root,
    opened,
    logged,
    async close() {
      await host.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** One raw request with any path and any header. */
export async function ask(origin: string, path: string, headers: Record<string, string> = {}, method = 'GET') {
  const { port } = new URL(origin);
  const sent = request({ host: '127.0.0.1', port, path, method, headers }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  let body = '';
  for await (const chunk of response) body += String(chunk);
  return { status: response.statusCode, headers: response.headers, body };
}
