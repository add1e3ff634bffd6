import { expect, test } from 'vitest';
import type { Draft, Trigger } from '../../contract/index.ts';
import { describe } from './describe.ts';
import { understand } from './understand.ts';

const zone = 'Europe/Paris';
/** Thursday, 26 November 2026, 10:15 in Paris. */
const now = Date.parse('2026-11-26T09:15:00Z');
const read = (text: string, language?: 'en' | 'fr') => understand(text, { zone, now, ...(language && { language }) });
const cron = (fields: string): Trigger => ({ kind: 'cron', cron: fields, zone });
const at = (iso: string): Trigger => ({ kind: 'once', at: Date.parse(iso), zone });
const every = (minutes: number): Trigger => ({ kind: 'every', everyMs: minutes * 60_000, from: now });

const times: readonly (readonly [string, Trigger])[] = [
  ['Monday, Wednesday and Friday at 18:00, say hi', cron('0 18 * * 1,3,5')],
  ['Monday and Tuesday at 9, say hi', cron('0 9 * * 1,2')],
  ['Monday to Thursday at 9, say hi', cron('0 9 * * 1,2,3,4')],
  ['Mon-Fri at 9, say hi', cron('0 9 * * 1-5')],
  ['Lundi, mercredi et vendredi à 18h, dis bonjour', cron('0 18 * * 1,3,5')],
  ['Lundi et mardi à 9h, dis bonjour', cron('0 9 * * 1,2')],
  ['Le lundi et le jeudi à 9h, dis bonjour', cron('0 9 * * 1,4')],
  ['Après-demain à 9h, dis bonjour', at('2026-11-28T08:00:00Z')],
  ['The day after tomorrow at 9, say hi', at('2026-11-28T08:00:00Z')],
  ['Every day at half past nine, say hi', cron('30 9 * * *')],
  ['Every day at a quarter to six, say hi', cron('45 5 * * *')],
  ['Every day at twenty past seven in the evening, say hi', cron('20 19 * * *')],
  ['Every day at ten, say hi', cron('0 10 * * *')],
  ['Every day at ten o’clock, say hi', cron('0 10 * * *')],
  ['Every day at 10 o’clock, say hi', cron('0 10 * * *')],
  ['Every day at nine thirty, say hi', cron('30 9 * * *')],
  ['Chaque jour à dix heures, dis bonjour', cron('0 10 * * *')],
  ['Chaque jour à vingt et une heures, dis bonjour', cron('0 21 * * *')],
  ['Chaque jour à dix-sept heures trente, dis bonjour', cron('30 17 * * *')],
  ['Chaque jour à 9 heures et demie, dis bonjour', cron('30 9 * * *')],
  ['Chaque jour à 9 heures et quart, dis bonjour', cron('15 9 * * *')],
  ['Chaque jour à 21 heures moins le quart, dis bonjour', cron('45 20 * * *')],
  ['Chaque jour à midi et demi, dis bonjour', cron('30 12 * * *')],
  ['Chaque jour à minuit moins dix, dis bonjour', cron('50 23 * * *')],
  ['Every hour and a half, say hi', every(90)],
  ['Every two and a half hours, say hi', every(150)],
  ['Toutes les heures et demie, dis bonjour', every(90)],
  ['Toutes les 2h30, dis bonjour', every(150)],
  ['Dans 2h30, dis bonjour', at('2026-11-26T11:45:00Z')],
  ['Dans une heure et demie, dis bonjour', at('2026-11-26T10:45:00Z')],
  ['In 2 hours and 30 minutes, say hi', at('2026-11-26T11:45:00Z')],
  ['In twenty-five minutes, say hi', at('2026-11-26T09:40:00Z')],
  ['Friday, 4 December at 9, say hi', at('2026-12-04T08:00:00Z')],
  ['4 December at 9, say hi', at('2026-12-04T08:00:00Z')],
  ['Le vendredi 4 décembre 2026 à 9h, dis bonjour', at('2026-12-04T08:00:00Z')],
];

test('times are read as people say them: lists of days, hours in words, lengths of two units, dates with their weekday', () => {
  const told = times.map(([text]) => {
    const { draft, unknown, bounds } = read(text);
    return [text, draft?.trigger, draft?.action.kind === 'instruction' && draft.action.instruction, unknown, bounds];
  });
  expect(told).toEqual(times.map(([text, trigger]) => [text, trigger, / say hi$/.test(text) ? 'say hi' : 'dis bonjour', [], undefined]));
});

const refused: readonly (readonly [string, string, RegExp])[] = [
  ['Yesterday at 9, remind me to call Bob', 'Yesterday at 9', /That is over/],
  ['Two days ago at 9, say hi', 'Two days ago at 9', /That is over/],
  ['Last Monday at 9, say hi', 'Last Monday at 9', /That is over/],
  ['Hier à 9h, rappelle-moi d’appeler Bob', 'Hier à 9h', /C’est passé/],
  ['Avant-hier, dis bonjour', 'Avant-hier', /C’est passé/],
  ['Il y a deux jours à 9h, dis bonjour', 'Il y a deux jours à 9h', /C’est passé/],
  ['Monday or Tuesday at 9, say hi', 'Monday or Tuesday at 9', /One day or the other/],
  ['Lundi ou mardi à 9h, dis bonjour', 'Lundi ou mardi à 9h', /Un jour ou l’autre/],
];

test('what is over, and one day or another, is no time of a rule: it is not understood, with the reason', () => {
  const told = refused.map(([text]) => {
    const { draft, unknown, bounds = [] } = read(text);
    return [text, draft, unknown.map(({ start, end }) => text.slice(start, end)).join(' / '), bounds.join(' ')];
  });
  expect(told).toEqual(refused.map(([text, words, why]) => [text, undefined, words, expect.stringMatching(why)]));
});

const asked: readonly (readonly [string, Partial<Draft>])[] = [
  ['Every day at 9, say hi. Stop at $0.05 and 2 minutes.', { limits: { money: 0.05, minutes: 2 } }],
  ['Every day at 9, say hi. Stop after 2 minutes and $0.05.', { limits: { money: 0.05, minutes: 2 } }],
  ['Every day at 9, say hi. Stop at $0.05, 1000 tokens or after 2 minutes.', { limits: { money: 0.05, tokens: 1000, minutes: 2 } }],
  ['Every day at 9, say hi. Max 2 minutes.', { limits: { minutes: 2 } }],
  ['Every day at 9, say hi. Budget $3', { limits: { money: 3 } }],
  ['Chaque jour à 9h, dis bonjour. Arrête après 2 minutes et 0,05 $', { limits: { money: 0.05, minutes: 2 } }],
  ['Chaque jour à 9h, dis bonjour. Arrête à 1000 jetons ou 2 minutes', { limits: { tokens: 1000, minutes: 2 } }],
  ['Chaque jour à 9h, dis bonjour. Budget 1 $', { limits: { money: 1 } }],
  ['Ne me préviens jamais. Chaque jour à 9h, dis bonjour', { deliver: 'never' }],
  ['Every day at 9, say hi. Never tell me.', { deliver: 'never' }],
  ['Chaque jour à 9h, rappelle moi de manger', { action: { kind: 'notify', text: 'manger' } }],
];

test('several limits of one clause, a budget, and what is never told are read, and said again as the same in both languages', () => {
  const told = asked.map(([text, part]) => {
    const { draft } = read(text);
    const again = (['en', 'fr'] as const).map(language => {
      const { sentence } = describe(draft as Draft, language, zone, () => true);
      return read(sentence, language).draft;
    });
    return [text, draft, ...again].map(one => (typeof one === 'object' ? pick(one, Object.keys(part) as (keyof Draft)[]) : one));
  });
  expect(told).toEqual(asked.map(([text, part]) => [text, part, part, part]));
});

const pick = (draft: Draft | undefined, names: readonly (keyof Draft)[]) => Object.fromEntries(names.map(name => [name, draft?.[name]]));

test('a condition on a text that a rule had is not kept beside a time, which brings no text', () => {
  const of = (trigger: Trigger, conditions: NonNullable<Draft['conditions']>): Draft => ({
    ...{ title: 'Bills', trigger, conditions, deliver: 'always', missed: { policy: 'latest' } },
    action: { kind: 'instruction', instruction: 'say hi', where: 'hidden' },
  });
  const sent: Trigger = { kind: 'event', event: 'messageReceived' };
  const said = (before: Draft, begin: string) => {
    const { sentence } = describe(before, 'en', zone, () => true);
    const text = sentence.replace('When I send a message', begin);
    const { draft, unknown, bounds = [] } = understand(text, { zone, now, language: 'en', before });
    return [draft?.conditions, unknown.map(({ start, end }) => text.slice(start, end)), bounds.length];
  };
  const ofText = of(sent, [[{ field: 'text', how: 'contains', value: 'bill' }]]);
  const ofOthers = of(sent, [[{ from: '@acme/x', id: 'is-urgent' }]]);
  expect([said(ofText, 'When I send a message'), said(ofText, 'Every day at 9:00'), said(ofOthers, 'Every day at 9:00')]).toEqual([
    [ofText.conditions, [], 0],
    [undefined, ['if the text contains "bill"'], 1],
    [ofOthers.conditions, [], 0],
  ]);
});
