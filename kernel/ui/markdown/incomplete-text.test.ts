import { expect, test } from 'vitest';
import { settledEnd, withClosedMarks } from './incomplete-text.ts';

const shown = (text: string) => withClosedMarks(settledEnd(text));

test.each([
  ['bold that is not closed', 'a **bo', 'a **bo**'],
  ['bold that has just begun', 'a **', 'a '],
  ['bold before a space', 'a **bo ', 'a **bo** '],
  ['italic inside bold', 'a **b *c', 'a **b *c***'],
  ['a word with underscores', 'read snake_case_na', 'read snake_case_na'],
  ['a product', '2 * 3', '2 * 3'],
  ['struck out', '~~no', '~~no~~'],
  ['code', 'run `npm', 'run `npm`'],
  ['code with marks in it', 'run `a ** b', 'run `a ** b`'],
  ['a backtick that has just begun', 'run `', 'run '],
  ['a link without its address', 'see [the docs](https://exa', 'see the docs'],
  ['a link without its words', 'see [the do', 'see the do'],
  ['a whole link', 'see [a](https://b.example) and', 'see [a](https://b.example) and'],
  ['an index', 'take list[0', 'take list[0'],
  ['a picture', 'see ![alt](https://exa', 'see '],
  ['an escaped star', 'a \\*b', 'a \\*b'],
  ['what an earlier item left open', '- a ** b\n- c', '- a ** b\n- c'],
  ['a line of marks', 'text\n--', 'text\n'],
  ['a number', 'text\n\n12', 'text\n\n'],
  ['the head of a table', 'text\n\n| a | b |', 'text\n\n'],
  ['a table without its line', '| a | b |\n| -', ''],
  ['a table', '| a | b |\n| - | - |\n', '| a | b |\n| - | - |\n'],
  ['a fence with half its language', 'text\n```type', 'text\n'],
  ['half a reference to a character', 'a &am', 'a '],
  ['half a character', 'a \ud83d', 'a '],
])('the end of a text that comes in is shown as it will be: %s', (_name, text, expected) => {
  expect(shown(text).trimEnd()).toBe(expected.trimEnd());
});
