import { expect, test } from 'vitest';
import { understand } from './understand.ts';

const zone = 'Europe/Paris';
/** Thursday, 26 November 2026, 10:15 in Paris. */
const now = Date.parse('2026-11-26T09:15:00Z');
const read = (text: string) => understand(text, { zone, now });
const told = (text: string) => {
  const { draft, unknown, doubts = [] } = read(text);
  const quoted = doubts.join(' ').match(/[“«] ?[^”»]*[”»]/g) ?? [];
  return [draft !== undefined, unknown.map(({ start, end }) => text.slice(start, end)).join(' / '), quoted.join(' ')];
};

const notRead: readonly (readonly [string, string])[] = [
  ['Trois fois par semaine à 9h, dis bonjour', 'Trois fois par semaine à 9h'],
  ['Three times a week at 9, say hi', 'Three times a week at 9'],
  ['When I send a message, count the words, at most twice a day', 'twice a day'],
  ['Every day at 9 remind me to eat and at 18 to sleep', 'and at 18'],
  ['Every day at 9, remind me tomorrow to go', 'tomorrow'],
  ['Friday 13 at 9, say hi', '13'],
  ['Every day at nine (o’clock in Rome), say hi', 'o’clock'],
  ['Chaque jour, neuf heures, dis bonjour', 'neuf heures'],
  ['Tomorrow half past nine, say hi', 'half past nine'],
  ['Every day say hi at half nine', 'at half nine'],
  ['Prepare the notes for tomorrow at 9', 'for'],
  ['After Monday at 9, say hi', 'After'],
  ['Every day at 9, say hi on Tuesdays', 'on Tuesdays'],
  ['Every day at 9, say hi, on Tuesday', 'on Tuesday'],
  ['Every day at 9, say hi only on Monday', 'only on Monday'],
  ['Every day at 9, say hi until Friday', 'until Friday'],
  ['Every day at 9, read the news every Tuesday', 'every Tuesday'],
  ['Chaque jour à 9h, dis bonjour seulement le lundi', 'seulement le lundi'],
  ['Every day at 9, find flights, max $300', 'max $300'],
  ['Every month on the last day at 9, say hi', 'on the last day'],
  ['Every day at 9, say hi. Tell me nothing. Tell me only if it fails.', 'Tell me only if it fails'],
  ['Every day at 9, say hi. Stop after 5 minutes. Stop after 10 minutes.', 'Stop after 10 minutes'],
  ['Every day at 9, if the text contains "a", do it', 'if the text contains "a"'],
  ['When I send a message, if the text contains "a"b", do it', 'if the text contains "a"b"'],
];

test('words of time or of a limit that are left beside the time, or where a clause begins, are not understood', () => {
  expect(notRead.map(([text]) => [text, ...told(text)])).toEqual(notRead.map(([text, words]) => [text, false, words, '']));
});

const doubted: readonly (readonly [string, string])[] = [
  ['Every day at 9, say hi on Tuesday', '“on Tuesday”'],
  ['Every day at 9, remind me of the meeting at 6pm', '“at 6pm”'],
  ['Every day at 9, say hi three times', '“three times”'],
  ['Every day at 9, play music for 30 minutes', '“for 30 minutes”'],
  ['Every day at 9, if the site is down, restart it', '“if the site is down”'],
  ['When I send a message, if it is long, summarise it', '“if it is long”'],
  ['Every day at 9, find flights for at most $300', '“for at most $300”'],
  ['Every day at 9 after lunch, say hi', '“after lunch”'],
  ['Every day at 9, say hi and send an alert', '“alert”'],
  ['Chaque jour à 9h, arrête le serveur à 18h', '« à 18h »'],
  ['Chaque jour à 9h, dis bonjour, sauf si je suis absent', '« sauf si je suis absent »'],
  ['On Monday, remind me: Tuesday is bin day', '“Tuesday”'],
];

test('words that may be a part of what is done are said to be read so', () => {
  expect(doubted.map(([text]) => [text, ...told(text)])).toEqual(doubted.map(([text, words]) => [text, true, '', words]));
});

const own: readonly string[] = [
  'Every day at 9, summarise yesterday’s mail',
  'Monday’s meeting notes: send every Friday at 9',
  'Every day at 9, remind me of Monday’s meeting',
  'Every day at 9, prepare the Monday meeting',
  'Every day at 9, list what happened last week',
  'Every day at 9, write the daily report',
  'Every day at 9, check if the site is up',
  'Every day at 9, tell me a joke',
  'Every day at 9, say “every Tuesday until Friday at 6pm”',
  'Every day at 9, summarise the budget',
  'Every day at 8, 3 issues should be read',
  'Chaque jour à 9h, résume les mails d’hier',
  'Chaque jour à 9h, rappelle-moi la réunion de lundi',
  'Chaque jour à 9h, écris le rapport quotidien',
  'Chaque jour à 9h, regarde si le site répond',
  'Tous les lundis à 9h, liste les tickets des 7 derniers jours',
];

test('a day that belongs to a thing, what is over, what is asked and what stands in quotation marks is a part of what is done', () => {
  expect(own.map(text => [text, ...told(text)])).toEqual(own.map(text => [text, true, '', '']));
});

test('a date with another day of the week than it has counts, and that is said', () => {
  const [en, fr] = ['Monday, 4 December at 9, say hi', 'Lundi 4 décembre à 9h, dis bonjour'].map(read);
  expect([en?.draft?.trigger, en?.doubts, fr?.doubts]).toEqual([
    { kind: 'once', at: Date.parse('2026-12-04T08:00:00Z'), zone },
    ['4 December 2026 is a Friday, not a Monday: the date counts.'],
    ['Le 4 décembre 2026 est un vendredi, non un lundi : c’est la date qui compte.'],
  ]);
});
