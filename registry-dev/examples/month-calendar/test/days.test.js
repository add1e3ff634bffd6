import { expect, test } from 'vitest';
import { weeksOf } from '../page/days.js';

const ends = (year, month, firstDay) => {
  const days = weeksOf(year, month, firstDay).flat();
  return [days.length, days[0].toISOString().slice(0, 10), days.at(-1).toISOString().slice(0, 10)];
};

test('six weeks hold every month, whatever day it and the week begin on', () => {
  expect([ends(2026, 10, 1), ends(2026, 10, 7), ends(2027, 1, 1), ends(2024, 1, 7)]).toEqual([
    [42, '2026-10-26', '2026-12-06'],
    [42, '2026-11-01', '2026-12-12'],
    [42, '2027-02-01', '2027-03-14'],
    [42, '2024-01-28', '2024-03-09'],
  ]);
});
