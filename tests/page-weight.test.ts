import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { builtApp } from './support/built.ts';

test('the first screen needs one script and one style sheet of 60 kB packed, all of the page has 1,500 kB, and no language of code is there twice', async () => {
  const { page } = await builtApp();
  const bytesOf = (name: string) => readFileSync(join(page, 'assets', name));
  const all = readdirSync(join(page, 'assets')).filter(name => /\.(?:js|css)$/.test(name));
  const asked = [...readFileSync(join(page, 'index.html'), 'utf8').matchAll(/(?:src|href)="\/assets\/([^"]+\.(?:js|css))"/g)];
  const first = [...new Set(asked.map(([, name = '']) => name))];
  expect({
    first: first.map(name => name.replace(/-.+(?=\.)/, '')).toSorted(),
    packed: first.reduce((sum, name) => sum + gzipSync(bytesOf(name)).length, 0) <= 60_000,
    whole: all.reduce((sum, name) => sum + bytesOf(name).length, 0) <= 1_500_000,
    python: all.filter(name => name.startsWith('python-')).length,
  }).toEqual({ first: ['first.css', 'first.js'], packed: true, whole: true, python: 1 });
});
