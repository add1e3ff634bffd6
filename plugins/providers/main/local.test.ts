import { once } from 'node:events';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type TempFolder, tempFolder } from '../../../kernel/testing/temp-folder.ts';
import { detectLocal, type Machine } from './local.ts';

let folder: TempFolder;
let machine: Machine;
const away = 'http://127.0.0.1:9';

beforeEach(() => {
  folder = tempFolder();
  for (const name of ['home', 'path', 'applications']) mkdirSync(folder.file(name));
  machine = {
    platform: 'linux',
    home: folder.file('home'),
    environment: { PATH: folder.file('path') },
    applications: folder.file('applications'),
    ollama: away,
    lmstudio: away,
  };
});
afterEach(() => folder[Symbol.dispose]());

function program(name: string, script: string): void {
  const path = join(folder.file('path'), name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
}

const serve = (path: string, body: string): Promise<string> =>
  listen((request, response) => void (request.url === path ? response.end(body) : response.writeHead(404).end()));

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const found = async (): Promise<unknown> =>
  (await detectLocal(machine)).map(({ provider, installed, running, models }) => [
    provider,
    installed,
    running,
    models.map(({ id }) => id),
  ]);
const nothing = [
  ['ollama', false, false, []],
  ['lmstudio', false, false, []],
];

test('on a machine without either, nothing is found and nothing fails', async () => {
  expect(await found()).toEqual(nothing);
});

test.each(['linux', 'darwin'] as const)('on %s Ollama is found by its program, without being run', async platform => {
  machine = { ...machine, platform };
  program('ollama', `touch ${folder.file('ran')}`);
  expect(await found()).toEqual([['ollama', true, false, []], nothing[1]]);
});

test('on Windows Ollama is found by where', async () => {
  machine = { ...machine, platform: 'win32' };
  program('where', 'test "$1" = ollama');
  expect(await found()).toEqual([['ollama', true, false, []], nothing[1]]);
});

test.each([
  ['darwin', 'applications/LM Studio.app'],
  ['darwin', 'home/Applications/LM Studio.app'],
  ['win32', 'home/AppData/Local/Programs/LM Studio'],
  ['win32', 'home/AppData/Local/Programs/lm-studio'],
  ['linux', 'home/LM-Studio-0.3.5-x64.AppImage'],
  ['linux', 'home/Applications/LM_Studio.AppImage'],
  ['linux', 'home/.lmstudio'],
] as const)('on %s LM Studio is found at %s', async (platform, place) => {
  machine = { ...machine, platform };
  mkdirSync(folder.file(place), { recursive: true });
  expect(await found()).toEqual([nothing[0], ['lmstudio', true, false, []]]);
});

test('servers that run are asked for their models', async () => {
  machine = {
    ...machine,
    ollama: await serve('/api/tags', '{"models":[{"name":"llama3:8b","model":"llama3:8b"}]}'),
    lmstudio: await serve('/v1/models', '{"data":[{"id":"qwen"}]}'),
  };
  expect(await found()).toEqual([
    ['ollama', true, true, ['llama3:8b']],
    ['lmstudio', true, true, ['qwen']],
  ]);
});

test('K8: a local server that redirects to another host is not followed there', async () => {
  const elsewhere = { asked: 0 };
  const other = await listen((_request, response) => {
    elsewhere.asked += 1;
    response.end('{"models":[{"name":"llama3:8b","model":"llama3:8b"}]}');
  });
  machine = {
    ...machine,
    ollama: await listen((request, response) => void response.writeHead(307, { location: `${other}${request.url}` }).end()),
  };
  expect({ found: await found(), elsewhere }).toEqual({ found: nothing, elsewhere: { asked: 0 } });
});

test('something else on their ports is not taken for them', async () => {
  machine = { ...machine, ollama: await serve('/api/tags', '<h1>Hello</h1>'), lmstudio: await serve('/v1/models', '{"error":"no"}') };
  expect(await found()).toEqual(nothing);
});
