import { expect, test } from 'vitest';
import { match } from './match.ts';

test('a query matches by its words, ignoring case and accents, and the marks are their positions', () => {
  const found = match('Thème : sombre', 'theme som');
  expect(found?.marks.map(([start, end]) => 'Thème : sombre'.slice(start, end))).toEqual(['Thème', 'som']);
});

test('a title without one of the words does not match', () => {
  expect(match('Open settings', 'open foo')).toBeUndefined();
});

test('the start of a title ranks before the start of a word, and that before the middle of one', () => {
  const ranked = ['Show work', 'Network', 'Worktree'].toSorted((a, b) => match(a, 'work')!.rank - match(b, 'work')!.rank);
  expect(ranked).toEqual(['Worktree', 'Show work', 'Network']);
});
