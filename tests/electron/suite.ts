import { setTimeout } from 'node:timers/promises';
import { type HostUnderTest, hostCases, type PageEnd } from '../../kernel/host/host-suite.ts';
import type { ElectronHost } from '../../shell/electron/electron-host.ts';
import type { News, Order } from './relay.ts';

const patienceMs = 20_000;

/** Runs the host suite over a page that relays, and says of each case how it went; true where all passed. */
export async function runSuite(host: ElectronHost, print: (line: string) => void): Promise<boolean> {
  const tested = await relayed(host);
  let failed = 0;
  for (const { name, run } of hostCases) {
    const limit = new AbortController();
    try {
      await Promise.race([
        run(tested),
        setTimeout(patienceMs, undefined, { signal: limit.signal }).then(() => Promise.reject(new Error('no end'))),
      ]);
      print(`ok      ${name}`);
    } catch (error) {
      failed += 1;
      print(`not ok  ${name}: ${(error as Error).message}`);
    } finally {
      limit.abort();
    }
  }
  print(`${hostCases.length - failed} passed, ${failed} failed`);
  return failed === 0;
}

async function relayed(host: ElectronHost): Promise<HostUnderTest> {
  const listeners = new Set<(said: News) => void>();
  const control = await new Promise<{ order(order: Order): void }>(resolve => {
    const handle = host.links.onConnection(link => {
      void handle.dispose();
      link.onMessage(message => {
        for (const listener of listeners) listener(message as News);
      });
      resolve({ order: order => link.send([order]) });
    });
  });
  let count = 0;
  const hear = (listener: (said: News) => void) => void listeners.add(listener);

  async function connect(): Promise<PageEnd> {
    count += 1;
    const id = count;
    const opened = new Promise<void>(resolve => hear(({ opened: which }) => which === id && resolve()));
    control.order({ open: id });
    await opened;
    return {
      send: message => control.order({ send: id, message }),
      onMessage: listener => hear(({ from, message }) => from === id && listener(message)),
      onClose: listener => hear(({ closed }) => closed === id && listener()),
      close: () => control.order({ close: id }),
    };
  }
  return { host, connect, handOver: argv => host.handOver(argv), close: async () => undefined };
}
