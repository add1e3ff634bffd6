import { expect, test } from 'vitest';
import { spentToday } from './today.ts';

const nothing = { answers: 0, input: 0, output: 0, cacheRead: 0, cacheWrite: 0, reasoning: 0, cost: 0, unknown: 0, included: 0 };

test('what was spent today is money, tokens where no price is known, and nothing where nothing was used', () => {
  const said = [
    {},
    { input: 1000, cost: 1.94 },
    { input: 10, cost: 0.014 },
    { input: 182_000, unknown: 182_000 },
    { input: 2_000_000, cost: 1234.5 },
  ].map(more => spentToday({ ...nothing, ...more } as Parameters<typeof spentToday>[0]));
  const plain = said.map(both => both && [both.en, both.fr].map(text => text.replaceAll(/[\u00a0\u202f]/g, ' ')));
  expect(plain).toEqual([
    undefined,
    ['$1.94 today', '1,94 $ auj.'],
    ['$0.014 today', '0,014 $ auj.'],
    ['182K tokens today', '182 k jetons auj.'],
    ['$1,234.50 today', '1 234,50 $ auj.'],
  ]);
  expect(said.every(both => both === undefined || (both.en.length <= 24 && both.fr.length <= 24))).toBe(true);
});
