import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fingerprint, isInstalled } from './stamp.mjs';
import { setupTexts } from './texts.mjs';

interface Shape {
  /** Packages that the root wants from a registry. */
  readonly wants?: Record<string, string>;
  /** A workspace that the lockfile does not know. */
  readonly unlocked?: string;
}

/** A repository that real npm can install: one workspace, and what `shape` asks for. */
function repository({ wants = {}, unlocked }: Shape): string {
  const root = mkdtempSync(join(tmpdir(), 'atelier-setup-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const part = { name: 'part', version: '1.0.0' };
  const write = (file: string, value: object) => writeFileSync(join(root, file), JSON.stringify(value));
  mkdirSync(join(root, 'plugins', 'part'), { recursive: true });
  write('plugins/part/package.json', part);
  if (unlocked !== undefined) {
    mkdirSync(join(root, 'plugins', unlocked));
    write(`plugins/${unlocked}/package.json`, { name: unlocked, version: '1.0.0' });
  }
  write('package.json', { name: 'root', version: '1.0.0', workspaces: ['plugins/*'], dependencies: wants });
  const fetched = Object.entries(wants).map(([name, version]) => [`node_modules/${name}`, { version }]);
  write('package-lock.json', {
    name: 'root',
    version: '1.0.0',
    lockfileVersion: 3,
    packages: {
      '': { name: 'root', version: '1.0.0', workspaces: ['plugins/*'], dependencies: wants },
      'node_modules/part': { resolved: 'plugins/part', link: true },
      ...Object.fromEntries(fetched),
      'plugins/part': part,
    },
  });
  return root;
}

const setup = new URL('./setup.mjs', import.meta.url).href;

/** One start: sets up `root` as the bin does, on a Node that reports `version`. */
function begin(root: string, version = process.versions.node, more: NodeJS.ProcessEnv = {}): ChildProcess & { output: () => string } {
  const script = `
    Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });
    const { prepare } = await import('${setup}');
    await prepare(${JSON.stringify(root)}).catch(error => { console.error(error.message); process.exitCode = 1; });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...{ PATH: process.env.PATH, HOME: root, LANG: 'en', npm_config_registry: 'http://127.0.0.1:9', npm_config_fetch_retries: '0' },
      ...more,
    },
  });
  let text = '';
  child.stderr?.on('data', data => {
    text += data;
  });
  return Object.assign(child, { output: () => text });
}

async function outcome(child: ReturnType<typeof begin>) {
  const [code] = await once(child, 'close');
  return { code, installs: child.output().match(/Installing the packages/g)?.length ?? 0 };
}

test('a first start installs, a second does not', async () => {
  const root = repository({});
  const first = await outcome(begin(root));
  const second = await outcome(begin(root));
  expect([first, second]).toEqual([
    { code: 0, installs: 1 },
    { code: 0, installs: 0 },
  ]);
});

test('of several starts at the same time, one installs and the others wait for it', async () => {
  const root = repository({});
  const starts = await Promise.all([begin(root), begin(root), begin(root)].map(outcome));
  expect({ codes: starts.map(start => start.code), installs: starts.reduce((sum, start) => sum + start.installs, 0) }).toEqual({
    codes: [0, 0, 0],
    installs: 1,
  });
});

test('an install that was killed half-way is repeated', async () => {
  const root = repository({});
  const killed = begin(root);
  await new Promise<void>(resolve => killed.stderr?.once('data', () => resolve()));
  killed.kill('SIGKILL');
  await once(killed, 'close');
  const before = isInstalled(root);
  const again = await outcome(begin(root));
  expect({ before, again, after: isInstalled(root) }).toEqual({ before: false, again: { code: 0, installs: 1 }, after: true });
});

test('an install does not use an npm inside the node_modules that it deletes first', async () => {
  const root = repository({});
  const inside = join(root, 'node_modules');
  const env = { npm_execpath: join(inside, 'npm/bin/npm-cli.js'), PATH: `${join(inside, '.bin')}:${process.env.PATH}` };
  mkdirSync(join(inside, '.bin'), { recursive: true });
  mkdirSync(join(inside, 'npm/bin'), { recursive: true });
  for (const file of ['.bin/npm', 'npm/bin/npm-cli.js']) writeFileSync(join(inside, file), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  expect(await outcome(begin(root, process.versions.node, env))).toEqual({ code: 0, installs: 1 });
});

test('a changed package.json of any workspace makes the install stale, and so does a new workspace', () => {
  const root = repository({});
  const before = fingerprint(root);
  writeFileSync(join(root, 'plugins/part/package.json'), '{"name":"part","version":"1.0.1"}');
  const changed = fingerprint(root);
  mkdirSync(join(root, 'plugins/other'));
  writeFileSync(join(root, 'plugins/other/package.json'), '{"name":"other"}');
  expect(new Set([before, changed, fingerprint(root)]).size).toBe(3);
});

test.each([
  [
    'a registry that does not answer',
    { wants: { 'is-odd': '1.0.0' } },
    process.versions.node,
    /cannot reach its registry \(ECONNREFUSED\).*npm config get registry/,
  ],
  ['a lockfile that disagrees', { unlocked: 'other' }, process.versions.node, /disagree.*npm install --ignore-scripts/],
  ['an old Node where npm has none for this machine', {}, '20.20.2', /this is Node 20\.20\.2.*Install Node 24 from/],
])('%s ends with one sentence that says what to do', async (_name, shape, version, sentence) => {
  const child = begin(repository(shape), version);
  await once(child, 'close');
  const lines = child.output().trim().split('\n');
  expect({ code: child.exitCode, last: lines.at(-1), stack: /^\s+at /m.test(child.output()) }).toEqual({
    code: 1,
    last: expect.stringMatching(sentence),
    stack: false,
  });
});

test('every text of the setup is translated to French, with the same placeholders', () => {
  const placeholders = (sentence: string) => (sentence.match(/\{\w+\}/g) ?? []).toSorted();
  const faulty = Object.entries(setupTexts).filter(([, { en, fr }]) => en === fr || placeholders(en).join() !== placeholders(fr).join());
  expect(faulty.map(([name]) => name)).toEqual([]);
});
