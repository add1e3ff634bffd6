import { join } from 'node:path';
import { sqliteLock, startKernel } from '@atelier/kernel/start';
import { serve, stopSignal } from './serve.ts';

/** The folder of this copy of Atelier. */
const root = join(import.meta.dirname, '../..');

process.exitCode = await serve({
  argv: process.argv.slice(2),
  env: process.env,
  page: join(root, '.build/ui'),
  bundled: join(root, 'plugins'),
  node: process.execPath,
  async startKernel(host) {
    const kernel = await startKernel(host);
    return { folderOf: slug => kernel.folderOf(slug), close: () => kernel.close() };
  },
  acquireLock: sqliteLock,
  print: line => console.log(line),
  log: (level, text) => console.error(`${level}: ${text}`),
  signal: stopSignal(),
});
