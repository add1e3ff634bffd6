import type { MessagePort } from 'node:worker_threads';
import type { Browser } from 'playwright-core';
import { type OpenDesktop, pause, preloadScript } from './open-desktop.ts';

/** The state that the page's side of the bridge stores on its window. */
interface Bridge {
  readonly bridge: { hand(id: number): void; deliver(id: number, message: unknown): void };
}

/**
 * The desktop's page in a real Chromium: served by the real scheme handler with its headers, after the built preload script. Only
 * the message transport between the two processes is simulated.
 */
export async function openWindow(browser: Browser, desktop: OpenDesktop, locale = 'en') {
  const context = await browser.newContext({ locale });
  const tab = await context.newPage();
  const complaints: string[] = [];
  tab.on('console', message => {
    // Chromium does not know this directive yet, and logs a warning.
    if (message.text().includes("directive 'webrtc'")) return;
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  tab.on('pageerror', error => complaints.push(String(error)));
  await tab.route('http://workbench.localhost/**', async route => {
    const { pathname } = new URL(route.request().url());
    const answer = await desktop.electron.request(`atelier-app://workbench${pathname}`);
    const body = Buffer.from(await answer.arrayBuffer());
    await route.fulfill({ status: answer.status, headers: Object.fromEntries(answer.headers), body });
  });

  const ports = new Map<number, MessagePort>();
  await tab.exposeFunction('toMain', async () => {
    const port = await desktop.connect();
    const id = ports.size + 1;
    ports.set(id, port);
    // Keeps the order, although each evaluation is a separate promise.
    let before: Promise<unknown> = tab.evaluate(handed => (window as unknown as Bridge).bridge.hand(handed), id);
    port.on('message', message => {
      before = before
        .then(() => tab.evaluate(([to, what]) => (window as unknown as Bridge).bridge.deliver(Number(to), what), [id, message] as const))
        .catch(() => undefined);
    });
    port.on('close', () => {
      before = before.then(() => tab.evaluate(to => (window as unknown as Bridge).bridge.deliver(to, 'closed'), id)).catch(() => undefined);
    });
  });
  await tab.exposeFunction('toKernel', (id: number, message: unknown) =>
    message === 'closed' ? ports.get(id)?.close() : ports.get(id)?.postMessage(message),
  );
  await tab.addInitScript({ content: `(${String(installPreload)})(require => { ${await preloadScript()} });` });
  await tab.goto('http://workbench.localhost/');
  return {
    tab,
    complaints,
    async portsHanded(count: number): Promise<void> {
      while (ports.size < count) await pause();
    },
    async close() {
      await context.close();
      for (const port of ports.values()) port.close();
    },
  };
}

// Runs as text in the page, before its own scripts.
function installPreload(preload: (require: (name: string) => unknown) => void): void {
  const outside = window as unknown as { toMain(): Promise<void>; toKernel(id: number, message: unknown): Promise<void> };
  const heard = new Map<string, (event: { ports: readonly unknown[] }) => void>();
  const kept = new Map<number, globalThis.MessagePort>();
  const ofPage = new Map<number, globalThis.MessagePort>();
  let handed = 0;
  // In Electron, unlike in Chromium, each end of a port gets a `close` event.
  window.addEventListener('message', ({ ports: [port] }) => {
    const id = handed;
    if (port === undefined) return;
    ofPage.set(id, port);
    const close = port.close.bind(port);
    port.close = () => {
      close();
      void outside.toKernel(id, 'closed');
    };
  });
  const bridge: Bridge['bridge'] = {
    hand(id) {
      const { port1, port2 } = new MessageChannel();
      kept.set(id, port1);
      handed = id;
      port1.onmessage = ({ data }) => void outside.toKernel(id, data);
      heard.get('atelier:port')?.({ ports: [port2] });
    },
    deliver(id, message) {
      if (message === 'closed') ofPage.get(id)?.dispatchEvent(new Event('close'));
      else kept.get(id)?.postMessage(message);
    },
  };
  Object.assign(window, { bridge });
  preload(name => {
    if (name !== 'electron') throw new Error(`module not found: ${name}`);
    return {
      contextBridge: { exposeInMainWorld: (key: string, value: unknown) => Object.assign(window, { [key]: value }) },
      ipcRenderer: {
        on: (channel: string, listener: (event: { ports: readonly unknown[] }) => void) => void heard.set(channel, listener),
        send: () => void outside.toMain(),
      },
    };
  });
}
