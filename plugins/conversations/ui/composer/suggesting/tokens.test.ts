import { expect, test } from 'vitest';
import { commandIn, mentionOf, mentionsIn, tokenAt } from './tokens.ts';

test('the token at the caret is a mention if a word begins with @, and a command only at the start of the text', () => {
  const at = (text: string) => {
    const token = tokenAt(text, text.length);
    return token && `${token.kind} ${token.from} ${token.typed}`;
  };
  expect(
    [
      '@',
      'see @src/a',
      'a@b.c',
      '(@x',
      '@"a b',
      '@"a b" ',
      'one @two three',
      '/',
      '/mod',
      'a /mod',
      '/a b',
      '/skill:ch',
      `${'x'.repeat(500)} @y`,
    ].map(at),
  ).toEqual([
    'mention 0 ',
    'mention 4 src/a',
    undefined,
    'mention 1 x',
    'mention 0 a b',
    undefined,
    undefined,
    'command 0 ',
    'command 0 mod',
    undefined,
    undefined,
    'command 0 skill:ch',
    'mention 501 y',
  ]);
});

test('a mention with spaces or punctuation is quoted, and is found again in the text', () => {
  const paths = ['src/a.ts', 'a b.ts', 'quote".ts', 'line\nbreak.ts', 'café.md'];
  const mentions = paths.map(path => mentionOf(path, false));
  const text = `Look at ${mentions.join(', then ')}. Not a@b.c, nor @somebody.`;
  expect({ mentions, folder: mentionOf('src', true), found: mentionsIn(text).map(([from, to]) => text.slice(from, to)) }).toEqual({
    mentions: ['@src/a.ts', '@"a b.ts"', '@"quote\\".ts"', '@"line\\nbreak.ts"', '@café.md'],
    folder: '@src/',
    found: mentions,
  });
});

test('a command is its name and the text after it; other text that begins with / is not a command', () => {
  expect(['/compact', '/compact the tests\nand more', ' /new ', '/usr/bin/env', '/', 'no /new', '/9'].map(commandIn)).toEqual([
    { name: 'compact', rest: '' },
    { name: 'compact', rest: 'the tests\nand more' },
    { name: 'new', rest: '' },
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
