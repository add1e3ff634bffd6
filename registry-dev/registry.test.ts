import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestRegistry, type TestRegistry } from '../tests/support/registry.ts';

let registry: TestRegistry;
let folders: string;

beforeAll(async () => {
  folders = mkdtempSync(join(tmpdir(), 'atelier-packages-'));
  registry = await openTestRegistry();
  for (const name of ['@acme/notes', '@acme/clock']) await registry.publish(packageOf(name, ['atelier-extension', 'small']));
  await registry.publish(packageOf('@acme/library', ['small']));
});

afterAll(async () => {
  await registry.stop();
  rmSync(folders, { recursive: true });
});

function packageOf(name: string, keywords: readonly string[]): string {
  const folder = join(folders, name.replace('/', '--'));
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version: '1.0.0', description: `About ${name}`, keywords }));
  return folder;
}

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(new URL(path, registry.url), { headers: { connection: 'close', ...headers } });

async function search(query: string) {
  const { objects, total } = (await (await get(`-/v1/search?${query}`)).json()) as {
    objects: { package: { name: string; version: string; keywords: string[] } }[];
    total: number;
  };
  return { total, names: objects.map(each => each.package.name).toSorted() };
}

test('a search for a keyword finds the packages that have it, and no others', async () => {
  expect({
    extensions: await search('text=keywords:atelier-extension'),
    both: await search('text=keywords:small,atelier-extension'),
    narrowed: await search('text=clock%20keywords:atelier-extension'),
    page: await search('text=keywords:small&size=1&from=2'),
    none: await search('text=keywords:other'),
    plain: await search('text=About%20@acme/library'),
  }).toEqual({
    extensions: { total: 2, names: ['@acme/clock', '@acme/notes'] },
    both: { total: 2, names: ['@acme/clock', '@acme/notes'] },
    narrowed: { total: 1, names: ['@acme/clock'] },
    page: { total: 3, names: [expect.any(String)] },
    none: { total: 0, names: [] },
    plain: { total: expect.any(Number), names: expect.arrayContaining(['@acme/library']) },
  });
});

test('a missing package is not fetched from another registry', async () => {
  expect((await get('left-pad')).status).toBe(404);
});

test('requests of a web page, and with another Host name for this machine, are refused', async () => {
  expect([(await get('@acme%2fnotes', { origin: 'https://evil.example' })).status, (await get('@acme%2fnotes')).status]).toEqual([
    403, 200,
  ]);
});

test('publishing needs a token', async () => {
  const anonymous = await fetch(new URL('@acme%2fother', registry.url), {
    method: 'PUT',
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify({ name: '@acme/other', versions: { '1.0.0': { name: '@acme/other', version: '1.0.0' } } }),
  });
  expect(anonymous.status).toBe(401);
});

test('a user who signs in again gets a token that works, and a wrong password gets none', async () => {
  const token = await registry.addUser('tester', 'tester-password');
  const who = await (await get('-/whoami', { authorization: `Bearer ${token}` })).json();
  await expect(registry.addUser('tester', 'not-the-password')).rejects.toThrow('gave tester no token');
  expect(who).toEqual({ username: 'tester' });
});

test('a published package is installed again byte for byte', async () => {
  const folder = join(folders, 'user');
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{"name":"user","version":"1.0.0"}');
  await registry.npm(folder, 'install', '@acme/notes');
  const listed = JSON.parse(await registry.npm(folder, 'ls', '--json')) as { dependencies: object };
  expect(listed.dependencies).toMatchObject({ '@acme/notes': { version: '1.0.0', resolved: expect.stringContaining(registry.url) } });
});
