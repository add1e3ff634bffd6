import { describe, test } from 'vitest';
import { type HostUnderTest, hostCases } from '../kernel/host/host-suite.ts';
import { openDesktop } from './support/fake-electron/open-desktop.ts';

async function electron(): Promise<HostUnderTest> {
  const desktop = await openDesktop();
  await desktop.settled();
  return {
    host: desktop.host,
    async connect() {
      const port = await desktop.connect();
      return {
        send: message => port.postMessage(message),
        onMessage: listener => void port.on('message', listener),
        onClose: listener => void port.on('close', listener),
        close: () => port.close(),
      };
    },
    async handOver(argv) {
      desktop.electron.emit('second-instance', ['atelier', ...argv]);
      await desktop.settled();
    },
    close: () => desktop.close(),
  };
}

describe('the Electron host, on a fake Electron', () => {
  test.each(hostCases.map(hostCase => [hostCase.name, hostCase] as const))('%s', async (_text, hostCase) => {
    const tested = await electron();
    try {
      await hostCase.run(tested);
    } finally {
      await tested.close();
    }
  });
});
