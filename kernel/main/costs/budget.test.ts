import { expect, test } from 'vitest';
import { type BudgetState, defaultBudget, free, judge, type Patience, type Use } from './budget.ts';

const patience: Patience = { graceMs: 10, stopMs: 20, calmMs: 5 };
const budget = defaultBudget(undefined);
const idle: Use = { cpuPercent: 0, memoryMegabytes: 40, eventsPerSecond: 0, networkMegabytesPerMinute: 0 };

/** The verdict of each measurement, each some milliseconds after the one before. */
function acts(looks: readonly [ms: number, use: Partial<Use>][]): readonly unknown[] {
  let standing: BudgetState = free;
  let now = 0;
  return looks.map(([ms, use]) => {
    now += ms;
    const verdict = judge(standing, { ...idle, ...use }, budget, now, patience);
    standing = verdict.standing;
    return verdict.act;
  });
}

test('an extension over its budget is slowed down after a while, and stopped if it keeps pressing', () => {
  const spin = { cpuPercent: 100 };
  const slowed = { cpuPercent: 25 };
  expect([
    acts([
      [0, spin],
      [9, spin],
      [1, spin],
      [10, slowed],
      [9, slowed],
      [1, slowed],
    ]),
    acts([
      [0, { memoryMegabytes: 900 }],
      [10, { memoryMegabytes: 900 }],
      [20, { memoryMegabytes: 900 }],
    ]),
    acts([
      [0, { eventsPerSecond: 900 }],
      [10, { eventsPerSecond: 900 }],
      [20, { eventsPerSecond: 50 }],
    ]),
  ]).toEqual([
    [undefined, undefined, 'slow', undefined, undefined, 'stop'],
    [undefined, 'slow', 'stop'],
    [undefined, 'slow', 'stop'],
  ]);
});

test('a short burst is tolerated, and an extension that is within its budget again runs freely again', () => {
  const spin = { cpuPercent: 100 };
  expect([
    acts([
      [0, spin],
      [9, {}],
      [1, spin],
      [9, spin],
    ]),
    acts([
      [0, spin],
      [10, spin],
      [1, {}],
      [4, {}],
      [1, {}],
      [1, spin],
    ]),
  ]).toEqual([
    [undefined, undefined, undefined, undefined],
    [undefined, 'slow', undefined, undefined, 'release', undefined],
  ]);
});

test('an extension that is slowed down for one resource may still use the others fully', () => {
  const grown = { memoryMegabytes: 900, cpuPercent: 0 };
  expect(
    acts([
      [0, grown],
      [10, grown],
      [1, { cpuPercent: 40 }],
      [5, { cpuPercent: 40 }],
    ]),
  ).toEqual([undefined, 'slow', undefined, 'release']);
});
