import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ExtensionsChannel } from '@atelier/extensions/contract';
import { testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { tempFolder } from '../../../kernel/testing/temp-folder.ts';
import { tinyRegistry } from '../../../tests/support/tiny-registry.ts';

const id = '@acme/counter';

function counter(version: string, files: Readonly<Record<string, string>> = {}) {
  const commands = [{ id: 'counter.version', title: 'Version' }];
  const atelier = { main: './main.js', contributes: { commands } };
  const main = `export default { activate(ctx) { ctx.handle('counter.version', async () => '${version}'); } };`;
  return { manifest: { name: id, version, type: 'module', engines: { atelier: '^1.0.0' }, atelier }, files: { 'main.js': main, ...files } };
}

test('a disk that fills up during an update is reported, the old version keeps running, and nothing is left of the new one', async context => {
  using folder = tempFolder();
  const disk = folder.file('disk');
  mkdirSync(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=96m', 'tmpfs', disk], { stdio: 'ignore' });
  } catch {
    context.skip(true, 'a small disk needs root and mount');
  }
  try {
    await using registry = await tinyRegistry();
    registry.publish(counter('1.0.0'));
    const kernel = await testKernel({ plugins: ['@atelier/extensions'], profile: disk });
    const client = kernel.client(ExtensionsChannel);
    await client.call('removeRegistry', { id: 'npm' });
    await client.call('saveRegistry', { id: 'test', name: 'Test', url: registry.url });
    const first = await client.call('offer', { id });
    await client.call('install', { ticket: first.ticket, rights: {} });
    // Larger than the space left on the disk, and hardly compressible.
    const noise = Array.from({ length: 200_000 }, (_, at) => ((at * 2654435761) >>> 0).toString(36)).join('');
    registry.publish(counter('2.0.0', { 'a.js': noise, 'b.js': noise }));
    const room = 500_000;
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(join(disk, 'filler'), Buffer.alloc(bavail * bsize - room));
    const full = await client.call('offer', { id }).catch((error: { code: string }) => error.code);
    const running = await kernel.run('counter.version');
    const store = readdirSync(join(kernel.host.paths.installed, '.store')).length;
    rmSync(join(disk, 'filler'));
    const again = await client.call('offer', { id });
    await client.call('install', { ticket: again.ticket, rights: {} });
    const later = await kernel.run('counter.version');
    await kernel.close();
    expect({ full, running, store, later }).toEqual({ full: 'extensions/disk-full', running: '1.0.0', store: 1, later: '2.0.0' });
  } finally {
    execFileSync('umount', ['-l', disk]);
  }
});
