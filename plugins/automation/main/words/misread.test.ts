import { expect, test } from 'vitest';
import type { Draft, Trigger } from '../../contract/index.ts';
import { describe } from './describe.ts';
import { understand } from './understand.ts';

const zone = 'Europe/Paris';
/** Thursday, 26 November 2026, 10:15 in Paris. */
const now = Date.parse('2026-11-26T09:15:00Z');
const read = (text: string) => understand(text, { zone, now });
const cron = (fields: string): Trigger => ({ kind: 'cron', cron: fields, zone });
const every = (days: number, from: string): Trigger => ({ kind: 'every', everyMs: days * 86_400_000, from: Date.parse(from) });
const workOf = (draft: Draft | undefined) =>
  draft?.action.kind === 'instruction' ? draft.action.instruction : draft?.action.kind === 'notify' ? draft.action.text : undefined;

const repeated: readonly (readonly [string, Trigger, string])[] = [
  ['Hourly, check the site', { kind: 'every', everyMs: 3_600_000, from: now }, 'check the site'],
  ['Every 25 December at 9, wish me well', cron('0 9 25 12 *'), 'wish me well'],
  ['Each January 1 at midnight, back up', cron('0 0 1 1 *'), 'back up'],
  ['Every 29 February at noon, greet me', cron('0 12 29 2 *'), 'greet me'],
  ['Chaque 25 décembre à 9h, salue-moi', cron('0 9 25 12 *'), 'salue-moi'],
  ['Tous les 14 juillet à 9h, salue-moi', cron('0 9 14 7 *'), 'salue-moi'],
  ['Every fortnight, plan', every(14, '2026-11-27T08:00:00Z'), 'plan'],
  ['Every fortnight on Monday at 9, plan', every(14, '2026-11-30T08:00:00Z'), 'plan'],
  ['Every other week on Tuesday at 9, plan', every(14, '2026-12-01T08:00:00Z'), 'plan'],
  ['Toutes les deux semaines, le lundi à 9h, planifie', every(14, '2026-11-30T08:00:00Z'), 'planifie'],
  ['Every week on Monday at 8, plan', cron('0 8 * * 1'), 'plan'],
  ['Weekly on Monday at 9, plan', cron('0 9 * * 1'), 'plan'],
  ['Chaque semaine le lundi à 8h, planifie', cron('0 8 * * 1'), 'planifie'],
  ['Les lundis à 9h, vérifie', cron('0 9 * * 1'), 'vérifie'],
  ['Les week-ends à 9h30, propose une balade', cron('30 9 * * 0,6'), 'propose une balade'],
  ['Every day around 3pm, check', cron('0 15 * * *'), 'check'],
  ['Every day about 15:00, check', cron('0 15 * * *'), 'check'],
];

test('what comes every hour, every year on a date, or every other week does so, and nothing of that is left in what is done', () => {
  const rules = repeated.map(([text]) => {
    const { draft, unknown, doubts = [] } = read(text);
    return [text, draft?.trigger, workOf(draft), unknown, doubts];
  });
  expect(rules).toEqual(repeated.map(([text, trigger, work]) => [text, trigger, work, [], []]));
});

const unknown: readonly (readonly [string, string])[] = [
  ['Every day at sunrise, greet me', 'at sunrise'],
  ['Every day at lunchtime, check', 'at lunchtime'],
  ['Every day at dinner, check', 'at dinner'],
  ['Every day by 3pm, check', 'by 3pm'],
  ['Every hour at :15, check', 'at :15'],
  ['Every hour on the hour, check', 'on the hour'],
  ['Chaque jour férié à 9h, vérifie', 'férié'],
  ['Chaque jour pair à 9h, vérifie', 'pair'],
  ['Chaque jour au lever du soleil, vérifie', 'au lever du soleil'],
  ['Chaque jour en fin de journée, vérifie', 'en fin de journée'],
  ['Chaque jour à l’heure du déjeuner, vérifie', 'à l’heure du déjeuner'],
];

test('days and times that no rule knows are not understood right beside the time', () => {
  const found = unknown.map(([text]) => {
    const { draft, unknown: ranges } = read(text);
    return [text, ranges.map(({ start, end }) => text.slice(start, end)).join(), draft === undefined];
  });
  expect(found).toEqual(unknown.map(([text, words]) => [text, words, true]));
});

const counts: readonly string[] = [
  'Every day around 10 people write to me, draft replies',
  'Every day about 10 or 12 people write to me, draft replies',
  'Chaque jour environ 20 mails arrivent, trie-les',
];

test('a number after “about” or “around” that counts something is no time of the day; one that stands alone, in a list or in a part of the day is', () => {
  const times = ['Every day around 10, check', 'Every day around 9 and 18, check', 'Every day around 3 in the afternoon, check'];
  const triggerOf = (text: string) => read(text).draft?.trigger;
  expect([counts.map(triggerOf), times.map(triggerOf), triggerOf('Chaque jour environ 20 h, vérifie')]).toEqual([
    counts.map(() => undefined),
    [cron('0 10 * * *'), cron('0 9,18 * * *'), cron('0 15 * * *')],
    cron('0 20 * * *'),
  ]);
});

test('a place or a time of which nothing is known, said right after the day, is a doubt; a day or a meal in the midst of a task is none', () => {
  const doubts = (text: string) => read(text).doubts?.join() ?? '';
  expect(doubts('Every day at the office, plan the day')).toContain('“at the office”');
  expect(doubts('Every day at 9, book a table for lunch and list each issue')).toBe('');
  expect(doubts('Chaque jour à 9h, lis les lundis de Daudet')).not.toContain('les lundis de Daudet');
});

test('“if it contains” is about the text of what happened', () => {
  const texts = [
    'When I send a message, if it contains "invoice", remind me to pay',
    'When I send a message, if its text contains "invoice", remind me to pay',
    'Quand j’envoie un message, s’il contient « invoice », rappelle-moi de payer',
  ];
  const rules = texts.map(text => {
    const { draft, unknown: ranges } = read(text);
    return [draft?.conditions, ranges];
  });
  expect(rules).toEqual(texts.map(() => [[[{ field: 'text', how: 'contains', value: 'invoice' }]], []]));
});

test('“it” that stands not right after what happens may be another thing: that it is read as the text of what happened is said', () => {
  const doubtsOf = (text: string) => {
    const { draft, doubts = [] } = read(text);
    return [draft?.conditions?.length, doubts];
  };
  const quoted = (words: string) => [`Read as a condition on the text of what sets it off, not on what is done: “${words}”.`];
  expect([
    doubtsOf('When a conversation ends, open the report and if it contains "fail", tell me what failed'),
    doubtsOf('When I send a message, list the dates if it contains "trip"'),
    doubtsOf('When I send a message, if it contains "trip", list the dates'),
    doubtsOf('When I send a message, list the dates if the text contains "trip"'),
    doubtsOf('Quand j’envoie un message, liste les dates s’il contient « trajet »'),
  ]).toEqual([
    [1, quoted('if it contains "fail"')],
    [1, quoted('if it contains "trip"')],
    [1, []],
    [1, []],
    [1, ['Lu comme une condition sur le texte de ce qui la déclenche, non sur ce qui est fait : « s’il contient « trajet » ».']],
  ]);
});

test('“does not contain” is a condition, and what is not to be there is no part of what is done', () => {
  const texts = [
    'When I send a message, if it does not contain "draft", list the dates',
    'When I send a message, if it doesn’t contain "draft", list the dates',
    'When I send a message, if the text does not contain "draft", list the dates',
    'Quand j’envoie un message, s’il ne contient pas « draft », liste les dates',
  ];
  const rules = texts.map(text => {
    const { draft, unknown: ranges, doubts = [] } = read(text);
    return [draft?.conditions, ranges, doubts, /draft/.test(workOf(draft) ?? '')];
  });
  expect(rules).toEqual(texts.map(() => [[[{ field: 'text', how: 'contains', value: 'draft', not: true }]], [], [], false]));
  expect(read('When I send a message, check that the site is up, if it does not work, restart it').draft?.conditions).toBe(undefined);
});

test('a reminder of which nothing more is told is shown as one that notifies, as it does', () => {
  const { draft } = read('Every day at 9, remind me to drink. Tell me nothing.');
  const parts = draft && describe(draft, 'en', zone, () => true).parts;
  expect([draft?.deliver, parts?.find(({ part }) => part === 'then')?.text]).toEqual(['never', 'Notify of each result']);
});

test('what comes every year on a date, or every other week, is said so that it is read again', () => {
  const said = repeated.map(([text, trigger]) => {
    const { draft } = read(text);
    if (draft === undefined) return [text];
    const { sentence } = describe(draft, 'en', zone, () => true);
    return [text, understand(sentence, { zone, now, language: 'en' }).draft?.trigger, trigger];
  });
  expect(said.filter(([, again, trigger]) => JSON.stringify(again) !== JSON.stringify(trigger))).toEqual([]);
});
