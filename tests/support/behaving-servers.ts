import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { type ModelServer, openModelServer } from '../e2e/model-server.ts';
import type { BehaviourRow } from './provider-behaviours.ts';

/** A scripted server, and the addresses at which none is. */
export interface BehavingServer extends AsyncDisposable {
  readonly server: ModelServer;
  /** Where the provider of a row is. */
  addressOf(row: Pick<BehaviourRow, 'at'>): string;
}

export async function openBehavingServer(): Promise<BehavingServer> {
  const server = await openModelServer();
  const noise = createServer(socket => void socket.on('error', () => undefined).end('no HTTP\r\n\r\n', () => socket.destroy())).listen(
    0,
    '127.0.0.1',
  );
  await once(noise, 'listening');
  const addresses = {
    'dead-port': 'http://127.0.0.1:9/v1',
    'unknown-name': 'http://no-such-host.invalid/v1',
    'not-tls': server.url.replace('http://', 'https://'),
    'not-http': `http://127.0.0.1:${(noise.address() as AddressInfo).port}/v1`,
  };
  return {
    server,
    addressOf: ({ at }) => (at === undefined ? server.url : addresses[at]),
    async [Symbol.asyncDispose]() {
      noise.close();
      await server[Symbol.asyncDispose]();
    },
  };
}
