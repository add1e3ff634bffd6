import { matchesGlob } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitsGlob } from './glob.ts';

test.each([
  ['a', '**', true],
  ['a/b', 'a/**', true],
  ['a', 'a/**', false],
  ['.env', '*', false],
  ['a/.env', '**', false],
  ['.env', '.*', true],
  ['a/.b/c', 'a/**', false],
  ['.a/b', '.a/**', true],
  ['x.md', '**/*.md', true],
  ['a/b/x.md', '**/*.md', true],
  ['a/c', 'a/**/c', true],
  ['a/b/b/c', 'a/**/c', true],
  ['a/b', 'a/*', true],
  ['a/b/c', 'a/*', false],
  ['a/b', 'a?b', false],
  ['ab', 'a?', true],
  ['𝒜', '?', true],
  ['notes (1).md', 'notes (1).md', true],
  ['aa', '+(a)', false],
  ['b', '[ab]', false],
  // Node does not see that `**` may stand for no name here.
  ['ab/.bbb', '**/?b/**/.*bb', true],
])('whether %j fits %j is %j', (path, glob, expected) => {
  expect(fitsGlob(path, glob)).toBe(expected);
});

test('it agrees with Node about every path and glob of these wildcards, except where it is wrong about a name with a dot after two `**`', () => {
  const name = fc.string({ unit: fc.constantFrom('a', 'b', '.', '-'), minLength: 1, maxLength: 4 }).filter(one => !/^\.+$/.test(one));
  const wanted = fc
    .string({ unit: fc.constantFrom('a', 'b', '.', '*', '?'), minLength: 1, maxLength: 4 })
    .filter(one => !/^\.+$|\*\*/.test(one));
  const path = fc.array(name, { minLength: 1, maxLength: 4 });
  const isOdd = (parts: readonly string[]) => parts.filter(part => part === '**').length > 1 && parts.some(part => part.startsWith('.'));
  const glob = fc.array(fc.oneof(wanted, fc.constant('**')), { minLength: 1, maxLength: 4 }).filter(parts => !isOdd(parts));
  fc.assert(
    fc.property(path, glob, (names, parts) => {
      expect(fitsGlob(names.join('/'), parts.join('/'))).toBe(matchesGlob(names.join('/'), parts.join('/')));
    }),
    { numRuns: 3000 },
  );
});
