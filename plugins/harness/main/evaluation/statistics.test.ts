import { expect, test } from 'vitest';
import { gainOf, intervalOf, isOnFrontier, shareOf, verdictOn } from './statistics.ts';

const rounded = ({ mean, low, high }: { mean: number; low: number; high: number }) =>
  [mean, low, high].map(one => Math.round(one * 100) / 100);

test('intervals are those of the books', () => {
  expect([
    rounded(intervalOf([1, 2, 3, 4, 5])),
    rounded(shareOf(Array.from({ length: 10 }, () => 1))),
    rounded(shareOf([1, 1, 1, 1, 1, 0, 0, 0, 0, 0])),
    rounded(intervalOf([1, 1, 1])),
  ]).toEqual([
    [3, 1.04, 4.96],
    [1, 0.72, 1],
    [0.5, 0.24, 0.76],
    [1, 1, 1],
  ]);
});

const weights = { quality: 0.7, time: 0.15, cost: 0.15 };
const run = (quality: number, milliseconds = 1000, cost = 1) => ({ quality, milliseconds, cost });

test('a gain is paired and bounded, and a run that failed has saved nothing', () => {
  expect([
    gainOf(run(1), run(0), weights),
    gainOf(run(1, 1), run(1, 1e9), weights) <= 0.15,
    gainOf(run(0, 1, 0), run(1), weights),
    gainOf(run(1), run(1), weights),
  ]).toEqual([0.7, true, -0.7, 0]);
});

test('only what is better beyond doubt is promoted, and never what is right less often', () => {
  const at = (low: number, high: number) => ({ mean: (low + high) / 2, low, high });
  const share = (mean: number) => ({ mean, low: 0, high: 1 });
  expect([
    verdictOn(5, at(0.5, 0.6), share(1), share(0)),
    verdictOn(6, at(0.5, 0.6), share(1), share(0)),
    verdictOn(6, at(-0.1, 0.6), share(1), share(0)),
    verdictOn(6, at(-0.6, -0.1), share(1), share(1)),
    verdictOn(6, at(0.1, 0.2), share(0.8), share(0.9)),
  ]).toEqual(['too-few', 'promoted', 'unclear', 'worse', 'worse']);
});

test('on the frontier is what is right at times and nothing else beats in everything', () => {
  const all = [run(1, 2000, 2), run(0.5, 1000, 1), run(0.5, 3000, 3), run(0, 100, 0)];
  expect(all.map(one => isOnFrontier(one, all))).toEqual([true, true, false, false]);
});
