import { expect, test } from 'vitest';
import type { Trigger } from '../../contract/index.ts';
import { describe } from './describe.ts';
import { understand } from './understand.ts';

const zone = 'Europe/Paris';
/** Thursday, 26 November 2026, 10:15 in Paris. */
const now = Date.parse('2026-11-26T09:15:00Z');
const read = (text: string) => understand(text, { zone, now });
const at = (iso: string): Trigger => ({ kind: 'once', at: Date.parse(iso), zone });
const christmas = at('2026-12-24T08:00:00Z');

const dates: readonly (readonly [string, Trigger])[] = [
  ['On 24/12 at 9, call mum', christmas],
  ['on 24/12/2026 at 9, call mum', christmas],
  ['On the 24.12. at 9, call mum', christmas],
  ['on 24.12.2026 at 9:00, call mum', christmas],
  ['on 24-12-2026 at 9, call mum', christmas],
  ['on 24/12/26 at 9, call mum', christmas],
  ['On 2026-12-24 at 9, call mum', christmas],
  ['24/12 at 9, call mum', christmas],
  ['12/24 at 9, call mum', christmas],
  ['On Thursday 24/12 at 9, call mum', christmas],
  ['on 5/5 at 9, call mum', at('2027-05-05T07:00:00Z')],
  ['on 24 Dec. at 9, call mum', christmas],
  ['Every year on 24/12 at 9, call mum', { kind: 'cron', cron: '0 9 24 12 *', zone }],
  ['Le 24/12 à 9h, appelle maman', christmas],
  ['le 24/12/2026 à 9h, appelle maman', christmas],
  ['le 24.12.2026 à 9h, appelle maman', christmas],
  ['le 24-12-2026 à 9h, appelle maman', christmas],
  ['le 24.12.26 à 9h, appelle maman', christmas],
  ['Le 2026-12-24 à 9h, appelle maman', christmas],
  ['le jeudi 24/12 à 9h, appelle maman', christmas],
  ['le 3/4 à 9h, appelle maman', at('2027-04-03T07:00:00Z')],
  ['le 24 déc. à 9h, appelle maman', christmas],
  ['le 3 févr. à 9h, appelle maman', at('2027-02-03T08:00:00Z')],
  ['Chaque année le 24/12 à 9h, appelle maman', { kind: 'cron', cron: '0 9 24 12 *', zone }],
  ['le 29/02 à 9h, appelle maman', at('2028-02-29T08:00:00Z')],
];

test('dates in numbers and with short months are read, and said again with the month in words', () => {
  const found = dates.map(([text]) => {
    const { draft, unknown, language } = read(text);
    const again = draft && read(describe(draft, language, zone, () => true).sentence).draft?.trigger;
    return [text, draft?.trigger, unknown, again];
  });
  expect(found).toEqual(dates.map(([text, trigger]) => [text, trigger, [], trigger]));
});

const none: readonly (readonly [string, string, RegExp])[] = [
  ['On 03/04 at 9, call mum', 'On 03/04 at 9', /month in letters/],
  ['on 3.4.2027 at 9, call mum', 'on 3.4.2027 at 9', /month in letters/],
  ['On 31/02 at 9, call mum', 'On 31/02 at 9', /no such day/],
  ['On 24/13 at 9, call mum', 'On 24/13 at 9', /no such day/],
  ['le 31/04 à 9h, appelle maman', 'le 31/04 à 9h', /n’existe pas/],
  ['le 12/24 à 9h, appelle maman', 'le 12/24 à 9h', /n’existe pas/],
  ['Le 2026-02-30 à 9h, appelle maman', 'Le 2026-02-30 à 9h', /n’existe pas/],
];

test('a date of two numbers that may be read in two ways, or that there is not, is not understood and says why', () => {
  const found = none.map(([text, , why]) => {
    const { draft, unknown, bounds = [] } = read(text);
    return [text, unknown.map(({ start, end }) => text.slice(start, end)).join(' | '), draft, bounds.some(one => why.test(one))];
  });
  expect(found).toEqual(none.map(([text, words]) => [text, words, undefined, true]));
});

test('numbers with a stroke or a dot that are no date stay what is done', () => {
  const works = [
    'Every day at 9.30, read 24/7 support',
    'Every day at 9, read 3/4 of the list',
    'Chaque jour à 9h, lis la version 1.2.3',
  ].map(text => {
    const { draft } = read(text);
    return [draft?.trigger.kind, draft?.action.kind === 'instruction' && draft.action.instruction];
  });
  expect(works).toEqual([
    ['cron', 'read 24/7 support'],
    ['cron', 'read 3/4 of the list'],
    ['cron', 'lis la version 1.2.3'],
  ]);
});
