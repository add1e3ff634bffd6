import { readFileSync } from 'node:fs';
import { AppError } from '@atelier/kernel';
import { expect, test } from 'vitest';
import type { Receipt, Rule } from '../contract/index.ts';
import { draft, zone } from './draft.fixture.ts';
import { commandChoices } from './fields/controls.ts';
import { actionOf, cronOf, daysOf, spanOf, triggerOf, whenOf } from './fields/schedule.ts';
import { commands, elements } from './index.ts';
import { blankDraft, isPast, withTitle } from './rule/blank.ts';
import { partAt, piecesOf } from './rule/phrases.ts';
import { failingText, hasUsualStop, neverOf } from './rule/rule-rows.ts';
import { statusOf } from './rule/status.ts';
import { passingIn } from './rule/tell.ts';
import { newestOfEach, receiptState, stateOf } from './rule-state.ts';
import { aboutText, groupedRules, isWhole, receiptFacts, receiptTitle, shortMoment, type Words } from './words.ts';

test('every element and every command of the window that the manifest names is exported, and no other', () => {
  const { contributes } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).atelier;
  const inWindow = contributes.commands.filter(({ runs }: { runs?: string }) => runs === 'window');
  expect({ elements: Object.keys(elements).sort(), commands: Object.keys(commands).sort() }).toEqual({
    elements: contributes.views.map((view: { element: string }) => view.element).sort(),
    commands: inWindow.map((command: { id: string }) => command.id).sort(),
  });
});

const read = 'Every day at 9, read the news.';
const understood = {
  parts: [
    { part: 'when' as const, start: 0, end: 14 },
    { part: 'do' as const, start: 16, end: 29 },
  ],
  unknown: [],
};
const marked = (text: string) => piecesOf(text, read, understood).map(piece => [piece.text, piece.part]);

test('phrases stay marked while their sentence is typed on: what was changed moves those behind it, and unmarks the one that it is in', () => {
  expect({
    same: marked(read),
    before: marked(`So, ${read}`),
    inside: marked('Every day at 10, read the news.'),
    behind: marked(`${read} Stop after 5 minutes.`),
    gone: marked(''),
    joined: piecesOf('anything', read, understood)
      .map(({ text }) => text)
      .join(''),
  }).toEqual({
    same: [
      ['Every day at 9', 'when'],
      [', ', undefined],
      ['read the news', 'do'],
      ['.', undefined],
    ],
    before: [
      ['So, ', undefined],
      ['Every day at 9', 'when'],
      [', ', undefined],
      ['read the news', 'do'],
      ['.', undefined],
    ],
    inside: [
      ['Every day at 10, ', undefined],
      ['read the news', 'do'],
      ['.', undefined],
    ],
    behind: [
      ['Every day at 9', 'when'],
      [', ', undefined],
      ['read the news', 'do'],
      ['. Stop after 5 minutes.', undefined],
    ],
    gone: [],
    joined: 'anything',
  });
});

test('the number of a part stands once, at the end of its last phrase, and the caret is in the part that it touches', () => {
  const text = 'Each day, sing at 9, loud';
  const pieces = piecesOf(text, text, {
    parts: [
      { part: 'when', start: 0, end: 8 },
      { part: 'do', start: 10, end: 14 },
      { part: 'when', start: 15, end: 19 },
    ],
    unknown: [{ start: 21, end: 25 }],
  });
  expect({
    last: pieces.filter(({ isLast }) => isLast).map(one => one.text),
    unknown: pieces.filter(({ isUnknown }) => isUnknown).map(one => one.text),
    carets: [0, 8, 9, 12, 19, 23].map(caret => partAt(pieces, caret)),
  }).toEqual({ last: ['sing', 'at 9'], unknown: ['loud'], carets: ['when', 'when', undefined, 'do', 'when', undefined] });
});

test('a schedule that is a time on days is a form of them, and gives the same schedule back; another one is its five fields', () => {
  const back = (cron: string) => {
    const days = daysOf(cron);
    return days && [days.time, days.on.length, cronOf(days)];
  };
  expect({
    week: back('30 8 * * 1-5'),
    all: back('0 18 * * *'),
    two: back('5 6 * * 1,5'),
    sunday: back('0 9 * * 7'),
    month: back('0 9 1 * *'),
    often: back('*/5 9 * * *'),
    whens: ['30 8 * * 1-5', '0 9 1 * *'].map(cron => whenOf({ kind: 'cron', cron, zone })),
    span: [60_000, 90 * 60_000, 7_200_000, 172_800_000].map(spanOf),
    offered: [
      triggerOf('extension:@acme/notes:saved', { kind: 'event', event: 'turnEnded' }),
      actionOf('extension:@acme/notes:add', { kind: 'emit', event: 'x' }),
    ],
    words: actionOf('notify', { kind: 'instruction', instruction: 'sing', where: 'hidden' }),
  }).toEqual({
    week: ['08:30', 5, '30 8 * * 1-5'],
    all: ['18:00', 7, '0 18 * * *'],
    two: ['06:05', 2, '5 6 * * 1,5'],
    sunday: ['09:00', 1, '0 9 * * 0'],
    month: undefined,
    often: undefined,
    whens: ['days', 'cron'],
    span: [
      { count: 1, unit: 'minute' },
      { count: 90, unit: 'minute' },
      { count: 2, unit: 'hour' },
      { count: 2, unit: 'day' },
    ],
    offered: [
      { kind: 'extension', from: '@acme/notes', id: 'saved' },
      { kind: 'extension', from: '@acme/notes', id: 'add' },
    ],
    words: { kind: 'notify', text: 'sing' },
  });
});

test('of commands, those are offered that the person sees, that need no window and nothing given', () => {
  const from = '@acme/notes';
  const command = (id: string, more: object = {}) => ({ from, value: { id, title: id, ...more } });
  const all = [
    command('notes.tidy', { args: { type: 'object' } }),
    command('notes.add', { args: { required: ['text'] } }),
    command('notes.show', { runs: 'window' }),
    command('notes.inner', { palette: false }),
  ];
  expect(commandChoices(all)).toEqual([{ value: 'notes.tidy', label: 'notes.tidy', group: from }]);
});

test('a rule without work, a conversation to go on in, or a schedule that is ever due is not saved; one without a title is called by its work', () => {
  const long = 'a'.repeat(80);
  const words = { locale: 'en', of: (key: string) => key } as unknown as Words;
  const problem = AppError.fromRecord({ code: 'automation/bad-cron', message: 'Five fields.' });
  const cron = draft({ trigger: { kind: 'cron', cron: '0 9', zone } });
  expect({
    whole: isWhole(draft()),
    noWork: isWhole(draft({ action: { kind: 'instruction', instruction: ' ', where: 'hidden' } })),
    nowhere: isWhole(draft({ action: { kind: 'instruction', instruction: 'sing', where: 'continued' } })),
    never: [
      neverOf(words, cron, { problem }, false),
      neverOf(words, cron, { next: [] }, false),
      neverOf(words, cron, { next: [] }, true),
      neverOf(words, cron, { next: [1] }, false),
      neverOf(words, draft({ trigger: { kind: 'webhook' } }), { next: [] }, false),
    ],
    title: withTitle(draft({ title: '', action: { kind: 'notify', text: long } })).title.length,
  }).toEqual({
    whole: true,
    noWork: false,
    nowhere: false,
    never: ['Five fields.', 'neverDue', undefined, undefined, undefined],
    title: 60,
  });
});

const rule = (id: string, more: Partial<Rule> = {}): Rule => ({
  ...{ id, version: 1, title: id, on: true, state: 'on', createdAt: 0, changedAt: 0, failures: 0, draft: draft() },
  ...more,
});
const receipt = (more: Partial<Receipt> = {}): Receipt => ({
  id: 'o',
  rule: 'r',
  title: 'News',
  cause: 'time',
  due: 0,
  status: 'ran',
  ...more,
});

test('rules stand by when they run next, each with the mark of what happened last', () => {
  const day = 86_400_000;
  const rules = [
    rule('late', { nextAt: 3 * day }),
    rule('evening', { nextAt: 9, last: receipt({ status: 'failed' }) }),
    rule('running', { nextAt: 5 * day, running: receipt({ status: 'running' }) }),
    rule('off', { on: false, last: receipt() }),
    rule('event', { draft: draft({ trigger: { kind: 'event', event: 'turnEnded' } }), last: receipt({ status: 'skipped' }) }),
    rule('over', { last: receipt({ lateMs: 61_000 }) }),
  ];
  expect({
    groups: groupedRules(rules, 0).map(([group, found]) => [group, ...found.map(({ id }) => id)]),
    marks: rules.map(stateOf),
    receipts: (['running', 'ran', 'failed', 'skipped'] as const).map(status => receiptState(receipt({ status }))),
  }).toEqual({
    groups: [
      ['soon', 'running', 'evening'],
      ['later', 'late', 'over'],
      ['happens', 'event'],
      ['off', 'off'],
    ],
    marks: ['queued', 'failed', 'running', 'off', 'skipped', 'late'],
    receipts: ['running', 'done', 'failed', 'skipped'],
  });
});

test('a receipt says why it was skipped or failed, and only what is known of its time, cost and notification', () => {
  const text = { locale: 'en', of: (key: string, values: object = {}) => [key, ...Object.values(values)].join(' ') } as unknown as Words;
  const ran = receipt({ durationMs: 22_000, cost: 0.014, delivery: { kind: 'notification', status: 'sent', at: 0 } });
  expect({
    titles: [
      receipt(),
      receipt({ status: 'skipped', reason: 'missed' }),
      receipt({ status: 'failed', reason: 'error' }),
      receipt({ status: 'failed', reason: 'budget' }),
      receipt({ lateMs: 3_840_000 }),
    ].map(one => receiptTitle(text, one)),
    facts: [ran, receipt(), receipt({ status: 'skipped', durationMs: 0, count: 12 }), receipt({ cause: 'person' })].map(one =>
      receiptFacts(text, one),
    ),
  }).toEqual({
    titles: [
      'status.ran',
      'status.skippedbecause reason.missed',
      'status.failed',
      'status.failedbecause reason.budget',
      'ranLate 1 hr 4 min',
    ],
    facts: [['22 sec', '$0.014', 'told.sent'], [], ['times 12'], ['asked']],
  });
});

const words = { locale: 'en', of: (key: string, values: object = {}) => [key, ...Object.values(values)].join(' ') } as unknown as Words;

test('a rule for a moment that is over says so, whatever else was understood of it', () => {
  const once = draft({ trigger: { kind: 'once', at: 60_000, zone } });
  const said = (now: number) =>
    statusOf(words, {
      ...{ sentence: read, read, isFuller: false, isPast: isPast(once, now) },
      understood: { ...understood, language: 'en', missing: [] },
    });
  expect([said(59_999), said(60_000), isPast(draft(), 60_000)]).toEqual([
    { words: 'understood', isUnclear: false },
    { words: 'passed', isUnclear: true },
    false,
  ]);
});

test('what of a sentence may be meant otherwise keeps it from being understood in full', () => {
  const said = statusOf(words, {
    ...{ sentence: read, read, isFuller: false, isPast: false },
    understood: { ...understood, language: 'en', missing: [], doubts: ['Read as a part of what is done: “on Tuesday”.'] },
  });
  expect(said).toEqual({ words: 'Read as a part of what is done: “on Tuesday”.', isUnclear: true });
});

test('a rule that fails is tried next when it is due next, not when its back-off ends; one that waits for something only waits until then', () => {
  const now = new Date(2026, 10, 29, 13, 30).getTime();
  const [ends, monday] = [now + 7 * 60_000, new Date(2026, 10, 30, 8, 30).getTime()];
  const failing = (more: Partial<Rule>) => failingText(words, rule('r', { state: 'failing', failures: 4, ...more }), now);
  expect([
    failing({ backOffUntil: ends, nextAt: monday }),
    failing({ backOffUntil: ends }),
    failing({ backOffUntil: now - 1 }),
    failing({ state: 'paused' }),
  ]).toEqual(['failing 4 nextTry tomorrow 08:30', 'failing 4 waitsUntil today 13:37', 'failing 4', undefined]);
});

test('the form begins with the words that were typed, as what is done', () => {
  expect(blankDraft('Every blue moon, greet me').action).toEqual({
    ...{ kind: 'instruction', instruction: 'Every blue moon, greet me', where: 'hidden' },
  });
});

test('a run of this minute has just been, also where the clock of the page was looked at before it', () => {
  const now = 100 * 60_000;
  const about = (began: number) => aboutText(words, rule('r', { nextAt: now, last: receipt({ began }) }), now);
  expect([about(now + 41_000), about(now - 59_000), about(now - 180_000)].map(said => said.replace(/^.*?, /, ''))).toEqual([
    'last.ran justNow',
    'last.ran justNow',
    'last.ran 3 min. ago',
  ]);
});

test('a rule for one moment that has come is over and says what came of it, not that it is off; one that the person switched off before is off', () => {
  const at = new Date(2026, 10, 29, 13, 17).getTime();
  const once = draft({ trigger: { kind: 'once', at, zone } });
  const off = (more: Partial<Rule>) => rule('r', { on: false, state: 'off', draft: once, ...more });
  const rules = [off({ offSince: at + 5, last: receipt({ due: at, began: at + 5 }) }), off({ offSince: at - 5 })];
  expect(rules.map(one => [groupedRules([one], at)[0]?.[0], stateOf(one), aboutText(words, one, at + 60_000)])).toEqual([
    ['over', 'done', 'status.ran, today 13:17'],
    ['off', 'off', 'offSince 29 Nov'],
  ]);
});

test('beside other limits the usual one of time is said, and not where another time was chosen', () => {
  expect(
    [draft(), draft({ limits: { money: 1 } }), draft({ cooldownMs: 1 }), draft({ limits: { money: 1, minutes: 3 } })].map(hasUsualStop),
  ).toEqual([...[false, true, true, false]]);
});

test('the sidebar has the newest run of each rule', () => {
  const runs = ['a', 'a', 'b', 'a', 'c', 'b'].map((of, index) => receipt({ id: `${index}`, rule: of }));
  expect(newestOfEach(runs).map(({ id }) => id)).toEqual(['0', '2', '4']);
});

test('a day of another year is said with its year, wherever a moment is short', () => {
  const now = new Date(2027, 0, 20, 12).getTime();
  const at = (year: number, month: number, day: number) => shortMoment('en', new Date(year, month, day, 8, 30).getTime(), now);
  expect([at(2027, 0, 20), at(2027, 0, 18), at(2027, 0, 4), at(2026, 10, 14)]).toEqual(['08:30', 'Mon 08:30', '4 Jan', '14 Nov 2026']);
});

test('the next runs are told anew once the first of them is over, or earlier where a timer does not last so long', () => {
  const day = 86_400_000;
  const inMs = [[1000, 5000], [400], [30 * day], undefined].map(next => passingIn({ ...(next && { next }) }, 400));
  expect(inMs).toEqual([650, undefined, 2_147_483_647, undefined]);
});

test('a rule of a newer Atelier that is switched on says that it does not run here, among those that are off', () => {
  const one = rule('r', { draft: undefined });
  expect([groupedRules([one], 0).map(([group]) => group), aboutText(words, one, 0)]).toEqual([['off'], 'newer']);
});
