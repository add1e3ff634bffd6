import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, expect, test } from 'vitest';
import { readArguments } from '../shell/browser/arguments.ts';

const ends: (() => unknown)[] = [];
afterEach(() => {
  for (const end of ends.splice(0).reverse()) end();
});

function profile() {
  const root = mkdtempSync(join(tmpdir(), 'atelier-serve-'));
  ends.push(() => rmSync(root, { recursive: true, force: true }));
  const page = join(root, 'page');
  mkdirSync(page);
  writeFileSync(join(page, 'index.html'), '<!doctype html><title>Atelier</title>');
  return { root, page, userData: join(root, 'Atelier') };
}

function start({ root, page }: ReturnType<typeof profile>, argv: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const flags = ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'support', 'serve-program.ts'), page, ...argv];
  const child = spawn(process.execPath, flags, { env: { ...env, XDG_CONFIG_HOME: root, PATH: '' }, stdio: ['ignore', 'pipe', 'pipe'] });
  ends.push(() => child.kill('SIGKILL'));
  const said: string[] = [];
  const first = new Promise<string>(resolve => {
    createInterface({ input: child.stdout }).on('line', line => {
      said.push(line);
      resolve(line);
    });
  });
  createInterface({ input: child.stderr }).on('line', line => said.push(line));
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal }));
  return { child, said, first, ended };
}

test.each(['SIGINT', 'SIGTERM'] as const)('it says where it is in one line of JSON, serves, and stops cleanly at %s', async signal => {
  const place = profile();
  const { child, said, first, ended } = start(place, ['--headless', '--json', '--port=0']);
  const { url, pid, userData } = JSON.parse(await first) as { url: string; pid: number; userData: string };
  const entered = await fetch(url, { redirect: 'manual' });
  child.kill(signal);
  const refused = await ended.then(() => fetch(url)).catch(() => 'refused');
  expect({
    pid: pid === child.pid,
    userData,
    host: new URL(url).hostname,
    entered: entered.status,
    ended: await ended,
    last: said.at(-1),
    refused,
  }).toEqual({
    pid: true,
    userData: place.userData,
    host: '127.0.0.1',
    entered: 303,
    ended: { code: 0, signal: null },
    last: 'kernel stopped',
    refused: 'refused',
  });
});

test('E12: a second start hands its link to the first, which prints a new address, and exits with 0', async () => {
  const place = profile();
  const one = start(place, ['--headless', 'atelier://first']);
  await one.first;
  const two = start(place, ['--headless', 'atelier://install/@acme/hello']);
  const ended = await two.ended;
  one.child.kill('SIGTERM');
  await one.ended;
  expect({
    ended,
    two: two.said,
    links: one.said.filter(line => line.startsWith('link ')),
    addresses: one.said.filter(line => line.includes('http://')).length,
  }).toEqual({
    ended: { code: 0, signal: null },
    two: ['Atelier is already open; it received these arguments.'],
    links: ['link atelier://first', 'link atelier://install/@acme/hello'],
    addresses: 2,
  });
});

test('a start for one command shows nothing, runs it and ends; an Atelier that is open goes on, and its person still opens one', async () => {
  const place = profile();
  const alone = start(place, ['--run=notes.tidy']);
  const first = await alone.ended;
  const open = start(place, ['--headless']);
  await open.first;
  const beside = start(place, ['--run=notes.tidy']);
  const second = await beside.ended;
  open.child.kill('SIGTERM');
  await open.ended;
  const ok = { code: 0, signal: null };
  expect({ first, second, alone: alone.said, beside: beside.said }).toEqual({
    first: ok,
    second: ok,
    alone: ['ran notes.tidy', 'kernel stopped'],
    beside: [],
  });
  expect(open.said.filter(line => line.includes('http://')).length).toBe(1);
  expect(open.said).toContain('woke');
});

test('arguments are read or refused with a sentence', () => {
  const refused = (argv: string[]) => {
    try {
      return readArguments(argv);
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  const plain = { headless: false, json: false, port: undefined, quit: false, replace: false, restore: false, safe: false, keys: false };
  expect([
    refused(['--port', '4000', '--json', 'atelier://x']),
    refused(['--host=browser', '--safe']),
    refused(['--export', 'a.zip', '--keys']),
    refused(['--import=b.zip']),
    refused(['--import=b.zip', '--export=a.zip']),
    refused(['--port=70000']),
    refused(['--prot=1']),
  ]).toEqual([
    { ...plain, json: true, port: 4000, archive: undefined },
    { ...plain, safe: true, archive: undefined },
    { ...plain, archive: { export: 'a.zip' }, keys: true },
    { ...plain, archive: { import: 'b.zip' } },
    'host/arguments',
    'host/arguments',
    'host/arguments',
  ]);
});

test('in automation mode, where starts do not see each other, --quit says that it ended none, and fails', async () => {
  const place = profile();
  const alone = { ATELIER_ALLOW_AUTOMATION_INSTANCE: '1', ATELIER_USER_DATA_DIR: place.userData, LANG: 'en_GB' };
  const quit = start(place, ['--quit'], alone);
  const other = start(place, ['--quit'], { LANG: 'en_GB' });
  expect({ ended: [await quit.ended, await other.ended], said: quit.said.at(-1), other: other.said.at(-1) }).toEqual({
    ended: [
      { code: 1, signal: null },
      { code: 0, signal: null },
    ],
    said: expect.stringContaining('Nothing was ended: in automation mode'),
    other: 'Atelier was not open; there was nothing to quit.',
  });
});
