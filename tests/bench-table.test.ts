import { expect, test } from 'vitest';
import { table, verdict } from './bench/table.ts';

test('a limit is on the ratio where there is one, else on the value, and a bench may decide itself', () => {
  const base = { what: 'w', value: 10, unit: 'ms' };
  const rows = [
    { ...base, ratio: 2, limit: 3 },
    { ...base, ratio: 4, limit: 3 },
    { ...base, limit: 9 },
    { ...base, limit: 9, ok: true },
    base,
  ];
  expect(rows.map(row => verdict(row).ok)).toEqual([true, false, false, true, undefined]);
});

test('the table lines up and says which limit was missed', () => {
  const rows = [
    { bench: 'start', what: 'warm', value: 12.345, unit: 'ms', ratio: 1.5, limit: 2, ok: true },
    { bench: 'start', what: 'cold start', value: 8000, unit: 'ms', limit: 5, ok: false },
  ];
  expect(`\n${table(rows)}`).toBe(`
bench  what        value  unit  ratio  limit
start  warm         12.3  ms    1.50×      2  ok
start  cold start   8000  ms               5  MISSED`);
});
