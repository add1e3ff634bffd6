import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { builtApp } from './support/built.ts';

test('the first screen needs one script and one style sheet of 60.5 kB packed, all screens have 1,990 kB, the emulator of a shell 345 kB, the rare icons a file of 72 kB, and no language of code is there twice', async () => {
  const { page } = await builtApp();
  const bytesOf = (name: string) => readFileSync(join(page, 'assets', name));
  const files = readdirSync(join(page, 'assets'));
  const pages = files.filter(name => /\.(?:js|css)$/.test(name));
  // It is loaded when the person opens a shell.
  const emulator = pages.filter(name => name.startsWith('terminal-shell-'));
  const all = pages.filter(name => !emulator.includes(name));
  const asked = [...readFileSync(join(page, 'index.html'), 'utf8').matchAll(/(?:src|href)="\/assets\/([^"]+\.(?:js|css))"/g)];
  const first = [...new Set(asked.map(([, name = '']) => name))];
  const sizeOf = (names: readonly string[]) => names.reduce((sum, name) => sum + bytesOf(name).length, 0);
  expect({
    first: first.map(name => name.replace(/-.+(?=\.)/, '')).toSorted(),
    packed: first.reduce((sum, name) => sum + gzipSync(bytesOf(name)).length, 0) <= 60_500,
    whole: sizeOf(all) <= 1_990_000,
    emulator: emulator.length === 1 && sizeOf(emulator) <= 345_000,
    icons: sizeOf(files.filter(name => name.endsWith('.gz'))) <= 72_000,
    python: all.filter(name => name.startsWith('python-')).length,
  }).toEqual({ first: ['first.js', 'style.css'], packed: true, whole: true, emulator: true, icons: true, python: 1 });
});
