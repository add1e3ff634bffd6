import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { publisherToken } from './publisher.ts';
import { listen } from './verdaccio.ts';

// The registry as a program of its own. It prints its result in one line of JSON, for the program that started it.
const { values } = parseArgs({
  options: {
    storage: { type: 'string', default: '.build/registry' },
    port: { type: 'string', default: '0' },
    uplink: { type: 'boolean', default: false },
    stock: { type: 'boolean', default: false },
    attached: { type: 'boolean', default: false },
  },
});
const storage = resolve(values.storage);
const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

async function serve(): Promise<void> {
  const registry = await listen({ storage, port: Number(values.port), uplink: values.uplink, stock: values.stock });
  const tokenFile = await publisherToken(registry.url, storage);
  say({ url: registry.url, pid: process.pid, storage, tokenFile });
  const end = async () => {
    await registry.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, end);
  // The process that started it holds the other end of stdin; when that closes, the registry ends too.
  if (values.attached) process.stdin.resume().once('end', end).once('error', end);
}

await serve().catch((error: NodeJS.ErrnoException) => {
  say({ failed: error.code ?? 'unknown', reason: error.message });
  process.exit(1);
});
