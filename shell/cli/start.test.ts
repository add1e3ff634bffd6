import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { usage } from '../browser/arguments.ts';
import { fetchElectron } from './electron-fetch.ts';
import { chooseHost } from './start.ts';
import { wrongUse } from './wrong-use.mjs';

/** A copy with the browser host and, if `withRuntime`, a file in place of Electron's runtime. */
function copy(withRuntime: boolean): string {
  const root = mkdtempSync(join(tmpdir(), 'atelier-copy-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const write = (path: string, text: string) => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write('shell/browser/main.ts', '');
  if (withRuntime) write('node_modules/electron/path.txt', 'electron');
  if (withRuntime) write('node_modules/electron/dist/electron', '');
  return root;
}

test('Electron is chosen where its runtime is installed, the browser host where not or where an option needs it', () => {
  const [with_, without] = [copy(true), copy(false)];
  const choice = (root: string, asked: Record<string, string | boolean>) => {
    const { host, because } = chooseHost(root, asked);
    return [host, because.en];
  };
  expect([
    choice(with_, {}),
    choice(with_, { host: 'electron' }),
    choice(with_, { host: 'browser' }),
    choice(with_, { headless: true }),
    choice(with_, { port: '8080' }),
    choice(with_, { quit: true }),
    choice(without, {}),
    choice(without, { host: 'electron' }),
  ]).toEqual([
    ['electron', 'Electron, because its runtime is on this machine.'],
    ['electron', 'Electron, as asked.'],
    ['browser', 'Browser host, as asked.'],
    ['browser', 'Browser host, as asked.'],
    ['browser', 'Browser host, as asked.'],
    ['browser', 'Browser host, as asked.'],
    ['browser', 'Browser host, because Electron’s runtime is not on this machine and could not be downloaded.'],
    [undefined, 'Nothing was started: Electron’s runtime is not on this machine and could not be downloaded. Use --host=browser.'],
  ]);
});

test('a runtime that could not be fetched is not fetched again at once, unless force is set', async () => {
  const root = copy(false);
  const tries = join(root, 'tries');
  mkdirSync(join(root, 'node_modules/electron'), { recursive: true });
  writeFileSync(
    join(root, 'node_modules/electron/install.js'),
    `require('node:fs').appendFileSync(${JSON.stringify(tries)}, 'x'); process.exit(1);`,
  );
  await fetchElectron(root, false);
  await fetchElectron(root, false);
  const once = readFileSync(tries, 'utf8');
  await fetchElectron(root, true);
  expect([once, readFileSync(tries, 'utf8')]).toEqual(['x', 'xx']);
});

test('every option that the browser host documents can be given to start', () => {
  const root = join(import.meta.dirname, '../..');
  const options = [...usage.matchAll(/^ {2}(--[a-z]+)/gm)].map(([, option = '']) => option);
  expect(options).toContain('--restore');
  const given: Readonly<Record<string, readonly string[]>> = {
    '--port': ['--port=8080'],
    '--export': ['--export=a.zip'],
    '--import': ['--import', 'a.zip'],
    '--run': ['--run=notes.tidy'],
    '--keys': ['--keys', '--import=a.zip'],
  };
  expect(options.flatMap(option => wrongUse(root, 'start', [...(given[option] ?? [option])]) ?? [])).toEqual([]);
});
