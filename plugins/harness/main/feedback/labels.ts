import type { Locale } from '@atelier/kernel';
import type { Rating } from '../../contract/index.ts';

/** What stands on an answer that was rated; the page draws it beside the thumb. */
const words = {
  up: { en: 'Helpful', fr: 'Utile' },
  down: { en: 'Not helpful', fr: 'Pas utile' },
  // French has a space before it that is not broken.
  colon: { en: ': ', fr: '\u00a0: ' },
} as const;

export function labelsOf(ratings: readonly Rating[], thumb: Rating['thumb'], locale: Locale) {
  return {
    labels: ratings
      .filter(rating => rating.thumb === thumb)
      .map(({ entry, word }) => ({
        entry,
        text: word === '' ? words[thumb][locale] : `${words[thumb][locale]}${words.colon[locale]}${word}`.slice(0, 60),
      })),
  };
}
