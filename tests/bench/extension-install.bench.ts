import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ExtensionsChannel } from '@atelier/extensions/contract';
import { KernelChannel } from '@atelier/kernel';
import { openMemoryHost } from '@atelier/kernel/host';
import { startKernel } from '@atelier/kernel/start';
import { openTestRegistry, type TestRegistry } from '../support/registry.ts';
import type { Bench } from './bench.ts';
import { alternating, timed } from './measure.ts';

const rounds = 7;
/** What asking, checking and starting may cost beside the work that npm does too. */
const allowanceMs = 300;
const npmCli = resolve(import.meta.dirname, '../../node_modules/npm/bin/npm-cli.js');
const plugins = resolve(import.meta.dirname, '../../plugins');

/** From the click on Install to a view that can be shown, against `npm install` of the same tarball from the same registry. */
export default {
  name: 'extension-install',
  async run() {
    await using registry = await openTestRegistry();
    const root = mkdtempSync(join(tmpdir(), 'atelier-bench-'));
    await publish(registry, root, 'plain', {});
    await publish(registry, root, 'dependent', { dependencies: { '@bench/plain': '1.0.0' } });
    const host = openMemoryHost({ bundled: plugins, node: process.execPath, root: join(root, 'app') });
    const kernel = await startKernel(host, { locale: 'en', offAtFirst: ['@atelier/agent'] });
    await kernel.settled;
    const client = kernel.client(ExtensionsChannel);
    await client.call('removeRegistry', { id: 'npm' });
    await client.call('saveRegistry', { id: 'bench', name: 'Bench', url: registry.url });
    const install = (name: string) => async () => {
      const took = await timed(async () => {
        const offer = await client.call('offer', { id: `@bench/${name}` });
        await client.call('install', { ticket: offer.ticket, rights: offer.asks, early: true });
        await kernel.client(KernelChannel).call('openView', { view: `${name}.panel` });
        await kernel.run(`${name}.greet`);
      });
      await client.call('remove', { id: `@bench/${name}`, data: 'delete' });
      return took;
    };
    const npm = (name: string) => async () => {
      const folder = mkdtempSync(join(root, 'npm-'));
      writeFileSync(join(folder, 'package.json'), '{}');
      const flags = [`--registry=${registry.url}`, `--cache=${join(root, 'npm-cache')}`, `--userconfig=${join(folder, 'none')}`];
      return await timed(async () => {
        const args = [npmCli, 'install', `@bench/${name}`, '--ignore-scripts', '--no-audit', '--no-fund', ...flags];
        const child = spawn(process.execPath, args, { cwd: folder, stdio: 'ignore', env: { PATH: process.env.PATH, HOME: folder } });
        const [code] = (await once(child, 'close')) as [number];
        if (code !== 0) throw new Error(`npm ended with ${code}.`);
      });
    };
    const times = await alternating(rounds, {
      npmPlain: npm('plain'),
      plain: install('plain'),
      npmDependent: npm('dependent'),
      dependent: install('dependent'),
    });
    await kernel.close();
    await host.close();
    rmSync(root, { recursive: true, force: true });
    const row = (what: string, own: 'plain' | 'dependent', baseline: 'npmPlain' | 'npmDependent') => [
      { what: `npm install, ${what}`, value: times.time(baseline), unit: 'ms', ratio: 1 },
      {
        what: `install to usable view, ${what}`,
        value: times.time(own),
        unit: 'ms',
        ratio: times.ratio(own, baseline),
        limit: 1.5 + allowanceMs / times.time(baseline),
      },
    ];
    return [...row('no dependency', 'plain', 'npmPlain'), ...row('one dependency', 'dependent', 'npmDependent')];
  },
} satisfies Bench;

async function publish(registry: TestRegistry, root: string, name: string, more: object): Promise<void> {
  const folder = join(root, name);
  mkdirSync(folder, { recursive: true });
  const manifest = {
    name: `@bench/${name}`,
    version: '1.0.0',
    type: 'module',
    keywords: ['atelier-extension'],
    engines: { atelier: '^1.0.0' },
    atelier: {
      main: './main.js',
      ui: './ui.js',
      contributes: {
        commands: [{ id: `${name}.greet`, title: 'Greet' }],
        views: [{ id: `${name}.panel`, slot: 'panel', title: 'Panel', element: `${name}-panel` }],
      },
    },
    ...more,
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'main.js'), `export default { activate(ctx) { ctx.handle('${name}.greet', async () => 'hello'); } };`);
  writeFileSync(join(folder, 'ui.js'), `export const elements = { '${name}-panel': class extends HTMLElement {} };`);
  for (let at = 0; at < 20; at += 1) writeFileSync(join(folder, `part-${at}.js`), `export const part = '${'x'.repeat(5000)}';`);
  await registry.publish(folder);
}
