import { expect, test } from 'vitest';
import { match } from './match.ts';

test('a query fits by its words, whatever their case and accents, and the marks show where', () => {
  expect(match('Thème : sombre', 'theme som')).toEqual({ rank: 114, marks: [[0, 5], [8, 14].slice(0, 1).concat(11)] });
});

test('a title that lacks a word does not fit', () => {
  expect(match('Open settings', 'open foo')).toBeUndefined();
});

test('the start of a title ranks before the start of a word, and that before the middle of one', () => {
  const ranked = ['Show work', 'Network', 'Worktree'].toSorted((a, b) => match(a, 'work')!.rank - match(b, 'work')!.rank);
  expect(ranked).toEqual(['Worktree', 'Show work', 'Network']);
});
