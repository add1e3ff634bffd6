import type { ViewHost } from '@atelier/kernel/ui';
import { expect, test } from 'vitest';
import type { Rule, Summary } from '../../contract/index.ts';
import { card, dismiss, morning, resume } from './morning.ts';

const rule = (more: Partial<Rule>): Rule => ({
  ...{ id: 'r', version: 1, title: 'Look', on: true, state: 'on', createdAt: 0, changedAt: 0, failures: 0 },
  ...more,
});

async function told(rules: readonly Rule[], today: Summary['today'], locale: 'en' | 'fr' = 'en', paused = false) {
  const asked: unknown[] = [];
  const view = {
    slices: { get: () => locale },
    connect: () => ({
      call: async (name: string, params: unknown) => {
        asked.push([name, params]);
        return name === 'list' ? { rules, paused } : { today };
      },
    }),
  } as unknown as ViewHost;
  return {
    card: await morning(view),
    rules: await card(view),
    asked,
    resumed: () => resume(view),
    dismissed: (args: unknown) => dismiss(view, args as Parameters<typeof dismiss>[1]),
  };
}

const none = { ran: 0, failed: 0, skipped: 0, cost: 0 };

test('a rule whose newest run went on without what nobody answered says what that was, and leads to the form where it may be allowed', async () => {
  const ran = { id: 'x', rule: 'r', title: 'Look', cause: 'time' as const, due: 0, status: 'ran' as const, refused: ['npm test', 'write'] };
  const { card: shown } = await told(
    [rule({ last: { ...ran, ended: Date.now() } }), rule({ id: 'long ago', last: { ...ran, ended: 1 } })],
    none,
  );
  expect(
    shown.rows.map(({ args, meta, actions = [] }) => [args?.rule, meta, actions.map(one => [one.title, one.command, one.args])]),
  ).toEqual([
    [
      'r',
      'Refused, as nobody answered: npm test, write',
      [
        ['Allow it in the rule', 'automation.open', { rule: 'r', allow: true }],
        ['Run again', 'automation.runAgain', { rule: 'r', version: 1 }],
        ['Switch off', 'automation.turn', { rule: 'r', version: 1, on: false }],
      ],
    ],
  ]);
});

test('the card of the morning says what ran since yesterday and what it cost, and has an answer for each rule that needs the person', async () => {
  const problem = { code: 'automation/run-failed', message: 'No such file.' };
  const off = { code: 'automation/switched-off', message: 'It was switched off.' };
  const failed = { id: 'x', rule: 'r', title: 'Look', cause: 'time' as const, due: 0, status: 'failed' as const, problem };
  const { card, asked } = await told(
    [
      rule({ id: 'fine' }),
      rule({ id: 'failing', failures: 3, state: 'failing', last: failed }),
      rule({ id: 'off', on: false, state: 'off', failures: 10, problem, last: failed, offSince: Date.now() }),
      rule({ id: 'long off', on: false, state: 'off', failures: 10, problem, last: failed, offSince: 1 }),
      rule({ id: 'mended', on: false, state: 'off', problem: off, last: { ...failed, status: 'ran' } }),
      rule({ id: 'answered', on: false, state: 'off', failures: 2, last: failed, offSince: Date.now() }),
      rule({ id: 'proposed', on: false, state: 'proposed', by: '@x/y' }),
      rule({ id: 'of a model', on: false, state: 'off', by: 'model' }),
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
      ...['off', 'long off'].map(id => [
        id,
        'No such file.',
        [
          ['automation.runAgain', undefined],
          ['automation.turn', true],
          ['automation.turn', false],
        ],
      ]),
      [
        'mended',
        'Ran well since, and is still off',
        [
          ['automation.turn', true],
          ['automation.turn', false],
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

test('while all rules are paused the card of the morning says so and resumes them', async () => {
  const { card: shown, asked, resumed } = await told([rule({ state: 'paused' })], none, 'en', true);
  await resumed();
  expect([shown.rows.map(({ title, actions = [] }) => [title, actions.map(one => one.command)]), asked.at(-1)]).toEqual([
    [['All rules are paused', ['automation.resume']]],
    ['resumeAll', {}],
  ]);
});

test('the card of the rules says how many there are and which time is the next; one that never ran has no mark of a run', async () => {
  const ran = { id: 'x', rule: 'r', title: 'Look', cause: 'time' as const, due: 0, status: 'ran' as const };
  const at = new Date().setHours(18, 0, 0, 0);
  const shown = async (locale: 'en' | 'fr') =>
    (await told([rule({ nextAt: at, last: ran }), rule({ id: 'new', nextAt: at + 1 }), rule({ id: 'off', on: false })], none, locale))
      .rules;
  const [en, fr] = [await shown('en'), await shown('fr')];
  expect([en.note, fr.note, en.rows.map(({ state, icon, end }) => [state, icon, end]), fr.rows[0]?.end]).toEqual([
    ...['3 rules', '3 règles'],
    [
      ['done', undefined, 'next 18:00'],
      [undefined, 'calendar-clock', 'next 18:00'],
    ],
    'prochaine 18:00',
  ]);
});

test('three rules that fail for the same reason share a row, whose answer runs all of them again', async () => {
  const failing = (id: string, message: string) =>
    rule({
      ...{ id, title: id, failures: 1 },
      last: { id: 'x', rule: id, title: id, cause: 'time', due: 0, status: 'failed', problem: { code: 'x/y', message } },
    });
  const { card: shown } = await told([...['a', 'b', 'c'].map(id => failing(id, 'Wrong key.')), failing('d', 'No such file.')], none);
  expect(shown.rows.map(({ title, meta, actions = [] }) => [title, meta, actions[0]?.args])).toEqual([
    ['3 rules: a, b, c', 'Wrong key.', { rule: 'a', version: 1, rules: ['a', 'b', 'c'].map(id => ({ rule: id, version: 1 })) }],
    ['d', 'No such file.', { rule: 'd', version: 1 }],
  ]);
});

test('what an extension proposes stands below what fails, in one row if it is much, from which what it shows is dismissed, as it was shown', async () => {
  const proposed = (id: string, by: string) => rule({ id, title: id, on: false, state: 'proposed', by });
  const many = Array.from({ length: 20 }, (_, index) => proposed(`a${index}`, '@x/many'));
  const failing = rule({ id: 'z', title: 'z', failures: 1, state: 'failing' });
  const { card: shown, asked, dismissed } = await told([...many, proposed('b', '@x/few'), failing], none);
  await dismissed(shown.rows[1]?.actions?.[1]?.args);
  expect([shown.rows.map(({ title, meta, actions = [] }) => [title, meta, actions.map(one => one.command)]), asked.at(-1)]).toEqual([
    [
      ['z', '', ['automation.runAgain', 'automation.turn', 'automation.open']],
      [
        `20 rules: ${many.map(({ title }) => title).join(', ')}`,
        'Proposed by the extension @x/many',
        ['automation.open', 'automation.dismiss'],
      ],
      ['b', 'Proposed by the extension @x/few', ['automation.open']],
    ],
    ['dismissProposals', { by: '@x/many', seen: many.map(({ id }) => ({ rule: id, version: 1 })) }],
  ]);
});
