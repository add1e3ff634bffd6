import { expect, test } from 'vitest';
import { measure } from '../ui/words.js';

test('words are counted as the language parts them', () => {
  expect([
    measure('', 'en'),
    measure('Take your time — really.', 'en'),
    measure('L’été, c’est bien.', 'fr').words > 2,
    measure('word '.repeat(221), 'en'),
  ]).toEqual([{ words: 0, minutes: 0 }, { words: 4, minutes: 1 }, true, { words: 221, minutes: 2 }]);
});
