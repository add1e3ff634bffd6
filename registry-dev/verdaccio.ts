import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import type { Server } from 'node:http';
import { runServer } from 'verdaccio';
import { type RegistryOptions, registryConfig } from './config.ts';
import { portOf, putInFront } from './front.ts';

/** A registry in this process; ends with `close`. */
export interface Listening {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts Verdaccio in this process. It leaves loggers and timers behind, so that a process is started for it (`start.ts`). */
export async function listen(options: RegistryOptions): Promise<Listening> {
  mkdirSync(options.storage, { recursive: true, mode: 0o700 });
  const config = registryConfig(options) as unknown as Parameters<typeof runServer>[0];
  const server = (await runServer(config)) as Server;
  if (options.stock !== true) putInFront(server);
  server.listen(options.port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${portOf(server)}/`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
