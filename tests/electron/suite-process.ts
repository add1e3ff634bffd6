import type { ParentPortLike } from '../../shell/electron/electron-like.ts';
import { RequestChannel } from '../../shell/electron/request-channel.ts';
import { runKernel } from '../../shell/electron/run-kernel.ts';
import { runSuite } from './suite.ts';

// In the place of the kernel's process of the real desktop program: the host suite on the host that it gets.
const { parentPort } = process as unknown as { readonly parentPort: ParentPortLike };
const requests = new RequestChannel({
  post: message => parentPort.postMessage(message),
  onMessage: listener => void parentPort.on('message', ({ data, ports }) => listener(data, ports)),
});

await runKernel({
  requests,
  async startKernel(host) {
    void runSuite(host, line => console.log(line)).then(passed => console.log(passed ? 'suite: passed' : 'suite: failed'));
    return { folderOf: () => undefined, run: async () => undefined, close: async () => undefined };
  },
  acquireLock: () => undefined,
  log: (level, line) => console.error(`${level}: ${line}`),
});
process.exit(0);
