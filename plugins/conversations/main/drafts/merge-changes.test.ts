import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applied } from './changes.ts';
import { compareWords } from './compare-texts.ts';
import { mergeChanges } from './merge-changes.ts';

/** Merges what two sides made of a text, and finds the same from both of them. */
function mergeTexts(before: string, one: string, other: string): string {
  const merged = mergeChanges(before, compareWords(before, one), compareWords(before, other));
  const [text, same] = [applied(one, merged.afterOne), applied(other, merged.afterOther)];
  expect(same).toBe(text);
  return text;
}

const base = fc.array(fc.constantFrom('tide', 'port', 'the', 'a', 'of'), { maxLength: 12 });

/** A text that was edited: some of its words are deleted, and words that are in no other text are put in. */
const edited = (side: string) =>
  fc
    .record({ keeps: fc.array(fc.boolean(), { maxLength: 12 }), puts: fc.array(fc.nat({ max: 12 }), { maxLength: 5 }) })
    .map(({ keeps, puts }) => (words: readonly string[]): string => {
      const all: string[] = [];
      for (let at = 0; at <= words.length; at += 1) {
        puts.forEach((place, index) => {
          if (Math.min(place, words.length) === at) all.push(`${side}${index}`);
        });
        const word = words[at];
        if (word !== undefined && keeps[at] !== false) all.push(word);
      }
      return all.join(' ');
    });

const ownWords = (text: string, side: string) => text.match(/[a-z]+\d*/g)?.filter(word => new RegExp(`^${side}\\d`).test(word)) ?? [];

test('every word that either side wrote is in the merged text exactly once, in the order of its side', () => {
  fc.assert(
    fc.property(base, edited('left'), edited('right'), (words, left, right) => {
      const [one, other] = [left(words), right(words)];
      const merged = mergeTexts(words.join(' '), one, other);
      expect([ownWords(merged, 'left'), ownWords(merged, 'right')]).toEqual([ownWords(one, 'left'), ownWords(other, 'right')]);
    }),
    { numRuns: 2000 },
  );
});

test('a side that changed nothing leaves the other as it is', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (before, after) => {
      expect([mergeTexts(before, before, after), mergeTexts(before, after, before)]).toEqual([after, after]);
    }),
  );
});

test('any two texts are merged without an error, and what both deleted does not come back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (before, one, other) => {
      mergeTexts(before, one, other);
      expect(mergeTexts(before, '', '')).toBe('');
    }),
  );
});

test.each([
  ['typed before the saved one is known', '', 'Half a thought', 'and more', 'Half a thought\nand more'],
  ['two texts from nothing, one of which ends with a space', '', 'ask ', 'the', 'ask \nthe'],
  ['a word that grows here while another window writes after it', 'hel', 'hel world', 'hello', 'hello world'],
  ['two ends of one line', 'Check', 'Check the tide', 'Check the port', 'Check the tide the port'],
  ['a line that goes on while another window begins one below', 'the', 'the\nask', 'the tide', 'the tide\nask'],
  ['what was sent is gone, what was written after it stays', 'thanks', '', 'thanks, and this', ', and this'],
  ['deleted there, changed here', 'one two', 'one', 'one three', 'one three'],
  ['the same word, written twice', 'a', 'a b', 'a b', 'a b b'],
  ['an accent that comes after its letter', 'cafe', 'cafe and more', 'cafe\u0301', 'cafe\u0301 and more'],
  ['a picture that gets a colour', 'wave \u{1F44B}', 'wave \u{1F44B} back', 'wave \u{1F44B}\u{1F3FD}', 'wave \u{1F44B}\u{1F3FD} back'],
  ['two directions of writing', 'שלום', 'שלום עולם', 'שלום\nhello', 'שלום עולם\nhello'],
])('%s', (_name, before, one, other, merged) => {
  expect(mergeTexts(before, one, other)).toBe(merged);
});

test('two long texts that have nothing in common are kept whole, with bounded work', () => {
  const [one, other] = ['left ', 'right '].map(word => word.repeat(100_000)) as [string, string];
  expect(mergeTexts('', one, other) === `${one}\n${other}`).toBe(true);
  const long = 'word '.repeat(100_000);
  expect(mergeTexts(long, `${one}${long}`, `${long}${other}`) === `${one}${long}${other}`).toBe(true);
});
