import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ExtensionsChannel } from '@atelier/extensions/contract';
import { testKernel } from '@atelier/kernel/testing';
import { tinyRegistry } from '../support/tiny-registry.ts';
import { randomFrom } from './kill.ts';
import type { Outcome } from './rounds.ts';

const program = join(import.meta.dirname, '..', 'support', 'extensions-killed.ts');
const id = '@acme/counter';
const versions = ['1.0.0', '1.1.0'] as const;

const counter = (version: string) => ({
  manifest: {
    name: id,
    version,
    type: 'module',
    engines: { atelier: '^1.0.0' },
    atelier: { main: './main.js', contributes: { commands: [{ id: 'counter.count', title: 'Count' }] } },
  },
  files: {
    'main.js': `export default { activate(ctx) {
      const db = ctx.database([{ id: 10, name: 'n', up: db => db.exec('CREATE TABLE counts (n INTEGER) STRICT') }]);
      ctx.handle('counter.count', async () => {
        db.prepare('INSERT INTO counts (n) VALUES (1)').run();
        return ['${version}', db.prepare('SELECT count(*) AS n FROM counts').get().n];
      });
    } };`,
    'lib/more.js': 'export const more = 1;',
  },
});

/** Kills the kernel while it updates an extension to its newer version, or takes it back to the older one. Afterwards one of both runs, with its data. */
export async function updateKills(rounds: number, seed: number): Promise<Outcome> {
  const random = randomFrom(seed);
  const wrong: string[] = [];
  const root = mkdtempSync(join(tmpdir(), 'atelier-updates-'));
  await using registry = await tinyRegistry();
  for (const version of versions) registry.publish(counter(version));
  let acknowledged = 0;
  try {
    const first = await testKernel({ plugins: ['@atelier/extensions'], profile: root });
    const client = first.client(ExtensionsChannel);
    await client.call('removeRegistry', { id: 'npm' });
    await client.call('saveRegistry', { id: 'test', name: 'Test', url: registry.url });
    const offer = await client.call('offer', { id, version: versions[0] });
    await client.call('install', { ticket: offer.ticket, rights: {} });
    let now: string = versions[0];
    let counted = ((await first.run('counter.count')) as [string, number])[1];
    await first.close();
    let wholeMs = 1000;
    for (let round = 0; round < rounds; round += 1) {
      const wanted = now === versions[0] ? versions[1] : versions[0];
      // The first two run to their end, so that there is an older version to go back to, and are not counted.
      const { tookMs, isDone } = await changedTo(root, wanted, round < 2 ? undefined : random() * wholeMs * 1.2);
      if (tookMs !== undefined) wholeMs = tookMs;
      if (isDone) acknowledged += 1;
      const kernel = await testKernel({ plugins: ['@atelier/extensions'], profile: root });
      const [version, count] = (await kernel.run('counter.count').catch((error: unknown) => [String(error), 0])) as [string, number];
      const { state } = kernel.statuses().find(one => one.id === id) ?? {};
      const store = readdirSync(join(kernel.host.paths.installed, '.store')).filter(name => name.startsWith('.'));
      const links = readdirSync(kernel.host.paths.installed).toSorted();
      const seen = { state, grew: count - counted, store, links };
      // One count by the killed process, and one by this one.
      const fine = { state: 'active', grew: 2, store: [], links: ['.store', 'acme--counter'] };
      const where = `update round ${round}, seed ${seed}, from ${now} to ${wanted}`;
      if (JSON.stringify(seen) !== JSON.stringify(fine)) wrong.push(`${where}: then there is ${JSON.stringify(seen)}`);
      if (isDone ? version !== wanted : version !== wanted && version !== now) wrong.push(`${where}: then ${version} runs`);
      now = version;
      counted = count;
      await kernel.close();
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
  return { kind: 'update and rollback of an extension', kills: rounds, acknowledged, wrong };
}

/** Asynchronous, because the registry that it queries runs in this process. */
async function changedTo(root: string, version: string, killMs: number | undefined) {
  const child = fork(program, [root, '-1', version], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let begun = 0;
  let tookMs: number | undefined;
  child.on('message', message => {
    if (message === 'done') tookMs = performance.now() - begun;
    if (message !== 'armed') return;
    begun = performance.now();
    if (killMs !== undefined) setTimeout(() => child.kill('SIGKILL'), killMs);
  });
  await once(child, 'close');
  return { tookMs, isDone: tookMs !== undefined };
}
