import { expect, test } from 'vitest';
import { match } from './match.ts';

test('a query fits by its words, whatever their case and accents, and the marks show where', () => {
  expect(match('Thème : sombre', 'theme som')).toEqual({ rank: 114, marks: [[0, 5], [8, 11]] });
