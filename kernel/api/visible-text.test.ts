import fc from 'fast-check';
import { expect, test } from 'vitest';
import { visibleText } from './visible-text.ts';

test.each([
  ['an override', 'user\u202etxt.exe', 'user⟦U+202E⟧txt.exe'],
  ['a zero-width space', 'rm\u200b -rf', 'rm⟦U+200B⟧ -rf'],
  ['a tag', 'a\u{e0041}', 'a⟦U+E0041⟧'],
  ['a stray variation selector', 'a\ufe00\u{e0100}', 'a⟦U+FE00⟧⟦U+E0100⟧'],
  ['an escape', '\u001b[31m', '⟦U+001B⟧[31m'],
  ['a filler', 'a\u3164b', 'a⟦U+3164⟧b'],
  ['half a character', 'a\ud83d', 'a⟦U+D83D⟧'],
  ['a family', '👨‍👩‍👧', '👨‍👩‍👧'],
  ['a key', '1\ufe0f\u20e3', '1\ufe0f\u20e3'],
  ['a joiner between letters', 'a\u200db', 'a⟦U+200D⟧b'],
])('R5: invisible characters in code are made visible: %s', (_name, text, expected) => {
  expect(visibleText(text, 'code')).toBe(expected);
});

test('R5: prose keeps the characters that writing needs, and none that reverses or hides words', () => {
  expect(visibleText('می\u200cخواهم \u200fשלום co\u00adop \u2067x\u2069', 'prose')).toBe(
    'می\u200cخواهم \u200fשלום co\u00adop ⟦U+2067⟧x⟦U+2069⟧',
  );
});

test('R5: no character of the class survives in code, whatever surrounds it', () => {
  const hidden = /[[\p{Cc}--[\t\n]]\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/v;
  const character = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 4 }),
    fc.constantFrom('\u202e', '\u2066', '\u200b', '\u200f', '\ufeff', '\u{e0020}', '\u0007', '👩', '\u200d', 'a'),
  );
  fc.assert(
    fc.property(fc.array(character), parts => !hidden.test(visibleText(parts.join(''), 'code'))),
    { numRuns: 2000 },
  );
});
