import { expect, test } from 'vitest';
import type { Draft, Language } from '../../contract/index.ts';
import { describe } from './describe.ts';
import { understand } from './understand.ts';

const zone = 'Europe/Paris';
/** Thursday, 26 November 2026, 10:15 in Paris. */
const now = Date.parse('2026-11-26T09:15:00Z');
const read = (text: string, language: Language) => understand(text, { zone, now, language });

interface Words {
  readonly times: readonly string[];
  readonly tasks: readonly string[];
  readonly limits: readonly string[];
  /** Words of time, of limits and of what is told, each of which says something of a rule. */
  readonly temporal: readonly string[];
}

const words: Readonly<Record<Language, Words>> = {
  en: {
    times: [
      ...['Every day at 9', 'Every weekday at half past eight', 'Monday, Wednesday and Friday at 18:00', 'Tuesday and Thursday at ten'],
      ...['On Monday at 9', 'Tomorrow at noon', 'The day after tomorrow at 7 pm', 'Friday, 4 December at 9', 'On 3 March 2027 at 10'],
      ...['Every hour and a half', 'Every 20 minutes', 'Every 2 days at 6:05', 'In 2 hours and 30 minutes', 'Every month on the 15th at 9'],
      ...['Every year on 3 March at 10:00', 'On the schedule */7 * * * 1-5', 'On the schedule 0 9 1,15 */2 *', 'When a conversation ends'],
      ...['When I send a message, if the text contains "bill" or if not: the title matches "a*b"', 'When the webhook is called'],
    ],
    tasks: ['say hi', 'remind me to drink', 'write a poem in a new conversation', 'list the files and count them', 'check if it is up'],
    limits: [
      ...[
        '',
        'Stop at $0.05 and 2 minutes.',
        'Max 2 minutes.',
        'Budget $3.',
        'Stop after 5000 tokens, 90 seconds or $1.',
        'Never tell me.',
      ],
      ...[
        'Tell me only if it fails. If missed, skip it.',
        'If missed, run all of them, at most 2 hours late. At most once every 30 minutes.',
      ],
    ],
    temporal: [
      ...['on Tuesdays', 'on Tuesday', 'until Friday', 'every Sunday', 'at half past six', 'at 18:45', 'at eleven o’clock', 'tomorrow'],
      ...['twice a day', 'three times', 'for two weeks', 'in January', 'except on Mondays', 'only on Monday', 'not on weekends', 'tonight'],
      ...[
        'the day after tomorrow',
        'on 4 December',
        'at 7 pm',
        'every other week',
        'starting Monday',
        'from 9 to 17',
        'daily',
        'next week',
      ],
      ...['for 30 minutes', 'unless it rains', 'if it rains', 'max $300', 'at midnight', 'in the morning', 'this month', 'every 5 minutes'],
    ],
  },
  fr: {
    times: [
      ...[
        'Chaque jour à 9h',
        'Du lundi au vendredi à huit heures et demie',
        'Lundi, mercredi et vendredi à 18h',
        'Mardi et jeudi à dix heures',
      ],
      ...['Lundi à 9h', 'Demain à midi et demi', 'Après-demain à 19h', 'Vendredi 4 décembre à 9h', 'Le 3 mars 2027 à 10h'],
      ...['Toutes les heures et demie', 'Toutes les 20 minutes', 'Tous les 2 jours à 6h05', 'Dans 2h30', 'Chaque mois le 15 à 9h'],
      ...['Chaque année le 3 mars à 10h', 'Selon l’horaire */7 * * * 1-5', 'Quand une conversation se termine'],
      ...['Quand j’envoie un message, si le texte contient « facture » ou si pas : le titre est « b »', 'Quand le webhook est appelé'],
    ],
    tasks: ['dis bonjour', 'rappelle moi de boire', 'écris un poème dans une nouvelle conversation', 'liste les fichiers et compte-les'],
    limits: [
      ...[
        '',
        'Arrête après 2 minutes et 0,05 $.',
        'Max 2 minutes.',
        'Budget 1 $.',
        'Arrête à 1000 jetons ou 90 secondes.',
        'Ne me préviens jamais.',
      ],
      ...[
        'Préviens-moi seulement en cas d’échec. Si manquée, ignorer.',
        'Si manqué, tout rattraper. Au plus une fois toutes les 30 minutes.',
      ],
    ],
    temporal: [
      ...[
        'le mardi',
        'mardi',
        'jusqu’à vendredi',
        'chaque dimanche',
        'à six heures et demie',
        'à 18h45',
        'à onze heures',
        'demain',
        'ce soir',
      ],
      ...[
        'deux fois par jour',
        'trois fois',
        'pendant deux semaines',
        'en janvier',
        'sauf le lundi',
        'seulement le lundi',
        'pas le week-end',
      ],
      ...['après-demain', 'le 4 décembre', 'à minuit', 'une semaine sur deux', 'à partir de lundi', 'de 9h à 17h', 'la semaine prochaine'],
      ...[
        'pendant 30 minutes',
        's’il pleut',
        'si je suis là',
        'max 300 $',
        'le matin',
        'ce mois',
        'toutes les 5 minutes',
        'tous les lundis',
      ],
    ],
  },
};
const languages = ['en', 'fr'] as const;

/** What a rule does, and when. */
function bare(draft: Draft | undefined): unknown {
  if (draft === undefined) return undefined;
  const { title: _title, sentence: _sentence, trigger, ...rest } = draft;
  // An interval of hours is counted from when it was read.
  return sorted({ ...rest, trigger: trigger.kind === 'every' ? { ...trigger, from: trigger.from % 60_000 } : trigger });
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort()
      .map(([name, inner]) => [name, sorted(inner)]),
  );
}

test.each(languages)(
  'each time with each task and each limit is understood in full, and what it says of itself as the same, in %s',
  language => {
    const { times, tasks, limits } = words[language];
    const wrong: unknown[] = [];
    for (const time of times)
      for (const task of tasks)
        for (const limit of limits) {
          for (const text of [`${time}, ${task}. ${limit}`, `${limit} ${time}, ${task}.`]) {
            const { draft, unknown, doubts = [] } = read(text, language);
            if (draft === undefined || unknown.length + doubts.length > 0) {
              wrong.push([text, unknown.map(({ start, end }) => text.slice(start, end)), doubts]);
              continue;
            }
            for (const to of languages) {
              const { sentence } = describe(draft, to, zone, () => true);
              const again = read(sentence, to);
              if (JSON.stringify(bare(again.draft)) !== JSON.stringify(bare(draft)) || again.doubts !== undefined)
                wrong.push([text, sentence]);
            }
          }
        }
    expect(wrong).toEqual([]);
  },
);

test.each(languages)(
  'no word of time, of a limit or of a condition becomes a part of what is done in silence, wherever it stands, in %s',
  language => {
    const { times, tasks, temporal } = words[language];
    const wrong: unknown[] = [];
    for (const [index, time] of times.entries())
      for (const [place, word] of temporal.entries()) {
        const task = tasks[(index + place) % tasks.length] ?? '';
        const plain = read(`${time}, ${task}`, language).draft;
        const later = time.charAt(0).toLowerCase() + time.slice(1);
        const begins = [`${word}, ${later}, ${task}`, `${time} ${word}, ${task}`, `${time}, ${word}, ${task}`];
        const ends = [`${time}, ${task} ${word}`, `${time}, ${task}, ${word}`, `${time}, ${task}. ${word}.`, `${task} ${word} ${later}`];
        for (const text of [...begins, ...ends]) {
          const { draft, doubts, parts } = read(text, language);
          if (draft === undefined || doubts !== undefined) continue;
          // What was read of it is marked as something else than what is done, which is the same.
          const marked = (isDone: boolean) =>
            parts.some(({ part, start, end }) => (part === 'do') === isDone && text.slice(start, end).includes(word));
          const isSame = JSON.stringify(sorted(draft.action)) === JSON.stringify(sorted(plain?.action));
          if (marked(true) || !marked(false) || !isSame) wrong.push([text, draft.trigger, draft.action]);
        }
      }
    expect(wrong).toEqual([]);
  },
);
