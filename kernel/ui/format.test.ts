import { expect, test } from 'vitest';
import {
  bytesText,
  compactText,
  dateText,
  durationText,
  type Locale,
  moneyText,
  numberText,
  percentText,
  pluralText,
  relativeTimeText,
  spacedText,
} from './format.ts';

/** Each value in English and in French, with the narrow and no-break spaces of French replaced by plain ones. */
function inBoth(write: (locale: Locale) => string): readonly string[] {
  return (['en', 'fr'] as const).map(locale => write(locale).replace(/[\u202f\u00a0]/g, ' '));
}

test('French punctuation gets a no-break space before it, and English does not', () => {
  const text = 'Ouvrir « a : b » ; oui ? non !';
  expect([spacedText('en', text), spacedText('fr', text).replaceAll('\u00a0', '_')]).toEqual([text, 'Ouvrir «_a_: b_»_; oui_? non_!']);
});

test('numbers, shares and money are written as each language writes them', () => {
  expect([
    inBoth(locale => numberText(locale, 1412)),
    inBoth(locale => compactText(locale, 182_400)),
    inBoth(locale => percentText(locale, 0.42)),
    inBoth(locale => moneyText(locale, 1.94)),
    inBoth(locale => moneyText(locale, 0.014)),
  ]).toEqual([
    ['1,412', '1 412'],
    ['182.4K', '182,4 k'],
    ['42%', '42 %'],
    ['$1.94', '1,94 $US'],
    ['$0.014', '0,014 $US'],
  ]);
});

test('sizes and durations are written in the unit that fits their magnitude', () => {
  const sizes = [0, 999, 999_900, 1000, 84_000, 9_400_000, 12_000_000, 3_200_000_000].map(bytes =>
    inBoth(locale => bytesText(locale, bytes)),
  );
  const durations = [38, 1200, 59_940, 59_960, 64_000, 3_600_000, 7_195_000, 7_800_000].map(time =>
    inBoth(locale => durationText(locale, time)),
  );
  expect({ sizes, durations }).toEqual({
    sizes: [
      ['0 bytes', '0 octet'],
      ['999 bytes', '999 octets'],
      ['1 MB', '1 Mo'],
      ['1 kB', '1 ko'],
      ['84 kB', '84 ko'],
      ['9.4 MB', '9,4 Mo'],
      ['12 MB', '12 Mo'],
      ['3.2 GB', '3,2 Go'],
    ],
    durations: [
      ['38 ms', '38 ms'],
      ['1.2 sec', '1,2 s'],
      ['59.9 sec', '59,9 s'],
      ['1 min', '1 min'],
      ['1 min 4 sec', '1 min 4 s'],
      ['1 hr', '1 h'],
      ['2 hr', '2 h'],
      ['2 hr 10 min', '2 h 10 min'],
    ],
  });
});

test('a time is written relative to now, and past a week as its date', () => {
  const now = Date.UTC(2026, 10, 20, 12);
  const ago = [5, 45, 12 * 60, 3 * 3600, 86_400, 3 * 86_400, 10 * 86_400, 400 * 86_400].map(seconds =>
    inBoth(locale => relativeTimeText(locale, now - seconds * 1000, now)),
  );
  expect({
    ago,
    soon: inBoth(locale => relativeTimeText(locale, now + 2 * 86_400_000, now)),
    date: inBoth(locale => dateText(locale, now)),
  }).toEqual({
    ago: [
      ['now', 'maintenant'],
      ['45 sec. ago', 'il y a 45 s'],
      ['12 min. ago', 'il y a 12 min'],
      ['3 hr. ago', 'il y a 3 h'],
      ['yesterday', 'hier'],
      ['3 days ago', 'il y a 3 j'],
      ['10 Nov', '10 nov.'],
      ['16 Oct 2025', '16 oct. 2025'],
    ],
    soon: ['in 2 days', 'après-demain'],
    date: ['20 Nov 2026', '20 nov. 2026'],
  });
});

test('a count chooses the singular or the plural, and French uses the singular for zero', () => {
  const forms = { en: { one: 'file', other: 'files' }, fr: { one: 'fichier', other: 'fichiers' } };
  expect([0, 1, 2, 1412].map(count => inBoth(locale => pluralText(locale, count, forms[locale])))).toEqual([
    ['0 files', '0 fichier'],
    ['1 file', '1 fichier'],
    ['2 files', '2 fichiers'],
    ['1,412 files', '1 412 fichiers'],
  ]);
});
