import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';

const bin = resolve(import.meta.dirname, '../shell/cli/atelier.mjs');
const examples = [
  'coin-toss',
  'focus-composer',
  'hello-panel',
  'irc-channel',
  'loopback-channel',
  'mail-channel',
  'month-calendar',
  'notes-sidebar',
  'todo-comments',
  'token-gauge',
  'unit-converter',
];

/** The plugins whose contract others import. */
const plugins = resolve(import.meta.dirname, '../plugins');
const contracts = readdirSync(plugins).flatMap(name => {
  if (!existsSync(join(plugins, name, 'package.json'))) return [];
  const { name: id, exports = {} } = JSON.parse(readFileSync(join(plugins, name, 'package.json'), 'utf8')) as {
    name: string;
    exports?: object;
  };
  return './contract' in exports ? [id] : [];
});

/** `atelier registry` as a person starts it. */
function start(...args: readonly string[]) {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, LANG: 'en', ATELIER_PREPARED: '1' };
  const child = spawn(process.execPath, [bin, 'registry', ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const said: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (text: string) => said.push(text));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = once(child, 'close');
  return {
    said,
    next: async () => JSON.parse((await lines.next()).value ?? 'null') as Record<string, unknown>,
    async end() {
      child.kill('SIGTERM');
      return (await ended)[0] as number | null;
    },
    ended: async () => (await ended)[0] as number | null,
  };
}

test('the registry starts from the command line, publishes the kernel package and the examples once, and ends cleanly', async () => {
  const storage = mkdtempSync(join(tmpdir(), 'atelier-registry-'));
  onTestFinished(() => rmSync(storage, { recursive: true }));
  const first = start('--port=0', `--storage=${storage}`, '--publish-examples', '--json');
  const { url, pid, tokenFile } = await first.next();
  const { published } = (await first.next()) as { published: readonly { name: string; was: string }[] };
  const search = await fetch(new URL('-/v1/search?text=keywords:atelier-extension', String(url)), { headers: { connection: 'close' } });
  const { objects } = (await search.json()) as { objects: { package: { name: string; description: string } }[] };
  const taken = start(`--port=${new URL(String(url)).port}`, `--storage=${storage}`);
  const refused = [await taken.ended(), taken.said.join('')];
  const code = await first.end();
  const again = start('--port=0', `--storage=${storage}`, '--publish-examples', '--json');
  const second = await again.next();
  const { published: later } = (await again.next()) as { published: readonly { was: string }[] };
  expect({
    first: published.map(each => each.was),
    names: published.map(each => each.name).toSorted(),
    found: objects.map(each => each.package.name).toSorted(),
    token: [statSync(String(tokenFile)).mode & 0o777, readFileSync(String(tokenFile), 'utf8').trim().length > 20],
    alive: typeof pid,
    refused,
    code,
    sameToken: second.tokenFile === tokenFile,
    later: [...new Set(later.map(each => each.was))],
    end: await again.end(),
  }).toEqual({
    first: Array(examples.length + 1 + contracts.length).fill('published'),
    names: [...examples.map(name => `@acme/${name}`), ...contracts, '@atelier/kernel'].toSorted(),
    found: examples.map(name => `@acme/${name}`),
    token: [0o600, true],
    alive: 'number',
    refused: [1, expect.stringMatching(/port \d+ is taken.*--port=/s)],
    code: 0,
    sameToken: true,
    later: ['there'],
    end: 0,
  });
});

test('an option that the registry does not have is wrong use', async () => {
  const wrong = start('--prot=4873');
  expect([await wrong.ended(), wrong.said.join('')]).toEqual([2, expect.stringContaining('"--prot=4873" means nothing to registry')]);
});
