import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import type { Link } from '../../kernel/host/host.ts';
import { openWsLinks } from '../../kernel/host/ws-links.ts';
import { openChromium } from '../support/chromium.ts';

/** What one round came to. */
export interface Result {
  readonly ms: number;
  readonly messages: number;
  readonly seen: { readonly events: number; readonly letters: number; readonly inOrder: boolean };
}

/** Sends what is to be sent; `pong` resolves when the page has answered a ping. */
export type Sender = (link: Link, pong: () => Promise<void>) => Promise<void>;

/** A page in a real Chromium, and the wire to it. */
export interface Wire extends AsyncDisposable {
  /** One round: `raw` pages read frames as they come, `link` pages through the page's link. Ends with the page's last event. */
  run(mode: 'raw' | 'link', send: Sender): Promise<Result>;
}

/** Builds the page, serves it, and opens Chromium. */
export async function openWire(): Promise<Wire> {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-bench-'));
  const server = createServer((request, response) => {
    const isScript = request.url === '/page.js';
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? script : '<!doctype html><script type="module" src="/page.js"></script>');
  });
  const links = openWsLinks({
    server,
    refuse: () => undefined,
    log: (_level, text) => process.stderr.write(`${text}\n`),
    framesPerSecond: 1e6,
    heartbeatMs: 60_000,
  });
  links.accept();
  const script = await pageScript(folder);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const browser = await openChromium();
  const tab = await browser.newPage();
  tab.on('pageerror', error => process.stderr.write(`${error.stack}\n`));

  return {
    async run(mode, send) {
      const answered = new Promise<Result>(resolve => {
        const handle = links.onConnection(link => {
          void handle.dispose();
          follow(link, send, resolve);
        });
      });
      await tab.goto(`http://127.0.0.1:${port}/?mode=${mode}`);
      return answered;
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      links.close();
      server.close();
      server.closeAllConnections();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function pageScript(folder: string): Promise<Buffer> {
  await build({
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    build: {
      outDir: folder,
      lib: { entry: join(import.meta.dirname, 'fixtures/events-page.ts'), formats: ['es'], fileName: 'page' },
      target: 'chrome140',
    },
  });
  return readFileSync(join(folder, 'page.js'));
}

function follow(link: Link, send: Sender, done: (result: Result) => void): void {
  let messages = 0;
  let started = 0;
  let ponged: () => void = () => undefined;
  const counted: Link = {
    id: link.id,
    get waiting() {
      return link.waiting;
    },
    send: frames => {
      messages += 1;
      link.send(frames);
    },
    onMessage: listener => link.onMessage(listener),
    onClose: listener => link.onClose(listener),
    close: why => link.close(why),
  };
  const pong = () => new Promise<void>(resolve => (ponged = resolve));
  link.onMessage(message => {
    for (const call of (Array.isArray(message) ? message : [message]) as { to: string; body: Result['seen'] }[]) {
      if (call.to === 'bench:pong') ponged();
      if (call.to === 'bench:done') done({ ms: performance.now() - started, messages, seen: call.body });
      if (call.to !== 'bench:ready') continue;
      started = performance.now();
      void send(counted, pong);
    }
  });
}
