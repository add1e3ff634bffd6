import { expect, test } from 'vitest';
import { nextWords } from './next.ts';

test('the next run is named by its time today, by its weekday within the week, and by its date after that', () => {
  const now = new Date(2026, 10, 25, 9, 0).getTime();
  const at = [new Date(2026, 10, 25, 18, 0), new Date(2026, 10, 26, 8, 30), new Date(2026, 11, 13, 8, 30)].map(one =>
    nextWords(one.getTime(), now),
  );
  expect(at).toEqual([
    { en: 'next 18:00', fr: 'à 18:00' },
    { en: 'next Thu 08:30', fr: 'jeu. 08:30' },
    { en: 'next 13 Dec 08:30', fr: '13 déc. 08:30' },
  ]);
});
