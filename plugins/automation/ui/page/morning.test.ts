import type { ViewHost } from '@atelier/kernel/ui';
import { expect, test } from 'vitest';
import type { Rule, Summary } from '../../contract/index.ts';
import { morning } from './morning.ts';

const rule = (more: Partial<Rule>): Rule => ({
  ...{ id: 'r', version: 1, title: 'Look', on: true, state: 'on', createdAt: 0, changedAt: 0, failures: 0 },
  ...more,
});

async function told(rules: readonly Rule[], today: Summary['today'], locale: 'en' | 'fr' = 'en') {
  const asked: unknown[] = [];
  const view = {
    slices: { get: () => locale },
    connect: () => ({
      call: async (name: string, params: unknown) => {
        asked.push([name, params]);
        return name === 'list' ? { rules, paused: false } : { today };
      },
    }),
  } as unknown as ViewHost;
  return { card: await morning(view), asked };
}

const none = { ran: 0, failed: 0, skipped: 0, cost: 0 };

test('the card of the morning says what ran since yesterday and what it cost, and has an answer for each rule that needs the person', async () => {
  const problem = { code: 'automation/run-failed', message: 'No such file.' };
  const failed = { id: 'x', rule: 'r', title: 'Look', cause: 'time' as const, due: 0, status: 'failed' as const, problem };
  const { card, asked } = await told(
    [
      rule({ id: 'fine' }),
      rule({ id: 'failing', failures: 3, state: 'failing', last: failed }),
      rule({ id: 'off', on: false, state: 'off', failures: 10, problem, last: failed, offSince: Date.now() }),
      rule({ id: 'long off', on: false, state: 'off', failures: 10, problem, last: failed, offSince: 1 }),
      rule({ id: 'answered', on: false, state: 'off', failures: 2, last: failed, offSince: Date.now() }),
      rule({ id: 'proposed', on: false, state: 'off', by: '@x/y' }),
    ],
    { ran: 4, failed: 1, skipped: 0, cost: 0.12 },
  );
  const since = (asked as [string, { since?: number }][]).find(([name]) => name === 'summary')?.[1].since ?? 0;
  const yesterday = new Date(Date.now() - 86_400_000);
  expect({
    note: card.note,
    since: [new Date(since).getHours(), Date.now() - since <= 49 * 3_600_000, since <= yesterday.getTime()],
    rows: card.rows.map(({ args, meta, actions = [] }) => [args?.rule, meta, actions.map(({ command, args: of }) => [command, of?.on])]),
  }).toEqual({
    note: '4 ran, 1 failed, $0.12 in all',
    since: [0, true, true],
    rows: [
      [
        'failing',
        'No such file.',
        [
          ['automation.runAgain', undefined],
          ['automation.turn', false],
          ['automation.open', undefined],
        ],
      ],
      [
        'off',
        'No such file.',
        [
          ['automation.runAgain', undefined],
          ['automation.turn', true],
          ['automation.open', undefined],
        ],
      ],
      ['proposed', 'Proposed by the extension @x/y', [['automation.open', undefined]]],
    ],
  });
});

test('where nothing ran and nothing needs the person it says so, in both languages, and nothing where there are no rules', async () => {
  const cards = [(await told([rule({})], none)).card, (await told([rule({})], none, 'fr')).card, (await told([], none)).card];
  expect(cards.map(({ rows, empty, note }) => [rows, empty, note])).toEqual([
    [[], 'Nothing needs you.', 'Nothing ran'],
    [[], 'Rien ne vous attend.', 'Rien ne s’est exécuté'],
    [[], undefined, undefined],
  ]);
});
