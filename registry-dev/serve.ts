import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { listen } from './verdaccio.ts';

// The registry as a program of its own. Its first line on stdout is for the program that started it.
const { values } = parseArgs({
  options: {
    storage: { type: 'string', default: '.build/registry' },
    port: { type: 'string', default: '4873' },
    uplink: { type: 'boolean', default: false },
    attached: { type: 'boolean', default: false },
  },
});
const storage = resolve(values.storage);
const registry = await listen({ storage, port: Number(values.port), uplink: values.uplink });
process.stdout.write(`${JSON.stringify({ url: registry.url, pid: process.pid, storage })}\n`);

async function end(): Promise<void> {
  await registry.close();
  process.exit(0);
}
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, end);
// Whoever started it holds the other end; where that is gone, nobody is left to stop it.
if (values.attached) process.stdin.resume().once('end', end).once('error', end);
