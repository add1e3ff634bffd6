import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { assetsOf, openBrowserHost } from '@atelier/kernel/host';
import { type Kernel, startKernel } from '@atelier/kernel/start';
import type { Page } from 'playwright-core';
import { builtApp, builtPage } from './built.ts';
import { openChromium } from './chromium.ts';
import type { Stage } from './frame-stage/stage.ts';

/** A server that records HTTP requests, other TCP connections and UDP packets to it. */
async function openSink() {
  const hits: string[] = [];
  const server = createServer((request, response) => {
    hits.push(`${request.method} ${request.url}`);
    response.writeHead(200, { 'Access-Control-Allow-Origin': '*' }).end();
  });
  server.on('clientError', (_error, socket) => {
    hits.push('something else than HTTP');
    socket.destroy();
  });
  server.on('upgrade', (request, socket) => {
    hits.push(`upgrade ${request.url}`);
    socket.destroy();
  });
  const udp = createSocket('udp4');
  const packets: number[] = [];
  udp.on('message', message => packets.push(message.length));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  udp.bind(0, '127.0.0.1');
  await once(udp, 'listening');
  return {
    hits,
    packets,
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    udp: `127.0.0.1:${udp.address().port}`,
    async close() {
      server.closeAllConnections();
      await Promise.all([new Promise(resolve => server.close(resolve)), new Promise<void>(resolve => udp.close(resolve))]);
    },
  };
}

/**
 * Real frames on the real host and kernel, on a page that contains only one `<view-frame>`. `installed` are
 * folders of extensions; each `where.js` in them is written with the addresses that hostile extensions try.
 */
export async function openFramePages(installed: readonly string[]) {
  const root = mkdtempSync(join(tmpdir(), 'atelier-frame-'));
  const [userData, bundled] = [join(root, 'user-data'), join(root, 'bundled')];
  const { frame } = await builtApp();
  const page = await builtPage('tests/support/frame-stage', '--target', 'chrome140', '--assetsInlineLimit', '0');
  writeHome(join(bundled, 'workbench'));
  const sink = await openSink();
  const running: { kernel?: Kernel } = {};
  const host = await openBrowserHost({
    paths: { userData, bundled, installed: join(userData, 'extensions'), temp: join(root, 'temp') },
    node: process.execPath,
    page,
    port: 0,
    assets: assetsOf(slug => running.kernel?.folderOf(slug), frame),
    openAddress: async () => undefined,
    log: () => undefined,
  });
  const where = { app: host.origin, sink: sink.address, udp: sink.udp, other: host.frameOrigin('acme--hello-panel') };
  for (const folder of installed) {
    const copy = join(userData, 'extensions', folder.split('/').at(-1) ?? '');
    cpSync(folder, copy, { recursive: true });
    writeFileSync(join(copy, 'where.js'), `export const where = ${JSON.stringify(where)};\n`);
  }
  const kernel = await startKernel(host);
  running.kernel = kernel;
  await kernel.settled;
  // Otherwise its process would start in the first test that needs it, and be reported as a leak of that test.
  await kernel.wake('@acme/hello-panel');
  const browser = await openChromium();
  return {
    host,
    kernel,
    sink,
    async open() {
      const context = await browser.newContext({ viewport: { width: 900, height: 700 } });
      const tab = await context.newPage();
      await tab.goto(host.enterUrl());
      await tab.waitForFunction(() => 'stage' in globalThis);
      return { tab, ...inPage(tab), [Symbol.asyncDispose]: () => context.close() };
    },
    async close() {
      await browser.close();
      await kernel.close();
      await host.close();
      await sink.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

declare const stage: Stage;

function inPage(tab: Page) {
  return {
    show: (id: string) => tab.evaluate(view => stage.show(view), id),
    /** Waits for one event of the frame and returns its detail. */
    async seen(name: string) {
      const found = await tab.waitForFunction(wanted => stage.seen.find(([event]) => event === wanted), name);
      return ((await found.jsonValue()) as [string, Record<string, unknown>])[1];
    },
    /** The findings that a test view reports. */
    async findings() {
      const found = await tab.waitForFunction(() => (stage.state.get() as { done?: unknown } | undefined)?.done);
      return (await found.jsonValue()) as Record<string, unknown>;
    },
    /** Whether the frame was removed from the page. */
    gone: () => tab.waitForFunction(() => !stage.frame?.shadowRoot?.querySelector('iframe')),
    inside: () => tab.frameLocator('iframe'),
  };
}

function writeHome(folder: string): void {
  const files = {
    'package.json': {
      name: '@atelier/workbench',
      version: '1.0.0',
      type: 'module',
      engines: { atelier: '^1.0.0' },
      atelier: {
        ui: './ui.js',
        contributes: { views: [{ id: 'workbench.home', slot: 'main', title: 'Home', element: 'workbench-home' }] },
      },
    },
  };
  for (const [name, content] of Object.entries(files)) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(content));
  }
}
