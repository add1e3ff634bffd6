import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Draft, Receipt, Rule } from '../contract/index.ts';
import { actionOf, cronOf, daysOf, spanOf, triggerOf, whenOf } from './fields/schedule.ts';
import { commands, elements } from './index.ts';
import { mergedDraft, withEdit } from './page/edits.ts';
import { withTitle } from './rule/blank.ts';
import { partAt, piecesOf } from './rule/phrases.ts';
import { receiptState, stateOf } from './window/rule-state.ts';
import { groupedRules, isWhole, receiptFacts, receiptTitle, type Words } from './words.ts';

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

const zone = 'Europe/Paris';
const draft = (more: Partial<Draft> = {}): Draft => ({
  title: 'News',
  trigger: { kind: 'cron', cron: '0 9 * * *', zone },
  action: { kind: 'instruction', instruction: 'read the news', where: 'hidden' },
  deliver: 'always',
  missed: { policy: 'latest' },
  ...more,
});

test('a changed sentence keeps what no sentence says: the title, the project, the model, the conversation it goes on in, the beginning of an interval', () => {
  const every = (everyMs: number, from: number) => ({ kind: 'every' as const, everyMs, from });
  const place = { project: 'p', model: 'm', reads: true, worktree: true };
  const before = draft({
    trigger: every(60_000, 5),
    action: { kind: 'instruction', instruction: 'read', where: 'continued', conversation: 'c', ...place },
  });
  const said = (where: 'hidden' | 'visible') => draft({ action: { kind: 'instruction', instruction: 'sing', where } });
  expect({
    title: [mergedDraft(draft({ title: 'Other' }), before, 'Mine').title, mergedDraft(draft({ title: 'Other' }), before, undefined).title],
    goesOn: mergedDraft(said('hidden'), before, undefined).action,
    isNew: mergedDraft(said('visible'), before, undefined).action,
    sameInterval: mergedDraft(draft({ trigger: every(60_000, 99) }), before, undefined).trigger,
    otherInterval: mergedDraft(draft({ trigger: every(120_000, 99) }), before, undefined).trigger,
    notice: mergedDraft(draft({ action: { kind: 'notify', text: 'hi' } }), before, undefined).action,
  }).toEqual({
    title: ['Mine', 'Other'],
    goesOn: { kind: 'instruction', instruction: 'sing', where: 'continued', conversation: 'c', ...place },
    isNew: { kind: 'instruction', instruction: 'sing', where: 'visible', ...place },
    sameInterval: every(60_000, 5),
    otherInterval: every(120_000, 99),
    notice: { kind: 'notify', text: 'hi' },
  });
});

test('of edits, the eight newest are kept, and one that is discarded is gone', () => {
  const many = Array.from({ length: 10 }, (_, index) => `r${index}`).reduce((kept, id) => withEdit(kept, id, { text: id }), {});
  expect([Object.keys(many), Object.keys(withEdit(many, 'r9', undefined)).length]).toEqual([
    ['r2', 'r3', 'r4', 'r5', 'r6', 'r7', 'r8', 'r9'],
    7,
  ]);
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

test('a rule without work, a conversation to go on in, or a whole schedule is not saved; one without a title is called by its work', () => {
  const long = 'a'.repeat(80);
  expect({
    whole: isWhole(draft()),
    noWork: isWhole(draft({ action: { kind: 'instruction', instruction: ' ', where: 'hidden' } })),
    nowhere: isWhole(draft({ action: { kind: 'instruction', instruction: 'sing', where: 'continued' } })),
    cron: isWhole(draft({ trigger: { kind: 'cron', cron: '0 9', zone } })),
    title: withTitle(draft({ title: '', action: { kind: 'notify', text: long } })).title.length,
  }).toEqual({ whole: true, noWork: false, nowhere: false, cron: false, title: 60 });
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
