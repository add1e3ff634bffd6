import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linearPattern } from './linear-pattern.ts';

test.each([
  ['a look-ahead', '(?=a)b'],
  ['a negative look-ahead', '(?!a)b'],
  ['a look-behind', '(?<=a)b'],
  ['a negative look-behind', '(?<!a)b'],
  ['a back reference', '(a)\\1'],
  ['a back reference by name', '(?<x>a)\\k<x>'],
  ['a count that is written out', '(?:[a-z]{30}){30}'],
  ['a count beyond all', 'a{1001}'],
])('%s cannot be matched in linear time', (_what, pattern) => {
  expect(linearPattern(pattern)).toBeUndefined();
});

test.each([
  '',
  '[]',
  '^[^\\0]*$',
  '^.*$',
  '^[a-z]+(?:-[a-z]+)*$',
  '^(?:@[a-z0-9]+(?:-[a-z0-9]+)*/)?[a-z0-9]+$',
  '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}$',
  '^(?:[0-9a-f]{2}){16}$',
  '^\\p{L}+(?: \\p{L}+)*$',
  '^(?<year>\\d+)(?:\\.(?<month>\\d+))*$',
  '^\\$\\{[a-z]+\\}$',
  '^[\\]\\-a-c]+(?:\\u{1F600}[\\]\\-a-c]+)*$',
  '\\\\k<a>',
  // What would block a backtracking engine.
  '(a+)+$',
  '(a|a)*$',
  '(.*a){20}$',
])('%s has a linear form', pattern => {
  expect(linearPattern(pattern)).toBeDefined();
});

test('a pattern matches what it matches in JavaScript', () => {
  const piece = fc.constantFrom(
    'a',
    'b',
    '[ab]',
    '[^a]',
    'a?',
    '(?:a|b)',
    '(ab)',
    '\\d',
    '\\w',
    '\\x61',
    '\\u0062',
    '\\p{L}',
    '^',
    '$',
    '\\b',
  );
  const repeated = fc
    .tuple(fc.array(piece, { minLength: 1, maxLength: 3 }), fc.constantFrom('', '*', '+', '{1,2}', '{2}', '?', '*?'))
    .map(([pieces, count]) => `(?:${pieces.join('')})${count}`);
  const pattern = fc.array(repeated, { minLength: 1, maxLength: 3 }).map(parts => parts.join(fc.sample(fc.constantFrom('', '|'), 1)[0]));
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '1', '-', '\n', '😀'), maxLength: 8 });
  fc.assert(
    fc.property(pattern, text, (source, value) => {
      expect(linearPattern(source)?.test(value)).toBe(new RegExp(source, 'u').test(value));
    }),
    { numRuns: 3000 },
  );
});
