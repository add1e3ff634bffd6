import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ExtensionsChannel } from '@atelier/extensions/contract';
import { testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { tempFolder } from '../../../kernel/testing/temp-folder.ts';
import { tinyRegistry } from '../../../tests/support/tiny-registry.ts';

const program = join(import.meta.dirname, '..', '..', '..', 'tests', 'support', 'extensions-killed.ts');
const id = '@acme/counter';
const points = 8;

/** Each version adds a table, so that an older version that opens a newer database would fail. */
function counter(version: string, tables: number) {
  const steps = Array.from(
    { length: tables },
    (_, at) => `{ id: ${(at + 1) * 10}, name: 'n', up: db => db.exec('CREATE TABLE t${at} (n INTEGER) STRICT') }`,
  );
  return {
    manifest: {
      name: id,
      version,
      type: 'module',
      engines: { atelier: '^1.0.0' },
      atelier: { main: './main.js', contributes: { commands: [{ id: 'counter.count', title: 'Count' }] } },
    },
    files: {
      'main.js': `export default { activate(ctx) {
        const db = ctx.database([${steps.join(', ')}]);
        ctx.handle('counter.count', async () => {
          db.prepare('INSERT INTO t0 (n) VALUES (1)').run();
          return ['${version}', db.prepare('SELECT count(*) AS n FROM t0').get().n];
        });
      } };`,
      'lib/more.js': 'export const more = 1;',
    },
  };
}

test('N9: an update that is killed at any point leaves the old version or the new one, its data, and nothing half-installed', async () => {
  await using registry = await tinyRegistry();
  using folder = tempFolder();
  registry.publish(counter('1.0.0', 1));
  const open = () => testKernel({ plugins: ['@atelier/extensions'], profile: folder.path });
  const first = await open();
  const client = first.client(ExtensionsChannel);
  await client.call('removeRegistry', { id: 'npm' });
  await client.call('saveRegistry', { id: 'test', name: 'Test', url: registry.url });
  const take = async (kernel: typeof first, version: string) => {
    const offer = await kernel.client(ExtensionsChannel).call('offer', { id, version });
    await kernel.client(ExtensionsChannel).call('install', { ticket: offer.ticket, rights: {} });
  };
  await take(first, '1.0.0');
  let counted = ((await first.run('counter.count')) as [string, number])[1];
  await first.close();
  registry.publish(counter('2.0.0', 2));

  const whole = await killedAt(folder.path, -1);
  const all = Number(whole.stdout);
  const back = await open();
  // A version that does not know the newer database cannot be restored, so the extension is removed and installed again.
  await back.client(ExtensionsChannel).call('remove', { id, data: 'delete' });
  await take(back, '1.0.0');
  counted = ((await back.run('counter.count')) as [string, number])[1];
  await back.close();
  const outcomes: unknown[] = [];
  const versions = new Set<string>();
  for (let point = 0; point < points; point += 1) {
    const killed = await killedAt(folder.path, Math.floor((point * all) / points));
    const kernel = await open();
    const [version, count] = (await kernel.run('counter.count')) as [string, number];
    const store = readdirSync(join(kernel.host.paths.installed, '.store')).filter(name => name.startsWith('.'));
    const links = readdirSync(kernel.host.paths.installed);
    const set = readdirSync(join(kernel.host.paths.userData, 'data')).filter(name => name.includes('set-aside'));
    const { state } = kernel.statuses().find(one => one.id === id)!;
    outcomes.push({ signal: killed.signal, grew: count - counted, state, store, links, set: version === '1.0.0' ? [] : set });
    versions.add(version);
    counted = count;
    if (version === '2.0.0') {
      await kernel.client(ExtensionsChannel).call('remove', { id, data: 'delete' });
      await take(kernel, '1.0.0');
      counted = ((await kernel.run('counter.count')) as [string, number])[1];
    }
    await kernel.close();
  }
  // One count by the killed run, and one by the check afterwards.
  const fine = { signal: 'SIGKILL', grew: 2, state: 'active', store: [], links: ['.store', 'acme--counter'], set: [] };
  expect({ ended: whole.status, points: all > points, outcomes, old: versions.has('1.0.0') }).toEqual({
    ended: 0,
    points: true,
    outcomes: outcomes.map(() => fine),
    old: true,
  });
});

/** Asynchronous, because the registry that it queries runs in this process. */
async function killedAt(root: string, at: number) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, root, String(at)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', text => {
    stdout += text;
  });
  const [status, signal] = (await once(child, 'close')) as [number | null, string | null];
  return { status, signal, stdout };
}
