import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { tempFolder } from '../../../kernel/testing/temp-folder.ts';
import { hardeningFlags, npm } from './npm.ts';

test('N2: npm runs with exactly these flags, on settings of its own, and reads none of the folder’s or the person’s', async () => {
  using folder = tempFolder();
  writeFileSync(folder.file('package.json'), '{}');
  writeFileSync(folder.file('.npmrc'), 'ignore-scripts=false\nregistry=https://evil.example/\n');
  const paths = { node: process.execPath, cache: folder.file('cache'), temp: folder.file('temp') };
  const registry = { name: 'Test', url: 'http://127.0.0.1:9', token: 'canary' };
  const run = { folder: folder.path, registry, signal: new AbortController().signal, limitMs: 60_000 };
  const { stdout } = await npm(paths, ['config', 'list', ...hardeningFlags], run);
  const config = JSON.parse(stdout) as Record<string, unknown>;
  const names = [
    'ignore-scripts',
    'allow-git',
    'allow-remote',
    'allow-file',
    'allow-directory',
    'bin-links',
    'engine-strict',
    'omit',
    'cache',
  ];
  expect({
    flags: hardeningFlags,
    config: Object.fromEntries(names.map(name => [name, config[name]])),
    registry: config.registry,
    leaks: stdout.includes('canary'),
    left: readdirSync(folder.file('temp')),
  }).toEqual({
    flags: [
      '--ignore-scripts',
      '--allow-git=none',
      '--allow-remote=none',
      '--allow-file=none',
      '--allow-directory=none',
      '--no-bin-links',
      '--engine-strict',
      '--omit=dev',
      '--omit=peer',
    ],
    config: {
      'ignore-scripts': true,
      'allow-git': 'none',
      'allow-remote': 'none',
      'allow-file': 'none',
      'allow-directory': 'none',
      'bin-links': false,
      'engine-strict': true,
      omit: ['dev', 'peer'],
      cache: folder.file('cache'),
    },
    registry: 'http://127.0.0.1:9/',
    leaks: false,
    left: [],
  });
});

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each([
  ['what is published', ['publish', '--ignore-scripts']],
  ['a token', ['install', '--package-lock-only', ...hardeningFlags]],
])('K8: npm does not send %s to another host that a registry redirects to', async (_what, args) => {
  using folder = tempFolder();
  writeFileSync(folder.file('package.json'), '{ "name": "own", "version": "1.0.0", "dependencies": { "left": "1.0.0" } }');
  const told: string[] = [];
  const other = await listen((request, response) => {
    told.push(`${request.method} ${request.headers.authorization}`);
    response.writeHead(404).end('{}');
  });
  let asked = 0;
  const first = await listen((request, response) => {
    asked += 1;
    response.writeHead(307, { location: `http://${other}${request.url}` }).end();
  });
  const paths = { node: process.execPath, cache: folder.file('cache'), temp: folder.file('temp') };
  const registry = { name: 'Test', url: `http://${first}`, token: 'canary' };
  const { code, stdout, stderr } = await npm(paths, args, {
    ...{ folder: folder.path, registry, signal: new AbortController().signal, limitMs: 60_000 },
  });
  expect({ code: code === 0, asked: asked > 0, told, named: (stdout + stderr).includes(`redirects to another host, ${other}`) }).toEqual({
    ...{ code: false, asked: true, told: [], named: true },
  });
});
