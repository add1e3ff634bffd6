import { expect, test } from 'vitest';
import { understand } from './understand.ts';

const zone = 'Europe/Paris';
/** Thursday, 26 November 2026, 10:15 in Paris. */
const now = Date.parse('2026-11-26T09:15:00Z');

/** Each with what is not understood of it. */
const unread: readonly (readonly [string, string])[] = [
  ['Le dernier jour du mois à 18h, écris le rapport', 'Le dernier jour du mois'],
  ['Dernier jour du mois à 18h : écris le rapport', 'Dernier jour du mois'],
  ['L’avant-dernier jour du mois à 18h, écris', 'L’avant-dernier jour du mois'],
  ['Le dernier jour ouvré du mois à 18h, écris', 'Le dernier jour ouvré du mois'],
  ['Le jour de l’an à 9h, souhaite la bonne année', 'Le jour de l’an'],
  ['Le lendemain à 9h, lis', 'Le lendemain'],
  ['lun mer ven à 9h lis', 'lun mer ven'],
  ['Lundi en huit à 9h, appelle maman', 'en huit'],
  ['Demain soir à minuit, lis', 'soir'],
  ['Toutes les heures à la demie, regarde', 'à la demie'],
  ['Chaque mardi que je travaille à 9h, lis', 'que je travaille'],
  ['Chaque mois le 1er et le 15, paie', 'le 15'],
  ['At month end at 18:00, write the report', 'At month end'],
  ['On my birthday at 9, call mum', 'On my birthday'],
  ['on payday at 9, pay the rent', 'on payday'],
  ['On New Year’s Day at 9, call mum', 'On New Year’s Day'],
  ['Thanksgiving at 9, call mum', 'Thanksgiving'],
  ['Every month on the 1st and 15th, pay', 'and 15th'],
  ['On December 24 and 25 at 9, call mum', 'and 25'],
  ['On Monday the 1st at 9, pay', 'the 1st'],
  ['every Friday the 13th at 9, stay in bed', 'the 13th'],
  ['every 1st monday at 9, plan', 'every 1st'],
  ['every 5 weekdays, plan', 'every 5'],
  ['Every morning and evening, read', 'and evening'],
  ['Morning and evening at 8, read', 'Morning and evening'],
  ['Every hour at quarter past, look', 'at quarter past'],
  ['Every Tuesday that I work, read', 'that I work'],
];

test('a day or a time that no sentence says, right beside one that it does, is not understood, and no rule is made of the rest', () => {
  const found = unread.map(([text]) => {
    const { draft, unknown } = understand(text, { zone, now });
    return [text, unknown.map(({ start, end }) => text.slice(start, end)).join(' | '), draft === undefined];
  });
  expect(found).toEqual(unread.map(([text, words]) => [text, words, true]));
});

/** What stands before the time is what is done, as it begins with what to do, or is all that there is. */
const done: readonly (readonly [string, string])[] = [
  ['Read the news at 9, then sum them up', 'Read the news, sum them up'],
  ['The news of the day at 9', 'The news of the day'],
  ['Every day at 9 in the shed, count the tools', 'in the shed, count the tools'],
  ['Lis les nouvelles à 9h, puis résume-les', 'Lis les nouvelles, résume-les'],
  ['Les nouvelles du jour, chaque jour à 9h', 'Les nouvelles du jour'],
  ['Pour Marta, chaque jour à 9h, lis les nouvelles', 'Pour Marta, lis les nouvelles'],
  ['On the site, every day at 9, check the links', 'On the site, check the links'],
];

test('what is done may stand before the time, and a place may stand beside it', () => {
  const found = done.map(([text]) => {
    const { draft } = understand(text, { zone, now });
    return [text, draft?.action.kind === 'instruction' && draft.action.instruction];
  });
  expect(found).toEqual(done);
});
