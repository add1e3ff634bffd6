import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type HostUnderTest, hostCases } from '../kernel/host/host-suite.ts';
import { relay } from './electron/relay.ts';
import { runSuite } from './electron/suite.ts';
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

test('the suite as the real Electron gets it, over a page that relays, passes on the fake too', async () => {
  const said: string[] = [];
  const desktop = await openDesktop();
  try {
    await desktop.settled();
    const ran = runSuite(desktop.host, line => said.push(line));
    const ports: { close(): void }[] = [];
    await relay(async () => {
      const port = await desktop.connect();
      ports.push(port);
      return port as unknown as MessagePort;
    });
    const passed = await ran;
    for (const port of ports) port.close();
    expect({ passed, failed: said.filter(line => !line.startsWith('ok')) }).toEqual({ passed: true, failed: ['15 passed, 0 failed'] });
  } finally {
    await desktop.close();
  }
});

test('without the runtime the run on the real Electron says so in one line of the person’s language, and fails only where it is demanded', () => {
  const run = (env: Record<string, string>) => {
    const program = join(import.meta.dirname, 'electron/run.ts');
    const flags = ['--disable-warning=ExperimentalWarning', program];
    // A folder that holds no runtime stands for a machine without one.
    const all = { PATH: process.env.PATH ?? '', ELECTRON_OVERRIDE_DIST_PATH: '/nowhere', ...env };
    const { status, stderr } = spawnSync(process.execPath, flags, { env: all, encoding: 'utf8' });
    return [status, ...stderr.trim().split('\n')];
  };
  expect([run({ LANG: 'en' }), run({ LANG: 'fr' }), run({ LANG: 'en', REQUIRE_ELECTRON: '1' })]).toEqual([
    [0, expect.stringMatching(/^The tests on the real Electron were skipped: its runtime is not on this machine;/)],
    [0, expect.stringMatching(/^Les tests sur le vrai Electron ont été sautés : /)],
    [1, expect.stringMatching(/were skipped/)],
  ]);
});
