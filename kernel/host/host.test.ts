import { once } from 'node:events';
import { request } from 'node:http';
import { describe, test } from 'vitest';
import { WebSocket } from 'ws';
import { openTestBrowserHost } from './browser-host.fixture.ts';
import { type HostUnderTest, hostCases } from './host-suite.ts';
import { openMemoryHost } from './memory-host.ts';

async function memory(): Promise<HostUnderTest> {
  const host = openMemoryHost({ bundled: undefined, node: process.execPath, root: undefined });
  return {
    host,
    async connect() {
      const page = host.connect();
      return {
        send: message => page.send([message as object]),
        onMessage: listener => page.onMessage(listener),
        onClose: listener => page.onClose(listener),
        close: () => page.close(),
      };
    },
    handOver: argv => host.handOver(argv),
    close: () => host.close(),
  };
}

async function browser(): Promise<HostUnderTest> {
  const { host, close } = await openTestBrowserHost();
  const entered = request(host.enterUrl()).end();
  const [response] = await once(entered, 'response');
  response.resume();
  const cookie = String(response.headers['set-cookie']).split(';', 1)[0];
  return {
    host,
    async connect() {
      const socket = new WebSocket(`${host.origin.replace('http', 'ws')}/__host/link`, { origin: host.origin, headers: { cookie } });
      const early: unknown[] = [];
      const listeners: ((message: unknown) => void)[] = [message => early.push(message)];
      socket.on('message', data => {
        for (const listener of listeners) listener(JSON.parse(String(data)));
      });
      await once(socket, 'open');
      return {
        send: message => socket.send(JSON.stringify(message)),
        onMessage(listener) {
          for (const message of early.splice(0)) listener(message);
          listeners.push(listener);
        },
        onClose: listener => void socket.on('close', listener),
        close: () => socket.close(),
      };
    },
    handOver: argv => host.handOver(argv),
    close,
  };
}

describe.each([
  ['memory', memory],
  ['browser', browser],
] as const)('the %s host', (_name, open) => {
  test.each(hostCases.map(hostCase => [hostCase.name, hostCase] as const))('%s', async (_text, hostCase) => {
    const tested = await open();
    try {
      await hostCase.run(tested);
    } finally {
      await tested.close();
    }
  });
});
