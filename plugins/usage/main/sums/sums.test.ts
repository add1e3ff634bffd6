import { expect, test } from 'vitest';
import { dayOf, firstDay } from '../day.ts';
import { LimitsOf } from '../limits.ts';
import { costAt, listedPrice, tableDate } from '../prices/price-table.ts';
import { Prices } from '../prices/prices.ts';
import { isIncluded } from '../prices/subscriptions.ts';
import { counting } from '../usage.fixture.ts';
import { csvLine, head } from './csv.ts';

const noon = new Date(2026, 10, 23, 12).getTime();
const spent = (entry: string, model: string, cost: number | undefined, included = false, at = noon) => ({
  ...{ entry, at, model, cost, included, paidBy: undefined },
  ...{ input: 1_000_000, output: 2_000_000, cacheRead: 0, cacheWrite: 0, reasoning: 0 },
});

test('a price that nobody knows, and a subscription, are no zero: their tokens are said beside the sum', () => {
  using at = counting();
  const { records, sums } = at.open();
  records.take('f', 'a', [spent('1', 'x/known', 3), spent('2', 'x/own', undefined), spent('3', 'y/sub', 9, true)], 1);
  expect(sums.by('model', {}, 9).map(({ key, cost, unknown, included }) => [key, cost, unknown, included])).toEqual([
    ['x/known', 3, 0, 0],
    ['x/own', 0, 3_000_000, 0],
    ['y/sub', 0, 0, 3_000_000],
  ]);
});

test('a corrected price holds for everything that was counted and from then on, and without it the one of before is back', () => {
  using at = counting();
  const { records, sums, database } = at.open();
  const prices = new Prices(database);
  records.take('f', 'a', [spent('1', 'x/own', undefined)], 1);
  const costs = [sums.total({}).cost];
  prices.correct('x/own', { input: 1, output: 10, cacheRead: 0, cacheWrite: 0 }, noon);
  costs.push(sums.total({}).cost, sums.answer('a', '1')[0]?.cost ?? -1);
  records.take('f', 'a', [spent('2', 'x/own', 500, false, noon + 1)], 2);
  costs.push(sums.total({}).cost);
  prices.correct('x/own', { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }, noon);
  costs.push(sums.total({}).cost, sums.total({}).unknown);
  prices.restore('x/own');
  costs.push(sums.total({}).cost, sums.total({}).unknown);
  expect(costs).toEqual([0, 21, 21, 42, 0, 0, 500, 3_000_000]);
});

test.each([1e9, -1, Number.NaN, Number.POSITIVE_INFINITY])('a price of %d is refused, with what to do about it', amount => {
  using at = counting();
  const prices = new Prices(at.open().database);
  expect(() => prices.correct('x/m', { input: 1, output: amount, cacheRead: 0, cacheWrite: 0 }, noon)).toThrow(
    /x\/m was not stored.*100000/,
  );
  expect(prices.all()).toEqual([]);
});

test('the bundled table has a date and a source for each price, none that is nothing, and is asked by the exact name', () => {
  const known = listedPrice('anthropic/claude-sonnet-4-5');
  expect({
    known,
    tableDate,
    others: ['constructor', '__proto__', '', 'claude-sonnet-4-5', 'ollama/llama'].map(listedPrice),
    cost: known && costAt(known.price, { input: 1e6, output: 1e6, cacheRead: 1e6, cacheWrite: 1e6 }),
    included: [
      isIncluded('github-copilot/gpt-5', new Set()),
      isIncluded('anthropic/x', new Set(['anthropic'])),
      isIncluded('anthropic/x', new Set()),
    ],
  }).toEqual({
    known: { price: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 }, dated: '2026-09-22', source: 'pi-ai 0.87.1' },
    tableDate: '2026-09-22',
    others: [undefined, undefined, undefined, undefined, undefined],
    cost: 22.05,
    included: [true, true, false],
  });
});

test('a day has its hours, and a range its days; a clock that was set back loses nothing', () => {
  using at = counting();
  const { records, sums } = at.open();
  const tomorrow = noon + 86_400_000;
  records.take('f', 'a', [spent('1', 'x/m', 1), spent('2', 'x/m', 2, false, noon + 3_600_000), spent('3', 'x/m', 4, false, tomorrow)], 1);
  const today = dayOf(noon);
  expect({
    hours: sums.hours(noon, today).map(({ key, cost }) => [key, cost]),
    week: sums.total({ from: firstDay('week', noon) }).cost,
    day: sums.total({ from: today, to: today }).cost,
    first: (['today', 'week', 'month', 'all'] as const).map(range => firstDay(range, noon)),
  }).toEqual({
    hours: [
      ['12', 1],
      ['13', 2],
    ],
    week: 7,
    day: 3,
    first: ['2026-11-23', '2026-11-17', '2026-10-25', undefined],
  });
});

test('a warning is given once a day and once a month, also after a restart, and again when its amount is set', () => {
  using at = counting();
  const limits = new LimitsOf(at.open().database);
  limits.set({ day: 2, month: 10 });
  const told = (one: LimitsOf, day: string, spentNow: { day: number; month: number }) => one.reached(day, spentNow).map(({ code }) => code);
  const days = [
    told(limits, '2026-11-23', { day: 1.99, month: 9 }),
    told(limits, '2026-11-23', { day: 2, month: 9 }),
    told(new LimitsOf(at.reopen().database), '2026-11-23', { day: 3, month: 10 }),
  ];
  const later = new LimitsOf(at.reopen().database);
  days.push(told(later, '2026-11-23', { day: 4, month: 11 }), told(later, '2026-11-24', { day: 4, month: 11 }));
  later.set({ day: 3 });
  days.push(told(later, '2026-11-24', { day: 4, month: 11 }));
  expect(days).toEqual([[], ['usage/day-limit'], ['usage/month-limit'], [], ['usage/day-limit'], ['usage/day-limit']]);
});

test('a warning says what was spent, at how much it was wanted, and that nothing was stopped, in both languages', () => {
  using at = counting();
  const limits = new LimitsOf(at.open().database);
  limits.set({ day: 2 });
  const [notice] = limits.reached('2026-11-23', { day: 3.5, month: 0 });
  expect([notice?.en, notice?.fr.replaceAll(/[\u00a0\u202f]/g, ' '), notice?.command]).toEqual([
    'Today the models have cost about $3.50, and you wanted to be told at $2.00. Nothing was stopped. See what it is from on the page Usage.',
    'Aujourd’hui, les modèles ont coûté environ 3,50 $US, et vous vouliez le savoir à 2,00 $US. Rien n’a été arrêté. La page Consommation montre d’où cela vient.',
    'usage.open',
  ]);
  expect(() => limits.set({ month: 0 })).toThrow(/not stored/);
  expect(() => limits.set({ month: Number.NaN })).toThrow(/not stored/);
});

test('the exported table has every line once, an empty cost where no price is known, and nothing that a table program runs', () => {
  using at = counting();
  const { records, sums } = at.open();
  records.take('f', 'a', [spent('1', 'x/b,"c"', 0.1), spent('2', 'x/own', undefined)], 1);
  records.take('g', 'b', [spent('3', '=cmd()', undefined)], 1);
  const read: string[] = [];
  for (let place: readonly [string, string, string] = ['', '', '']; ; ) {
    const [line] = sums.lines('', place, 1);
    if (line === undefined) break;
    place = [line.day, line.conversation, line.model];
    read.push(csvLine([...place], line));
  }
  expect({ columns: head.split(',').length, read }).toEqual({
    columns: 14,
    read: [
      '2026-11-23,a,"x/b,""c""",1,1000000,0,0,2000000,0,0.1,0,0',
      '2026-11-23,a,x/own,1,1000000,0,0,2000000,0,,3000000,0',
      "2026-11-23,b,'=cmd(),1,1000000,0,0,2000000,0,,3000000,0",
    ],
  });
});

test('of 100,000 answers in 10,000 conversations, sums of days answer the page by an index', () => {
  using at = counting();
  const { sums, database } = at.open();
  database.exec(`
    WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9999)
    INSERT INTO sums SELECT date('2026-11-23', '-' || (i % 40) || ' days'), 'c' || i, 'x/' || (i % 3), 0, '', 10, 1, 1, 1, 1, 1, 0.5, 0, 0 FROM n`);
  const kept = database.prepare<{ sums: number }>('SELECT count(*) AS sums FROM sums').get();
  const plan = database
    .prepare<{ detail: string }>('EXPLAIN QUERY PLAN SELECT sum(answers) FROM sums WHERE day >= ? AND day <= ?')
    .all('2026-11-20', '9999');
  expect({
    total: sums.total({}).answers,
    sums: kept?.sums,
    listed: sums.by('conversation', {}, 6).length,
    count: sums.count('conversation', {}),
    plan: plan
      .map(({ detail }) => detail)
      .join()
      .includes('PRIMARY KEY'),
  }).toEqual({ total: 100_000, sums: 10_000, listed: 6, count: 10_000, plan: true });
});
