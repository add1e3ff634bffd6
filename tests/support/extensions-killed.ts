import fs from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

/** Updates an extension to its newest version or to the one that is named, and is killed before its nth write to the disk. */
const [root, at, version] = process.argv.slice(2) as [string, string, string?];
let armed = false;
let done = 0;

function count(path: unknown): void {
  // Writes of logs and of databases happen at unpredictable times, so they do not count.
  if (!armed || !/\/(?:extensions|data)\/(?!atelier--extensions)/.test(String(path))) return;
  if (done === Number(at)) process.kill(process.pid, 'SIGKILL');
  done += 1;
}

function counted<T extends object>(from: T, names: readonly (keyof T & string)[], which = 0): void {
  for (const name of names) {
    const original = from[name] as (...args: unknown[]) => unknown;
    Object.assign(from, {
      [name]: (...args: unknown[]) => {
        count(args[which]);
        return original.apply(from, args);
      },
    });
  }
}

counted(fs, ['renameSync', 'copyFileSync', 'symlinkSync', 'rename'], 1);
counted(fs, ['rmSync']);
counted(promises, ['rename'], 1);
counted(promises, ['mkdir', 'open', 'rm']);
syncBuiltinESMExports();

const { ExtensionsChannel } = await import('@atelier/extensions/contract');
const { openMemoryHost } = await import('@atelier/kernel/host');
const { startKernel } = await import('@atelier/kernel/start');
const host = openMemoryHost({ bundled: undefined, node: process.execPath, root });
const kernel = await startKernel(host, { locale: 'en' });
await kernel.settled;
const client = kernel.client(ExtensionsChannel);
await kernel.run('counter.count');
armed = true;
process.send?.('armed');
const offer = await client.call('offer', { id: '@acme/counter', ...(version !== undefined && { version }) });
await client.call('install', { ticket: offer.ticket, rights: offer.asks });
armed = false;
process.send?.('done');
console.log(done);
await kernel.close();
await host.close();
process.exit(0);
