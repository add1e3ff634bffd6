import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { builtApp } from './support/built.ts';

/** Loaded only by a message that contains a formula or a diagram; each is one library and what draws with it. */
const onDemand = /^(?:math|diagram)-/;

test('the first screen needs one script and one style sheet of 60 kB packed, all screens have 1,290 kB, formulas and diagrams 265 kB more, and no language of code is there twice', async () => {
  const { page } = await builtApp();
  const bytesOf = (name: string) => readFileSync(join(page, 'assets', name));
  const all = readdirSync(join(page, 'assets')).filter(name => /\.(?:js|css)$/.test(name));
  const asked = [...readFileSync(join(page, 'index.html'), 'utf8').matchAll(/(?:src|href)="\/assets\/([^"]+\.(?:js|css))"/g)];
  const first = [...new Set(asked.map(([, name = '']) => name))];
  const sizeOf = (isCounted: (name: string) => boolean) => all.filter(isCounted).reduce((sum, name) => sum + bytesOf(name).length, 0);
  expect({
    first: first.map(name => name.replace(/-.+(?=\.)/, '')).toSorted(),
    packed: first.reduce((sum, name) => sum + gzipSync(bytesOf(name)).length, 0) <= 60_000,
    screens: sizeOf(name => !onDemand.test(name)) <= 1_290_000,
    onDemand: sizeOf(name => onDemand.test(name)) <= 265_000,
    python: all.filter(name => name.startsWith('python-')).length,
  }).toEqual({ first: ['first.css', 'first.js'], packed: true, screens: true, onDemand: true, python: 1 });
});
