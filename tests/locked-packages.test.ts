import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type LockedPackage, lockFaults, type Wanted } from './support/locked-packages.ts';
import { repositoryTree } from './support/tree.ts';

const root = join(import.meta.dirname, '..');
const denied = JSON.parse(readFileSync(join(import.meta.dirname, 'support/denied-packages.json'), 'utf8')) as Record<string, string>;
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, LockedPackage> };

/** What each package of this repository takes from outside; packages of ours are named by a range among each other. */
function manifests(): Readonly<Record<string, Wanted>> {
  const texts = [...repositoryTree()].filter(([path]) =>
    /^(?:(?:kernel|schemas|shell|registry-dev|plugins\/[^/]+)\/)?package\.json$/.test(path),
  );
  return Object.fromEntries(
    texts.map(([path, text]) => {
      const { dependencies, devDependencies, optionalDependencies } = JSON.parse(text) as Readonly<Record<string, Wanted | undefined>>;
      const all = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
      return [path, Object.fromEntries(all.filter(([name]) => !name.startsWith('@atelier/')))];
    }),
  );
}

test('E13: every package is of one exact version with a checksum, and of none that must not be used', () => {
  const wanted = manifests();
  expect(lockFaults(lock.packages, wanted, denied)).toEqual([]);
  // A list that finds nothing would be green.
  expect([Object.keys(lock.packages).length > 100, Object.keys(wanted).length > 10, 'electron' in (wanted['package.json'] ?? {})]).toEqual(
    Array(3).fill(true),
  );
});

test('a range, a missing checksum and a bad version are found, also inside another package', () => {
  const integrity = 'sha512-x';
  expect(
    lockFaults(
      {
        '': { version: '1.0.0' },
        kernel: { version: '1.0.0' },
        'node_modules/@atelier/kernel': { link: true },
        'node_modules/a': { version: '1.0.0', integrity },
        'node_modules/b': { version: '1.0.0', integrity: 'sha1-x' },
        'node_modules/npm/node_modules/c': { version: '1.0.0', inBundle: true },
        'node_modules/a/node_modules/event-stream': { version: '3.3.6', integrity },
        'node_modules/electron': { version: '37.3.0', integrity },
      },
      { 'package.json': { a: '^1.0.0', b: '1.0.0', d: 'https://example.org/d.tgz' } },
      denied,
    ),
  ).toEqual([
    'package.json takes a in any version of ^1.0.0: name one',
    'package.json takes d in any version of https://example.org/d.tgz: name one',
    'node_modules/b has no sha512 checksum in the lock file',
    'node_modules/a/node_modules/event-stream is 3.3.6, which must not be used',
    'node_modules/electron is 37.3.0, which must not be used',
  ]);
});
