import { expect, test } from 'vitest';
import { patternsOf, slowedBy, slowPatterns, unlistedBuilders } from './support/patterns.ts';
import { repositoryTree } from './support/tree.ts';

test('X17: no text makes a regular expression of the product slow', () => {
  const patterns = patternsOf(repositoryTree());
  expect(patterns.length).toBeGreaterThan(500);
  expect(slowPatterns(patterns)).toEqual([]);
});

test('X17: a regular expression that is built at run time has its row', () => {
  expect(unlistedBuilders(repositoryTree())).toEqual([]);
});

test.each([
  '(a+)+$',
  '^(a|a)*$',
  '^(?:a|aa)+$',
  '^(\\w+\\s?)*$',
  '^[ \\t]*\\|?[ \\t]*:?-*:?[ \\t]*(?:\\|[ \\t]*:?-*:?[ \\t]*)*$',
  '\\bgit\\b.*\\bpush\\b.*force',
  '\\/+$',
  '\\s*;\\s*',
  '^.*token.*$|^.*secret.*$',
  '^\\s*#.*\\s*$',
  '\\[[^\\]]*\\]\\(',
  '<(a|b)>[\\s\\S]*?<\\/\\1>',
])('%s is found slow', source => {
  expect(slowedBy({ source, flags: '' })).toBeDefined();
});

test.each(['^[a-z]+(?:-[a-z]+)*$', '(?<!\\/)\\/+$', '\\s+', '"[^"]*"', '^\\d{1,9}$', '^(?:foo|bar)+$', '\\p{L}+(?: \\p{L}+)*'])(
  '%s is not',
  source => {
    expect(slowedBy({ source, flags: 'u' })).toBeUndefined();
  },
);

test('a pattern is found in a source and in a schema, and a row for none is found too', () => {
  const tree = new Map([
    ['plugins/notes/main/odd.ts', 'export const slow = (text: string) => /(a+)+$/.test(text);'],
    ['plugins/notes/contract/notes.channel.json', '{ "$defs": { "A": { "type": "string", "pattern": "^(b+)+$" } } }'],
  ]);
  const patterns = patternsOf(tree);
  expect(patterns.map(({ source, flags }) => [source, flags])).toEqual([
    ['(a+)+$', ''],
    ['^(b+)+$', 'u'],
  ]);
  expect(slowPatterns(patterns, [{ path: 'a.ts', pattern: 'x', bound: 'nothing' }])).toEqual([
    expect.stringContaining('plugins/notes/main/odd.ts: /(a+)+$/'),
    expect.stringContaining('plugins/notes/contract/notes.channel.json: /^(b+)+$/u'),
    'a.ts has no pattern that begins with x. Remove its row.',
  ]);
  expect(unlistedBuilders(new Map([['plugins/notes/main/odd.ts', 'const built = new RegExp(words);']]), {})).toEqual([
    'plugins/notes/main/odd.ts builds a regular expression. Write a literal, or say in the table of patterns what it is built of.',
  ]);
});
