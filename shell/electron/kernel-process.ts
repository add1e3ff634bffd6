import { restoreProfile, sqliteLock, startKernel } from '@atelier/kernel/start';
import type { ParentPortLike } from './electron-like.ts';
import { RequestChannel } from './request-channel.ts';
import { runKernel } from './run-kernel.ts';

/** Electron adds it to a forked process; Node's types do not have it. */
const { parentPort } = process as unknown as { readonly parentPort: ParentPortLike };

const requests = new RequestChannel({
  post: message => parentPort.postMessage(message),
  onMessage: listener => void parentPort.on('message', ({ data, ports }) => listener(data, ports)),
});

await runKernel({
  requests,
  async startKernel(host, { language, safe }) {
    // The template is meant to be copied, so it is off until the person switches it on.
    const kernel = await startKernel(host, { locale: language, safe, offAtFirst: ['@atelier/template'] });
    return { folderOf: slug => kernel.folderOf(slug), run: (command, args) => kernel.run(command, args), close: () => kernel.close() };
  },
  acquireLock: sqliteLock,
  restore: restoreProfile,
  log: (level, line) => console.error(`${level}: ${line}`),
});
process.exit(0);
