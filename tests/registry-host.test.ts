import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ExtensionsChannel } from '@atelier/extensions/contract';
import { testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { registryConfig } from '../registry-dev/config.ts';
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
