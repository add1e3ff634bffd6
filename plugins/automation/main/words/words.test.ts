import { expect, test } from 'vitest';
import type { Draft, Language, Trigger } from '../../contract/index.ts';
import { describe } from './describe.ts';
import { understand } from './understand.ts';

const zone = 'Europe/Paris';
/** Thursday, 26 November 2026, 10:15 in Paris. */
const now = Date.parse('2026-11-26T09:15:00Z');
const read = (text: string, language?: Language) => understand(text, { zone, now, ...(language && { language }) });
const at = (iso: string): Trigger => ({ kind: 'once', at: Date.parse(iso), zone });
const cron = (fields: string): Trigger => ({ kind: 'cron', cron: fields, zone });

const sentences: readonly (readonly [string, Trigger, string])[] = [
  ['Every day at 8:30, read the news', cron('30 8 * * *'), 'read the news'],
  [
    'Every weekday at 8:30, read the issues opened since yesterday in tide-tables',
    cron('30 8 * * 1-5'),
    'read the issues opened since yesterday in tide-tables',
  ],
  ['read the issues every Monday and Friday at 6 pm', cron('0 18 * * 1,5'), 'read the issues'],
  ['On Mondays at noon, count the tests', cron('0 12 * * 1'), 'count the tests'],
  ['Every first of the month at 9, write the report', cron('0 9 1 * *'), 'write the report'],
  ['Every month on the 15th, write the report', cron('0 9 15 * *'), 'write the report'],
  ['Every year on 3 March at 10:00, congratulate Marta', cron('0 10 3 3 *'), 'congratulate Marta'],
  ['Every 2 hours, look at the build', { kind: 'every', everyMs: 7_200_000, from: now }, 'look at the build'],
  ['tomorrow at 9, water the plants', at('2026-11-27T08:00:00Z'), 'water the plants'],
  ['On 3 March at 10, call the bank', at('2027-03-03T09:00:00Z'), 'call the bank'],
  ['In 20 minutes, check the oven', at('2026-11-26T09:35:00Z'), 'check the oven'],
  ['on Thursday at 9, plan the week', at('2026-12-03T08:00:00Z'), 'plan the week'],
  ['When a conversation ends, list what is left to do', { kind: 'event', event: 'turnEnded' }, 'list what is left to do'],
  ['whenever a project is added, read its README', { kind: 'event', event: 'projectCreated' }, 'read its README'],
  ['When the webhook is called, say what it brought', { kind: 'webhook' }, 'say what it brought'],
  ['Quand le webhook est appelé, résume ce qui est arrivé', { kind: 'webhook' }, 'résume ce qui est arrivé'],
  ['Chaque jour à 8h30, lis les nouvelles', cron('30 8 * * *'), 'lis les nouvelles'],
  ['Du lundi au vendredi à 8 h 30, lis les tickets', cron('30 8 * * 1-5'), 'lis les tickets'],
  ['lis les tickets tous les lundis et jeudis à 18h', cron('0 18 * * 1,4'), 'lis les tickets'],
  ['Tous les 1er du mois à 9h, écris le rapport', cron('0 9 1 * *'), 'écris le rapport'],
  ['Toutes les 2 heures, regarde la compilation', { kind: 'every', everyMs: 7_200_000, from: now }, 'regarde la compilation'],
  ['Demain à 9h, arrose les plantes', at('2026-11-27T08:00:00Z'), 'arrose les plantes'],
  ['Le 3 mars à 10h, appelle la banque', at('2027-03-03T09:00:00Z'), 'appelle la banque'],
  ['Dans 20 minutes, vérifie le four', at('2026-11-26T09:35:00Z'), 'vérifie le four'],
  ['Lorsqu’une conversation se termine, dresse la liste', { kind: 'event', event: 'turnEnded' }, 'dresse la liste'],
  ['Quand j’envoie un message, compte les mots', { kind: 'event', event: 'messageReceived' }, 'compte les mots'],
];

test('sentences in English and French become the rule that they say', () => {
  const rules = sentences.map(([text]) => {
    const { draft, missing, unknown } = read(text);
    return [draft?.trigger, draft?.action.kind === 'instruction' && draft.action.instruction, missing, unknown];
  });
  expect(rules).toEqual(sentences.map(([, trigger, work]) => [trigger, work, [], []]));
});

const unreadTimes: readonly (readonly [string, string])[] = [
  ['Every day at 25:00, say hello', 'at 25:00'],
  ['Every day at 9:75, say hello', 'at 9:75'],
  ['At 25:00 every day, say hello', 'At 25:00'],
  ['Tous les jours à 25h, dis bonjour', 'à 25h'],
  ['Every Monday at 9 and every Friday at 17, write a plan', 'every Friday at 17'],
  ['Every weekday at 9 until 1 December, read the issues', 'until 1 December'],
  ['Every Monday and Thursday at 7pm except holidays, read the issues', 'except holidays'],
  ['Every day at 9, tell every person at 10 Downing Street', ''],
  ['Tous les lundis à 9 h sauf les jours fériés, lis les tickets', 'sauf les jours fériés'],
  ['Chaque jour à 9 h, jusqu’au 1er décembre, lis les tickets', 'jusqu’au 1er décembre'],
];

test('what limits a time, or names another one, and is not read is said to be not understood, and nothing is saved of it', () => {
  const found = unreadTimes.map(([text]) => {
    const { draft, unknown } = read(text);
    return [draft === undefined, unknown.map(({ start, end }) => text.slice(start, end)).join()];
  });
  expect(found).toEqual(unreadTimes.map(([, words]) => (words === '' ? [false, ''] : [true, words])));
});

const further: readonly string[] = [
  'Every weekday at 8:30, read the issues and tell me only if there is something to say. If missed, run once, at most 4 hours late.',
  'Every day at 7, back up the notes. Tell me only if it fails. If missed, run all of them. At most once every 30 minutes. Stop after 5 minutes. Stop at $0.10.',
  'Every 2 days at 6:05, tidy up. Tell me nothing. Stop after 5000 tokens. If missed, skip it.',
  'When I send a message, if the text contains "invoice, paid", file it in a new conversation.',
  'Tomorrow at 9, remind me to water the plants.',
  'Chaque lundi à 9h, rappelle-moi d’appeler Marta.',
  'Du lundi au vendredi à 8h30, lis les tickets. Préviens-moi seulement s’il y a quelque chose à dire. Si manqué, une seule fois, avec au plus 4 heures de retard.',
  'Chaque jour à 7h, sauvegarde les notes. Préviens-moi seulement en cas d’échec. Si manqué, tout rattraper. Au plus une fois toutes les 30 minutes. Arrête à 0,10 $.',
  'Quand j’envoie un message, si le message contient « facture », classe-le dans une nouvelle conversation. Ne me préviens pas.',
];

test('what a rule says of itself is understood as the same rule, in both languages', () => {
  const without = (draft: Draft | undefined) => ({ ...draft, sentence: undefined });
  const wrong: unknown[] = [];
  for (const text of [...sentences.map(([sentence]) => sentence), ...further]) {
    const { draft } = read(text);
    if (draft === undefined) {
      wrong.push(text);
      continue;
    }
    for (const language of ['en', 'fr'] as const) {
      const { sentence } = describe(draft, language, zone, () => true);
      const again = read(sentence, language).draft;
      if (JSON.stringify(sorted(without(again))) !== JSON.stringify(sorted(without(draft)))) wrong.push({ text, sentence, draft, again });
    }
  }
  expect(wrong).toEqual([]);
});

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort()
      .map(([name, inner]) => [name, sorted(inner)]),
  );
}

test('each part says which words it comes from', () => {
  const text = 'Every weekday at 8:30, read the issues and tell me only if it fails. If asleep, run once on waking.';
  const { parts } = read(text);
  expect(parts.map(({ part, start, end }) => [part, text.slice(start, end)])).toEqual([
    ['when', 'Every weekday at 8:30'],
    ['do', 'read the issues'],
    ['then', 'tell me only if it fails'],
    ['missed', 'If asleep, run once on waking'],
  ]);
});

test('a sentence without a time that is understood says so, and what was not understood', () => {
  const vague = 'Every blue moon, read the issues';
  const [unclear, empty, timeOnly] = [read(vague), read(''), read('Every day at 9')];
  expect({
    unclear: [unclear.draft, unclear.missing, unclear.unknown.map(({ start, end }) => vague.slice(start, end))],
    empty: [empty.draft, empty.missing],
    timeOnly: [timeOnly.draft, timeOnly.missing],
    never: read('Every year on 31 April at 9, sleep').missing,
    odd: read('Every day at 25:70, sleep').draft?.trigger,
  }).toEqual({
    unclear: [undefined, ['when'], ['Every blue moon']],
    empty: [undefined, ['when', 'do']],
    timeOnly: [undefined, ['do']],
    never: ['when'],
    odd: undefined,
  });
});

test('29 February is one, in the next year that has it, and in no other', () => {
  const at = (sentence: string) => {
    const trigger = read(sentence).draft?.trigger;
    return trigger?.kind === 'once' ? new Date(trigger.at).toISOString().slice(0, 10) : undefined;
  };
  expect([at('On 29 February at noon, sleep'), at('Le 29 février à midi, dors'), at('On 29 February 2027 at noon, sleep')]).toEqual([
    '2028-02-29',
    '2028-02-29',
    undefined,
  ]);
});
