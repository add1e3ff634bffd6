import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserServer } from 'playwright-core';
import { ownChromiumLack, type SharedChromium, serveChromium, sharedChromium } from './chromium.ts';

/** Holds one Chromium for all test files of a run: started on first use, restarted if it ends. */
export default async function setup(): Promise<() => Promise<void>> {
  let lack: Promise<string | undefined> | undefined;
  let running: Promise<BrowserServer> | undefined;
  const answer = async (): Promise<SharedChromium> => {
    lack ??= ownChromiumLack();
    const why = await lack;
    if (why !== undefined) return { lack: why };
    running ??= start();
    return { endpoint: (await running).wsEndpoint() };
  };
  const start = async (): Promise<BrowserServer> => {
    const browser = await serveChromium();
    browser.once('close', () => {
      running = undefined;
    });
    return browser;
  };
  const server = createServer((_request, response) => {
    response.setHeader('Connection', 'close');
    answer().then(
      shared => response.end(JSON.stringify(shared)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.env[sharedChromium] = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return async () => {
    delete process.env[sharedChromium];
    server.close();
    await (await running)?.close();
  };
}
