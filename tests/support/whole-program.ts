import { once } from 'node:events';
import { request } from 'node:http';
import { join } from 'node:path';
import { type Kernel, startKernel } from '@atelier/kernel/start';
import { type Connect, messagePort, PageLink } from '@atelier/kernel/ui';
import { WebSocket } from 'ws';
import { openTestBrowserHost } from '../../kernel/host/browser-host.fixture.ts';
import { openDesktop } from './fake-electron/open-desktop.ts';

const sources = join(import.meta.dirname, '..', '..', 'plugins');

/** A host with the kernel and the bundled plugins, and any number of windows. */
export interface Program extends AsyncDisposable {
  openWindow(): PageLink;
}

export async function inBrowserHost(bundled = sources): Promise<Program> {
  const { host, close } = await openTestBrowserHost({ bundled });
  const kernel = await startKernel(host);
  return withWindows(await entered(host.enterUrl()), async () => {
    await kernel.close();
    await close();
  });
}

/** Lets windows into a browser host, which runs anywhere, by the address that it printed. */
export async function entered(url: string): Promise<Connect> {
  const { origin } = new URL(url);
  const [response] = await once(request(url).end(), 'response');
  response.resume();
  const cookie = String(response.headers['set-cookie']).split(';', 1)[0];
  return async () => {
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/__host/link`, { origin, headers: { cookie } });
    await once(socket, 'open');
    return {
      send(frame) {
        socket.send(JSON.stringify(frame));
        return undefined;
      },
      onMessage: listener => void socket.on('message', data => listener(JSON.parse(String(data)))),
      onClose: listener => void socket.on('close', listener),
      close: () => socket.close(),
    };
  };
}

export async function inElectronHost(): Promise<Program> {
  let kernel: Kernel | undefined;
  const desktop = await openDesktop({
    bundled: sources,
    kernel: {
      onStart: async host => {
        kernel = await startKernel(host);
      },
      onClose: async () => kernel?.close(),
    },
  });
  await desktop.settled();
  return withWindows(
    async () => messagePort((await desktop.connect()) as unknown as MessagePort)(),
    () => desktop.close(),
  );
}

export function withWindows(connect: Connect, close: () => Promise<void>): Program {
  const links: PageLink[] = [];
  return {
    openWindow() {
      const link = new PageLink({
        connect,
        locale: () => 'en',
        wait: () => Promise.reject(new Error('The connection was lost.')),
        report: error => {
          throw error;
        },
      });
      links.push(link);
      return link;
    },
    async [Symbol.asyncDispose]() {
      for (const link of links) link.close();
      await close();
    },
  };
}
