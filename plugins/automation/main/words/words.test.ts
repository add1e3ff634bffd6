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

const every = (days: number, from: string): Trigger => ({ kind: 'every', everyMs: days * 86_400_000, from: Date.parse(from) });
const notice = (text: string): Draft['action'] => ({ kind: 'notify', text });
const instruct = (instruction: string): Draft['action'] => ({ kind: 'instruction', instruction, where: 'hidden' });

/** As people say it: by the part of the day, several times a day, with the time at the end or alone. */
const ordinary: readonly (readonly [string, Trigger, Draft['action']])[] = [
  ['Tous les matins à 8h, lis les nouvelles', cron('0 8 * * *'), instruct('lis les nouvelles')],
  ['Chaque matin, lis les nouvelles', cron('0 9 * * *'), instruct('lis les nouvelles')],
  ['Tous les soirs à 22h, range le bureau', cron('0 22 * * *'), instruct('range le bureau')],
  ['Tous les soirs à 8h, range le bureau', cron('0 20 * * *'), instruct('range le bureau')],
  ['Lundi soir, arrose les plantes', at('2026-11-30T17:00:00Z'), instruct('arrose les plantes')],
  ['Every morning at 8, read the news', cron('0 8 * * *'), instruct('read the news')],
  ['Every evening at 8, read the news', cron('0 20 * * *'), instruct('read the news')],
  ['Every night at 2, back up the notes', cron('0 2 * * *'), instruct('back up the notes')],
  ['Every Monday morning, plan the week', cron('0 9 * * 1'), instruct('plan the week')],
  ['Every day at 8 in the evening, read the news', cron('0 20 * * *'), instruct('read the news')],
  ['Monday at 9, call the bank', at('2026-11-30T08:00:00Z'), instruct('call the bank')],
  ['In 2 days at 9, call the bank', at('2026-11-28T08:00:00Z'), instruct('call the bank')],
  ['Every half hour, look at the build', { kind: 'every', everyMs: 1_800_000, from: now }, instruct('look at the build')],
  ['Every 90 seconds, look at the build', { kind: 'every', everyMs: 90_000, from: now }, instruct('look at the build')],
  ['At 6pm, remind me to leave', at('2026-11-26T17:00:00Z'), notice('leave')],
  ['At 10, remind me to leave', at('2026-11-27T09:00:00Z'), notice('leave')],
  ['Remind me to call mum at 6pm', at('2026-11-26T17:00:00Z'), notice('call mum')],
  ['Remind me at 6 to call mum', at('2026-11-27T05:00:00Z'), notice('call mum')],
  ['Remind me tomorrow at 9 to call mum', at('2026-11-27T08:00:00Z'), notice('call mum')],
  ['Remind me to call mum tomorrow.', at('2026-11-27T08:00:00Z'), notice('call mum')],
  ['Remind me tonight to sleep', at('2026-11-26T17:00:00Z'), notice('sleep')],
  ['Rappelle-moi demain à 9h d’appeler maman', at('2026-11-27T08:00:00Z'), notice('appeler maman')],
  ['Rappelle-moi d’appeler maman à 18h', at('2026-11-26T17:00:00Z'), notice('appeler maman')],
  ['À 18h, rappelle-moi de partir', at('2026-11-26T17:00:00Z'), notice('partir')],
  ['Every day at 8 and 18, greet me', cron('0 8,18 * * *'), instruct('greet me')],
  ['Every day at 9 pm and 8 am, say hello', cron('0 8,21 * * *'), instruct('say hello')],
  ['Chaque jour à 21 h et 8 h, dis bonjour', cron('0 8,21 * * *'), instruct('dis bonjour')],
  ['Every day at 8 am, noon and 9 pm, say hello', cron('0 8,12,21 * * *'), instruct('say hello')],
  ['Every Monday at 8:30 and 18:30, say hello', cron('30 8,18 * * 1'), instruct('say hello')],
  ['Every day, remind me to stretch at 6pm', cron('0 18 * * *'), notice('stretch')],
  ['Tomorrow, remind me at 9 to call', at('2026-11-27T08:00:00Z'), notice('call')],
  ['Every day at 8, 3 issues should be read', cron('0 8 * * *'), instruct('3 issues should be read')],
  ['Every day at 9, remind me of the meeting at 6pm', cron('0 9 * * *'), notice('the meeting at 6pm')],
  ['When the agent changes a file, run the tests', { kind: 'event', event: 'fileChanged' }, instruct('run the tests')],
  ['Twice a day, read the news', cron('0 9,18 * * *'), instruct('read the news')],
  ['Read the news three times a day', cron('0 9,14,18 * * *'), instruct('Read the news')],
  ['Twice a day at 8 and 20, read the news', cron('0 8,20 * * *'), instruct('read the news')],
  ['Deux fois par jour, lis les nouvelles', cron('0 9,18 * * *'), instruct('lis les nouvelles')],
  ['Lis les nouvelles deux fois par jour à 8 h et 20 h', cron('0 8,20 * * *'), instruct('Lis les nouvelles')],
  ['Une fois par jour, lis les nouvelles', cron('0 9 * * *'), instruct('lis les nouvelles')],
  ['Twice an hour, look at the build', { kind: 'every', everyMs: 1_800_000, from: now }, instruct('look at the build')],
  ['Every other day at 9, water the plants', every(2, '2026-11-27T08:00:00Z'), instruct('water the plants')],
  ['Every second day, water the plants', every(2, '2026-11-27T08:00:00Z'), instruct('water the plants')],
  ['Un jour sur deux à 18 h, arrose les plantes', every(2, '2026-11-26T17:00:00Z'), instruct('arrose les plantes')],
  ['Every other week, plan the garden', every(14, '2026-11-27T08:00:00Z'), instruct('plan the garden')],
  ['Every other Monday at 9, plan the garden', every(14, '2026-11-30T08:00:00Z'), instruct('plan the garden')],
  ['Cette nuit à 2h, range', at('2026-11-27T01:00:00Z'), instruct('range')],
  ['Tomorrow night at 1, tidy', at('2026-11-28T00:00:00Z'), instruct('tidy')],
  ['De lundi à mercredi à 9h, range', cron('0 9 * * 1,2,3'), instruct('range')],
  ['Every day at 9h30m, tidy', cron('30 9 * * *'), instruct('tidy')],
  ['Un lundi sur deux à 9 h, prépare le jardin', every(14, '2026-11-30T08:00:00Z'), instruct('prépare le jardin')],
];

test('ordinary sentences are read: parts of the day, several times of a day, a time at the end, alone, or between “remind me” and what of', () => {
  const rules = ordinary.map(([text]) => {
    const { draft, missing, unknown } = read(text);
    return [text, draft?.trigger, draft?.action, missing, unknown];
  });
  expect(rules).toEqual(ordinary.map(([text, trigger, action]) => [text, trigger, action, [], []]));
});

test('what is due in a minute is due a minute later, to the second, and is said again so', () => {
  const late = Date.parse('2026-11-26T09:16:55.250Z');
  const draft = understand('Dans 1 minute, rappelle-moi de boire', { zone, now: late }).draft as Draft;
  const again = (['en', 'fr'] as const).map(language => {
    const { sentence } = describe(draft, language, zone, () => true);
    return [sentence, understand(sentence, { zone, now: late, language }).draft?.trigger];
  });
  expect({ trigger: draft.trigger, again }).toEqual({
    trigger: at('2026-11-26T09:17:56Z'),
    again: [
      ['On 26 November 2026 at 10:17:56, remind me: boire.', draft.trigger],
      ['Le 26 novembre 2026 à 10:17:56, rappelle-moi : boire.', draft.trigger],
    ],
  });
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
  ['Every hour from 9 to 17, say hello', 'from 9 to 17'],
  ['Toutes les heures de 9 h à 17 h, dis bonjour', 'de 9 h à 17 h'],
  ['Every day at 9 but never on Sunday, list the issues', 'never on Sunday'],
  ['Chaque jour à 9 h mais jamais le dimanche, liste les tickets', 'jamais le dimanche'],
  ['Every day at 9, say hello, not on weekends', 'not on weekends'],
  ['Chaque jour à 9 h, dis bonjour, pas le week-end', 'pas le week-end'],
  ['Every day at 9, say hello, except on Mondays and Fridays', 'except on Mondays and Fridays'],
  ['Every day at 9 for two weeks, say hello', 'for two weeks'],
  ['Chaque jour à 9 h pendant deux semaines, dis bonjour', 'pendant deux semaines'],
  ['Every day at 9 for the next 3 months, say hello', 'for the next 3 months'],
  ['Every day at 9 in January, say hello', 'in January'],
  ['Chaque jour à 9 h en janvier, dis bonjour', 'en janvier'],
  ['In January, every day at 9, say hello', 'In January'],
  ['Every weekday at 9 during the summer, say hello', 'during the summer'],
  ['Every Monday at 9 this month, say hello', 'this month'],
  ['Every weekday at 9 in New York time, say hello', 'in New York time'],
  ['Chaque jour à 9 h heure de New York, dis bonjour', 'heure de New York'],
  ['Every day at 9 UTC, say hello', 'UTC'],
  ['Never every day at 9, delete the branch', 'Never'],
  ['Every day at 9, for the team, write a note', ''],
  ['Every day at 9, in the shed, count the pots', ''],
  ['Every day at 9, read the issues, except the closed ones', ''],
  ['Every day at 9, read the issues, not the closed ones', ''],
  ['Every day at 9, list 3 issues and 2 pull requests', ''],
  ['Every Monday at 9, this week’s issues: list them', ''],
  ['Chaque jour à 9 h, de la part de Marta, écris une note', ''],
  ['Chaque jour à 9 h, lis les tickets, pas les fermés', ''],
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
  for (const text of [...sentences.map(([sentence]) => sentence), ...ordinary.map(([sentence]) => sentence), ...further]) {
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

const names = {
  projects: [
    { id: 'p1', name: 'Garden' },
    { id: 'p2', name: 'Garden shed' },
  ],
  models: [{ id: 'local/m1', name: 'Mistral Small' }],
  places: [{ channel: '@acme/irc/irc', thread: 'marta', name: 'marta', title: 'IRC of the club' }],
};
const known = (text: string) => understand(text, { zone, now, names }).draft;

test('a sentence names a project, a model and a channel, and is said again with them, in both languages', () => {
  const sent = { kind: 'channel', channel: '@acme/irc/irc', thread: 'marta' };
  const read = [
    known(
      'Every day at 9, count the pots in the project Garden shed with the model Mistral Small. Send it to marta through IRC of the club.',
    ),
    known(
      'Chaque jour à 9h, compte les pots dans le projet « Garden » avec le modèle Mistral Small. Envoie-le à marta par IRC of the club.',
    ),
    known('Every day at 9, read the notes in the project folder with the model train'),
  ];
  const again = read.flatMap(draft =>
    (['en', 'fr'] as const).map(language => {
      const { sentence } = describe(draft as Draft, language, zone, () => true, names);
      const { action, to } = understand(sentence, { zone, now, names, language }).draft ?? {};
      return JSON.stringify([action, to]) === JSON.stringify([draft?.action, draft?.to]);
    }),
  );
  expect({ read: read.map(draft => [draft?.action, draft?.to]), again }).toEqual({
    read: [
      [{ kind: 'instruction', instruction: 'count the pots', where: 'hidden', project: 'p2', model: 'local/m1' }, sent],
      [{ kind: 'instruction', instruction: 'compte les pots', where: 'hidden', project: 'p1', model: 'local/m1' }, sent],
      [{ kind: 'instruction', instruction: 'read the notes in the project folder with the model train', where: 'hidden' }, undefined],
    ],
    again: Array(6).fill(true),
  });
});

test('an amount is said with both digits of its cents', () => {
  const draft = known('Every day at 9, look. Stop at $0.10.') as Draft;
  expect(
    (['en', 'fr'] as const).map(language =>
      describe(draft, language, zone, () => true)
        .sentence.split('. ')
        .at(-1),
    ),
  ).toEqual(['Stop at $0.10.', 'Arrête à 0,10 $US.']);
});

const impossible: readonly (readonly [string, string, string, string])[] = [
  [
    'Every day at 9, work. Stop after 0 minutes.',
    'Stop after 0 minutes',
    'more than 0 and at most 1,440 minutes',
    'plus de 0 et au plus 1 440 minutes',
  ],
  ['Every day at 9, work. Stop after 2 days.', 'Stop after 2 days', '1,440 minutes', '1 440 minutes'],
  ['Every day at 9, work. Stop after 0 tokens.', 'Stop after 0 tokens', 'at least one token', 'au moins un jeton'],
  ['Every day at 9, work. Stop at $0.', 'Stop at $0', 'more than $0', 'plus de 0 $'],
  ['Every day at 9, work. At most once every 999 days.', 'At most once every 999 days', 'at most 366 days', 'au plus 366 jours'],
  [
    'Every day at 9, work. If missed, run once, at most 999 days late.',
    'If missed, run once, at most 999 days late',
    '366 days',
    '366 jours',
  ],
  ['Every 0 minutes, work.', 'Every 0 minutes', 'at least a minute', 'au moins une minute'],
  ['Chaque jour à 9 h, travaille. Arrête après 0 minutes.', 'Arrête après 0 minutes', '1,440', '1 440'],
  ['Chaque jour à 9 h, travaille. Arrête à 0 $.', 'Arrête à 0 $', 'more than $0', 'plus de 0 $'],
  ['Chaque jour à 9 h, travaille. Au plus une fois tous les 999 jours.', 'Au plus une fois tous les 999 jours', '366', '366'],
];

test('a limit, a pause, a delay or an interval that no rule can have makes none: its words are not understood, and what it can be is said in both languages', () => {
  const told = impossible.map(([text]) => {
    const [en, fr] = (['en', 'fr'] as const).map(told => understand(text, { zone, now, told }));
    return {
      draft: [en?.draft, fr?.draft],
      unknown: en?.unknown.map(({ start, end }) => text.slice(start, end)),
      en: en?.bounds?.join(' '),
      fr: fr?.bounds?.join(' ').replaceAll(/\s/g, ' '),
    };
  });
  expect(told).toEqual(
    impossible.map(([, words, en, fr]) => ({
      draft: [undefined, undefined],
      unknown: [words],
      en: expect.stringContaining(en),
      fr: expect.stringContaining(fr),
    })),
  );
});

test('what stands in quotation marks is a part of what is done, whatever it says; a whole sentence in them is read', () => {
  const told = [
    'Every day at 9, summarise the text “tell me nothing”',
    'Every Monday at 9, answer "every day at 8, stop after 5 minutes." with care',
    'Answer “every day at 8” every Monday at 9',
    'Chaque jour à 9 h, résume le texte « ne me préviens pas. Arrête à 5 $. »',
    '“Every day at 9, sing. Tell me nothing.”',
  ].map(text => {
    const { draft } = read(text);
    return [draft?.trigger, draft?.deliver, draft?.limits, draft?.action.kind === 'instruction' && draft.action.instruction];
  });
  expect(told).toEqual([
    [cron('0 9 * * *'), 'always', undefined, 'summarise the text “tell me nothing”'],
    [cron('0 9 * * 1'), 'always', undefined, 'answer "every day at 8, stop after 5 minutes." with care'],
    [cron('0 9 * * 1'), 'always', undefined, 'Answer “every day at 8”'],
    [cron('0 9 * * *'), 'always', undefined, 'résume le texte « ne me préviens pas. Arrête à 5 $. »'],
    [cron('0 9 * * *'), 'never', undefined, 'sing'],
  ]);
});

test('a limit is one where its words stand for themselves: in the middle of what is done they are a part of it, and before more words they are not understood', () => {
  const told = [
    'Every day at 9, tell me to stop after 5 minutes of running',
    'Chaque jour à 9 h, dis-moi d’arrêter après 5 minutes de course',
    'Every day at 9, work and stop after 5 minutes, and tell me only if it fails',
    'Every day at 9, work. Stop after 5 minutes of running.',
    'Every day at 9, post at most once every 30 minutes in total',
    "Every day at 9, don't tell me jokes",
  ].map(text => {
    const { draft, unknown } = read(text);
    const { limits, deliver, cooldownMs } = draft ?? {};
    return [limits, cooldownMs, deliver, unknown.map(({ start, end }) => text.slice(start, end)).join()];
  });
  expect(told).toEqual([
    [undefined, undefined, 'always', ''],
    [undefined, undefined, 'always', ''],
    [{ minutes: 5 }, undefined, 'failure', ''],
    [undefined, undefined, undefined, 'Stop after 5 minutes of running'],
    [undefined, undefined, 'always', ''],
    [undefined, undefined, 'always', ''],
  ]);
});
