import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ExtensionsChannel } from '@atelier/extensions/contract';
import { testKernel } from '@atelier/kernel/testing';
import { expect, onTestFinished, test } from 'vitest';
import { registryConfig } from '../registry-dev/config.ts';
import { openTestRegistry } from './support/registry.ts';
import { repositoryTree } from './support/tree.ts';

const npm = resolve(import.meta.dirname, '../node_modules/npm/bin/npm-cli.js');

/** What the npm that comes with the app says itself, where nobody has told it anything. */
function askedByNpm(): string {
  const nothing = ['--userconfig=/none/own', '--globalconfig=/none/all'];
  const args = [npm, 'config', 'get', 'registry', ...nothing];
  return spawnSync(process.execPath, args, { cwd: '/', env: { HOME: '/none' }, encoding: 'utf8' }).stdout.trim();
}

test('who chose no registry asks the one that npm asks by itself; its address is in no file of ours and in no database', async () => {
  const address = askedByNpm();
  const { host } = new URL(address);
  await using kernel = await testKernel({ plugins: ['@atelier/extensions'] });
  const listed = await kernel.client(ExtensionsChannel).call('listRegistries', {});
  const { userData } = kernel.host.paths;
  const kept = readdirSync(userData, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile());
  const uplink = registryConfig({ storage: userData, port: 0, uplink: true }).uplinks.npm?.url;
  expect({
    listed: listed.map(({ id, url }) => [id, `${url}/`]),
    uplink,
    naming: [...repositoryTree()].filter(([, text]) => text.includes(host)).map(([path]) => path),
    keeping: kept.filter(entry => readFileSync(join(entry.parentPath, entry.name)).includes(host)).map(({ name }) => name),
  }).toEqual({ listed: [['npm', address]], uplink: address, naming: [], keeping: [] });
});

test('an extension is found on a Verdaccio as it stands elsewhere, by parts of its name, by its words, and without any', async () => {
  await using registry = await openTestRegistry({ stock: true });
  const folder = mkdtempSync(join(tmpdir(), 'atelier-stock-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, keywords] of [
    ['@acme/river-notes', ['atelier-extension']],
    ['@acme/river-bed', []],
  ] as const) {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version: '1.0.0', description: 'Keeps pebbles', keywords }));
    await registry.publish(folder);
  }
  await using kernel = await testKernel({ plugins: ['@atelier/extensions'] });
  const client = kernel.client(ExtensionsChannel);
  await client.call('removeRegistry', { id: 'npm' });
  await client.call('saveRegistry', { id: 'team', name: 'Team', url: registry.url });
  const found = [];
  for (const text of ['', 'river', 'note', 'pebbles', '@acme/river', 'sea'])
    found.push((await client.call('search', { text })).entries.map(({ id }) => id));
  expect(found).toEqual([...Array.from({ length: 5 }, () => ['@acme/river-notes']), []]);
});
