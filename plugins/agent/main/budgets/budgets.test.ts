import type { Charge } from '@atelier/kernel';
import { migrateTo } from '@atelier/kernel/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Budget } from '../../contract/index.ts';
import { createRules } from '../migrations/0020-create-rules.ts';
import { createBudgets } from '../migrations/0030-create-budgets.ts';
import { budgetUsedUp } from './budget-error.ts';
import { add, judge, nothing, openBudgets } from './budgets.ts';

const migrations = [createRules, createBudgets];
const conversation = { kind: 'conversation', of: 'c' } as const;
const extension = { kind: 'extension', of: '@acme/notes' } as const;

test('a budget warns once at 80 %, stops at 100 %, and stays stopped', () => {
  using stored = migrateTo(migrations, 30);
  const budgets = openBudgets(stored.database);
  budgets.save({ id: 'b', kind: 'conversation', tokens: 100 });
  const states = [70, 9, 1, 10, 10, 1].map(tokens => budgets.spend([conversation], { tokens }).state);
  expect({ states, after: budgets.check([conversation]).state, other: budgets.check([{ kind: 'conversation', of: 'd' }]).state }).toEqual({
    states: ['fine', 'fine', 'warn', 'fine', 'stop', 'stop'],
    after: 'stop',
    other: 'fine',
  });
});

test('of a conversation and whom it runs for, whoever has used up theirs stops it, and an extension is charged', () => {
  using stored = migrateTo(migrations, 30);
  const charges: Charge[] = [];
  const budgets = openBudgets(stored.database, charge => charges.push(charge));
  budgets.save({ id: 'wide', kind: 'extension', money: 100 });
  budgets.save({ id: 'own', kind: 'extension', of: extension.of, money: 1 });
  const verdict = budgets.spend([conversation, extension], { tokens: 5, money: 1, minutes: 0.5 });
  expect({ verdict, charges, all: budgets.all() }).toEqual({
    verdict: {
      state: 'stop',
      budget: { id: 'own', kind: 'extension', of: extension.of, money: 1, spent: { tokens: 5, money: 1, minutes: 0.5 } },
    },
    charges: [{ extension: extension.of, tokens: 5, money: 1 }],
    all: [
      { id: 'wide', kind: 'extension', money: 100 },
      { id: 'own', kind: 'extension', of: extension.of, money: 1, spent: { tokens: 5, money: 1, minutes: 0.5 } },
    ],
  });
});

test('what was spent and what is allowed survive a restart', () => {
  using stored = migrateTo(migrations, 30);
  const before = openBudgets(stored.database);
  before.save({ id: 'b', kind: 'conversation', of: 'c', minutes: 10 });
  before.spend([conversation], { minutes: 9, tokens: 3 });
  const after = openBudgets(stored.goOnTo(30));
  expect({ spent: after.spent(conversation), next: after.spend([conversation], { minutes: 1 }).state }).toEqual({
    spent: { tokens: 3, money: 0, minutes: 9 },
    next: 'stop',
  });
  after.forget(conversation);
  after.remove('b');
  expect([after.spent(conversation), after.all()]).toEqual([nothing, []]);
});

const amount = fc.record({ tokens: fc.nat(1_000), money: fc.nat(50), minutes: fc.nat(20) });
const limit = fc.option(fc.integer({ min: 0, max: 5_000 }), { nil: undefined });
const budget = fc.record({ tokens: limit, money: limit, minutes: limit }).map(
  ({ tokens, money, minutes }): Budget => ({
    id: 'b',
    kind: 'conversation',
    ...(tokens === undefined ? {} : { tokens }),
    ...(money === undefined ? {} : { money }),
    ...(minutes === undefined ? {} : { minutes }),
  }),
);

test('however it is spent: sums do not depend on the order, one warning at most comes before the stop, and a stop is for good', () => {
  fc.assert(
    fc.property(fc.array(amount, { maxLength: 30 }), fc.array(budget, { maxLength: 3 }), (amounts, budgets) => {
      let sum = nothing;
      const states = amounts.map(more => {
        const before = sum;
        sum = add(sum, more);
        return judge(budgets, before, sum).state;
      });
      const backwards = amounts.toReversed().reduce((total, more) => add(total, more), nothing);
      const stop = states.indexOf('stop');
      const over = budgets.some(one =>
        (['tokens', 'money', 'minutes'] as const).some(measure => one[measure] !== undefined && sum[measure] >= one[measure]),
      );
      return (
        JSON.stringify(sum) === JSON.stringify(backwards) &&
        states.filter(state => state === 'warn').length <= budgets.length &&
        (stop < 0 ? !over || amounts.length === 0 : over && states.slice(stop).every(state => state === 'stop'))
      );
    }),
    { numRuns: 2_000 },
  );
});

test('nobody earns: negative and broken amounts are nothing', () => {
  expect([add(nothing, { tokens: -5, money: Number.NaN, minutes: Number.POSITIVE_INFINITY }), add(nothing, {})]).toEqual([
    nothing,
    nothing,
  ]);
});

test('the stop says whose budget, which measure, and that nothing is lost, in both languages', () => {
  const error = budgetUsedUp({ id: 'b', kind: 'automation', tokens: 1_000_000, money: 2, spent: { tokens: 10, money: 2.5, minutes: 0 } });
  expect([error.in('en'), error.in('fr').replaceAll(/[\u00a0\u202f]/g, ' ')]).toEqual([
    'The agent stopped, because the budget of this automation is used up ($2.50 of $2.00). What it did is kept. Raise the budget in the settings, then continue.',
    'L’agent s’est arrêté, car le budget de cette automatisation est épuisé (2,50 $US sur 2,00 $US). Ce qu’il a fait est conservé. Augmentez le budget dans les réglages, puis continuez.',
  ]);
});
