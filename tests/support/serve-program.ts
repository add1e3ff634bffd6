import { join } from 'node:path';
import { sqliteLock } from '../../kernel/host/instance.fixture.ts';
import { serve, stopSignal } from '../../shell/browser/serve.ts';

// Starts the browser host as a process of its own, with a fake kernel that only reports its start and stop.
const [page = '', ...argv] = process.argv.slice(2);
process.exitCode = await serve({
  argv,
  env: process.env,
  page,
  frame: join(page, 'frame'),
  bundled: join(page, 'bundled'),
  node: process.execPath,
  async startKernel(host) {
    host.onWake(() => console.error('woke'));
    host.onDeepLink(url => console.error(`link ${url.href}`));
    return {
      firstViews: () => undefined,
      language: () => undefined,
      isSafe: () => false,
      folderOf: () => undefined,
      run: async command => console.error(`ran ${command}`),
      close: async () => console.error('kernel stopped'),
    };
  },
  acquireLock: sqliteLock,
  print: line => console.log(line),
  log: () => undefined,
  signal: stopSignal(),
});
