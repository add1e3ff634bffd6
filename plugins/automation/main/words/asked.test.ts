import { expect, test } from 'vitest';
import type { Draft } from '../../contract/index.ts';
import { describe } from './describe.ts';
import { understand } from './understand.ts';

const zone = 'Europe/Paris';
/** Thursday, 26 November 2026, 10:15 in Paris. */
const now = Date.parse('2026-11-26T09:15:00Z');
const names = {
  projects: [
    { id: 'p1', name: 'tides' },
    { id: 'p2', name: 'Garden shed' },
  ],
  models: [
    { id: 'scripted/m', name: 'Tide 4' },
    { id: 'demo/demo', name: 'Démo' },
  ],
  places: [{ channel: '@acme/irc/irc', thread: 'marta', name: 'marta', title: 'IRC of the club' }],
};
const read = (text: string) => understand(text, { zone, now, names });

const unread: readonly (readonly [string, string, RegExp])[] = [
  ['Every day at 3:30am London time, say hi', 'London time', /time zone/],
  ['Every day at 8 and 18, New York time, say hi', 'New York time', /time zone/],
  ['Every day, greet me at 6pm London time', 'London time', /time zone/],
  ['Chaque jour à 3h30, heure de Londres, dis bonjour', 'heure de Londres', /fuseau/],
  ['When a file changes in oceans, run the tests', 'in oceans', /your projects/],
  ['Quand un message arrive de Marta, résume-le', 'de Marta', /vos projets/],
  ['Every day at 9, remind me to walk. Tell me only if it rains.', 'Tell me only if it rains', /A reminder is shown each time/],
  ['Every day at 9, read the news, at most 5 euros', 'at most 5 euros', /in dollars/],
  ['Every day at 9, find flights, at most $300', 'at most $300', /in dollars/],
  ['Every day at 9, read the news using gpt-4', 'using gpt-4', /no model/],
  ['Every day at 9, read the news with the model gpt-4.1.', 'with the model gpt-4.1', /no model/],
  ['Chaque jour à 9 h, lis les nouvelles avec gpt-4', 'avec gpt-4', /aucun modèle/],
  ['Every day at 9, say hi in the conversation “Daily”', 'in the conversation “Daily”', /conversation in the fields/],
  ['Chaque jour à 9 h, dis bonjour dans la conversation « Daily »', 'dans la conversation « Daily »', /conversation dans les champs/],
  ['Every day at 9, read the news with open access', 'with open access', /access in the fields/],
  ['Chaque jour à 9 h, lis les nouvelles avec un accès ouvert', 'avec un accès ouvert', /accès dans les champs/],
  ['Every day at 9, read the news and write it to a file', 'write it to a file', /where the result goes/],
  ['Every day at 9, list the issues. Save the list to docs/issues.md', 'Save the list to docs/issues.md', /where the result goes/],
  ['Every day at 9, go on in the conversation “Daily”', 'go on in the conversation “Daily”', /conversation in the fields/],
  ['Every day at 9, read the news using the model Foo', 'using the model Foo', /no model/],
  ['Chaque jour à 9 h, lis les nouvelles et écris-les dans un fichier', 'écris-les dans un fichier', /où va le résultat/],
  ['Every day at 9, read the news and send it to Telegram', 'send it to Telegram', /no channel/],
  ['Every day at 9 send me the summary by email', 'send me the summary by email', /no channel/],
  ['Chaque jour à 9 h, lis les nouvelles et envoie-les-moi par mail', 'envoie-les-moi par mail', /aucun canal/],
  ['Every day at 25h, sleep', 'at 25h', /between 00:00 and 23:59/],
  ['Every day, remind me to sleep at 25:00', 'at 25:00', /between 00:00 and 23:59/],
  ['À 25 h, dors', 'À 25 h', /00:00/],
  ['Le 31 février à 9 h, dors', 'Le 31 février à 9 h', /Ce jour n’existe pas/],
  ['Every year on 31 April at 9, sleep', 'Every year on 31 April at 9', /no such day/],
  ['Every month on the 32nd, sleep', 'on the 32nd', /^$/],
  ['Dans 10 secondes, rappelle-moi de boire', 'Dans 10 secondes', /au moins une minute/],
  ['Every 10 seconds, look', 'Every 10 seconds', /at least a minute/],
  ['Every day at 8:30 and 18:15, look', 'Every day at 8:30 and 18:15', /same minutes/],
  ['Tomorrow at 8 and 18, look', 'Tomorrow at 8 and 18', /several times/],
  ['Twice a day at 8, look', 'Twice a day at 8', /at which times of the day/],
  ['Five times a day, look', 'Five times a day', /every 4 hours/],
  ['Twice a week, look', 'Twice a week', /on which days/],
  ['Every other month, look', 'Every other month', /schedule in the fields/],
  ['Deux fois par semaine, regarde', 'Deux fois par semaine', /quels jours/],
  ['Un mois sur deux, regarde', 'Un mois sur deux', /horaire dans les champs/],
];

test('what a sentence asks and no rule can be told by words is said to be not understood, with the reason, and nothing is saved of it', () => {
  const told = unread.map(([text]) => {
    const { draft, unknown, bounds = [] } = read(text);
    return [text, draft, unknown.map(({ start, end }) => text.slice(start, end)).join(' / '), bounds.join(' ')];
  });
  expect(told).toEqual(unread.map(([text, words, why]) => [text, undefined, words, expect.stringMatching(why)]));
});

const asTask: readonly string[] = [
  'find flights for at most $300',
  'compare them with Claude’s notes',
  'read the notes using the index',
  'tell Marta to send it to Bob',
  'say what was decided in the conversation',
  'say which files I should write to',
  'write a poem about the open sea',
  'explain “send it to Telegram”',
  'track my time',
];

test('the same words stay a part of what is done where they say something of it', () => {
  const told = asTask.map(work => {
    const { draft, unknown } = read(`Every day at 9, ${work}`);
    return [draft?.action.kind === 'instruction' && draft.action.instruction, unknown];
  });
  expect(told).toEqual(asTask.map(work => [work, []]));
});

test('a conversation that is shown may write files, so what it is to write is a part of what is done', () => {
  const { draft } = read('Every day at 9, list the issues and write them to a file, in a new conversation');
  expect(draft?.action).toEqual({ kind: 'instruction', instruction: 'list the issues and write them to a file', where: 'visible' });
});

const given: readonly (readonly [string, Partial<Draft>])[] = [
  [
    'Every hour, check the site and tell me only if it is down',
    {
      deliver: 'something',
      action: { kind: 'instruction', instruction: 'check the site and tell me only if it is down', where: 'hidden' },
    },
  ],
  [
    'Toutes les heures, regarde le site. Préviens-moi seulement s’il est en panne.',
    {
      deliver: 'something',
      action: { kind: 'instruction', instruction: 'regarde le site. Préviens-moi seulement s’il est en panne', where: 'hidden' },
    },
  ],
  ['Every day at 9, read the news, at most 5 cents', { limits: { money: 0.05 } }],
  ['Every day at 9, read the news, 5 cents at most', { limits: { money: 0.05 } }],
  ['Chaque jour à 9 h, lis les nouvelles, 5 cents au plus', { limits: { money: 0.05 } }],
  ['Every day at 9, read the news. Spend at most $2.', { limits: { money: 2 } }],
  ['Chaque jour à 9 h, lis les nouvelles, au plus 0,05 $', { limits: { money: 0.05 } }],
  [
    'Every day at 9, read the news using Tide 4',
    { action: { kind: 'instruction', instruction: 'read the news', where: 'hidden', model: 'scripted/m' } },
  ],
  [
    'Chaque jour à 9 h, lis les nouvelles avec Démo.',
    { action: { kind: 'instruction', instruction: 'lis les nouvelles', where: 'hidden', model: 'demo/demo' } },
  ],
  ['When a file changes in tides, run the tests', { trigger: { kind: 'event', event: 'fileChanged', project: 'p1' } }],
  [
    'Quand un fichier change dans le projet « Garden shed », lance les tests',
    { trigger: { kind: 'event', event: 'fileChanged', project: 'p2' } },
  ],
  [
    'Every day at 9 in tides, run the tests',
    { action: { kind: 'instruction', instruction: 'run the tests', where: 'hidden', project: 'p1' } },
  ],
  ['Whenever a conversation ends in tides, say what is left', { trigger: { kind: 'event', event: 'turnEnded', project: 'p1' } }],
];

test('what a rule can do of it is read, and said again as the same rule in both languages', () => {
  const told = given.map(([text]) => {
    const { draft } = read(text);
    const again = (['en', 'fr'] as const).map(language => {
      const { sentence } = describe(draft as Draft, language, zone, () => true, names);
      const { sentence: _said, ...rule } = understand(sentence, { zone, now, names, language }).draft ?? {};
      return rule;
    });
    return [text, draft, again];
  });
  expect(told).toEqual(
    given.map(([text, rule]) => {
      const { sentence: _said, ...whole } = read(text).draft ?? {};
      return [text, expect.objectContaining(rule), [whole, whole]];
    }),
  );
});
