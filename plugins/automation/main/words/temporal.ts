import type { Language } from '../../contract/index.ts';
import { lexicons, startsBlank } from './lexicon.ts';
import { wordNumber } from './numbers.ts';
import { match, type Phrase, phrase } from './phrase.ts';
import type { Range, Token } from './tokens.ts';

/**
 * What a word that is left over speaks of: a time of the day, a day or a date, something over, a repetition, a length, where a time ends, a
 * limit of a run, what is told, or a condition.
 */
export type HintKind = 'clock' | 'day' | 'past' | 'repeat' | 'span' | 'bound' | 'limit' | 'notify' | 'condition';

export interface Hint extends Range {
  readonly kind: HintKind;
}

type Table = readonly (readonly [HintKind, ...string[]])[];

const en: Table = [
  ['clock', 'at <time>', '<time>', 'half past|to', "o ' clock", 'oclock', 'at? quarter|half past|to', 'at? half|quarter <n>', 'am|pm'],
  ['clock', 'by|around <time>', 'at : <n>', 'on the half? hour', 'at the top|bottom|start|end of the hour'],
  // Of these no rule knows when they are.
  ['clock', 'at|by|before|after|around|during sunrise|sunset|dawn|dusk|daybreak|nightfall|bedtime|closing'],
  ['clock', 'at|by|around breakfast|lunch|lunchtime|dinner|dinnertime|supper|teatime|mealtimes|brunch'],
  ['day', '<weekdays>', '<day> of? <month>', '<month> the? <day>', 'in|of|since|until|by <month>', 'the? day after tomorrow'],
  ['day', 'january|february|april|june|july|august|september|october|november|december', 'tomorrow|today|tonight'],
  ['day', 'this|next|coming <part>|week|month|year|weekend|weekday|quarter|<weekdays>', 'this|next <part>', 'this|next <weekdays>'],
  ['day', 'the? weekend|weekday|workday|holiday', 'in the <part>', 'at night', '<n> / <n>', '<n> / <n> / <n>', '<year> - <n> - <n>'],
  ['day', 'now', 'last|first|second|third day of the month', 'end of the month|week|year|day', 'easter|christmas'],
  ['day', 'thanksgiving|halloween|payday', "new year ' s? day|eve", 'month|year|quarter -? end', '<part> and|or <part>'],
  [
    'past',
    'yesterday',
    'the? day before yesterday',
    '<n> <unit> ago',
    '<span> ago',
    'ago',
    'last|past <weekdays>|<unit>',
    'last|past <n> <unit>',
  ],
  [
    'past',
    'last|past week|month|year|night|day|hour|weekend|quarter',
    'last|past <weekdays>',
    'last <part>',
    'last|past <n>? days|weeks|months|years|hours',
  ],
  [
    'repeat',
    'on the schedule',
    'every|each <weekdays>',
    'every|each <n>? <unit>',
    'every|each <span>',
    'every|each <part>',
    'every|each month|year|weekend|weekday|time',
  ],
  [
    'repeat',
    'every|each other|second|third|fourth|alternate',
    'every|each <day> of',
    'every|each <month>',
    'every few',
    'alternate|alternating',
  ],
  ['repeat', 'daily|weekly|monthly|yearly|annually|hourly|nightly|fortnightly|biweekly', 'twice|thrice', 'once', 'repeatedly'],
  [
    'repeat',
    'once|twice a|an|per|every|each <unit>|month|year',
    '<n> times a|an|per|every|each <unit>|month|year',
    '<n> times a|per month|year',
  ],
  [
    'repeat',
    'once|twice a|an|per|every|each <n>? <unit>',
    '<n> times a|an|per|every|each <unit>',
    'a|per <unit>',
    'per month|year',
    'weekends|weekdays|holidays|workdays',
  ],
  ['repeat', 'mornings|afternoons|evenings|nights', 'on and off', 'repeatedly|regularly|periodically'],
  [
    'span',
    '<span>',
    '<n> <unit>',
    '<n> months|month|years|year',
    'half an? hour',
    'an? half hour',
    'half a day',
    'a fortnight',
    '<n> times|time',
    'several times',
  ],
  ['condition', 'once the|it|a|an|you|all|they|this|that', 'while|whilst'],
  ['bound', 'until|till', 'starting|beginning|effective', 'from now on', 'as of'],
  [
    'bound',
    'no later|earlier|sooner than',
    'never',
    'not <weekdays>',
    'between <time> and <time>',
    'from <time> to|until <time>',
    'during|throughout',
  ],
  [
    'limit',
    'budget|cost|price|spend|spending|limit',
    'limited to',
    'max|maximum',
    'at most',
    'no|not more than',
    'up to',
    'stop|stopping|end|abort|kill it? at|after|when|once',
    'stop|end the run',
  ],
  ['limit', '<money>', '<n> tokens|token'],
  [
    'notify',
    'notify|notified|notifying|notification|notifications|alert|alerts',
    'let me know',
    'warn|ping me',
    'never|only tell|warn|ping',
    'silently|quietly',
  ],
  [
    'condition',
    'if|unless|whenever|when',
    'provided|assuming|supposing that?',
    'as long|soon as',
    'in case',
    'except|excepting|excluding',
    'as soon|long as',
    'only if|when',
  ],
];
const fr: Table = [
  [
    'clock',
    'a la demie',
    'a <time>',
    'vers <time>',
    '<time>',
    'et? demie|demi',
    'et quart',
    'moins le? quart',
    'heure|heures pile|precises',
  ],
  ['clock', 'au|avant|apres le? lever|coucher du soleil', "a|avant|apres l ' aube|aurore", 'au|avant|apres le? crepuscule'],
  [
    'clock',
    'en|a la? fin|debut|milieu de journee|matinee|soiree',
    "a l ' heure du|des dejeuner|diner|gouter|the|repas|coucher",
    'au reveil|coucher|lever',
  ],
  ['clock', 'au petit matin|dejeuner', 'au dejeuner|diner|gouter'],
  [
    'day',
    '<weekdays>',
    '<day> <month>',
    'en|de|d|depuis|debut|fin|mi <month>',
    'apres -? demain',
    "aujourd ' hui",
    'demain',
    'ce <part>|mois|week|<weekdays>',
  ],
  [
    'day',
    'janvier|fevrier|avril|juin|juillet|aout|septembre|octobre|novembre|decembre',
    'cet|cette apres|nuit|semaine|annee|<part>',
    'ce <weekdays>',
    'ce|cet|cette <part>',
  ],
  [
    'day',
    'week - end',
    'weekend',
    'jour|jours ouvre|ouvres|ouvrable|ouvrables|ferie|feries',
    'ferie|feries|chome|chomes|pair|pairs|impair|impairs',
    'semaine|mois|annee|an prochaine|prochain',
    '<weekdays> prochain',
    '<n> / <n>',
  ],
  [
    'day',
    '<n> / <n> / <n>',
    '<year> - <n> - <n>',
    'maintenant',
    'fin du mois',
    "jour de l ' an",
    'en huit|quinze',
    'lun|mar|mer|jeu|ven|sam|dim lun|mar|mer|jeu|ven|sam|dim lun|mar|mer|jeu|ven|sam|dim?',
    'fin de la semaine',
    'le|la <part>',
    "l ' <part>",
    'paques|noel',
  ],
  [
    'past',
    'avant - hier',
    'hier',
    'il y a <n> <unit>',
    'il y a <span>',
    '<weekdays> dernier',
    'semaine|annee|mois|nuit|an|jour|heure|week derniere|dernier',
    '<n>? derniers|dernieres <n>? <unit>|mois|ans|annees',
  ],
  [
    'repeat',
    'chaque <weekdays>|<unit>|<part>|mois|annee|an|week|fois',
    'chaque <unit>',
    'chaque <part>',
    'chaque <weekdays>',
    'tous|toutes les <n>? <unit>',
    'tous|toutes les <span>',
  ],
  [
    'repeat',
    'tous|toutes les <part>',
    'tous les <weekdays>',
    'tous|toutes les <n>? mois|ans|annees|week',
    'tous les <day>',
    'tous|toutes les deux|trois|quatre|<n>',
  ],
  [
    'repeat',
    "selon l ' horaire",
    'quotidien|quotidienne|quotidiennement|hebdomadaire|hebdomadairement|mensuel|mensuelle|mensuellement|annuel|annuellement',
    'par mois',
  ],
  [
    'repeat',
    '<n> fois par|chaque|tous|toutes les? <n>? <unit>|mois|an|annee',
    '<n> fois par <unit>',
    '<n> <unit> sur <n>',
    '<n> <weekdays>|mois|matin|soir|nuit sur <n>',
    '<n> <weekdays> sur <n>',
    'par <unit>',
    'par mois|an',
  ],
  ['repeat', 'les <weekdays>', 'matins|soirs|nuits', 'week - ends', 'weekends', 'regulierement|periodiquement', 'en semaine'],
  ['span', '<span>', '<n> <unit>', '<n> mois|ans|annees', 'une? demi - heure', 'quinzaine', '<n> fois', 'plusieurs fois'],
  [
    'bound',
    'jusqu|jusque',
    "jusqu ' a|au|aux|en|demain",
    'a partir de|du|d',
    'a compter de|du',
    'des <weekdays>|demain|le|ce|cette',
    'des demain',
    'des <weekdays>',
    'dorenavant|desormais',
  ],
  ['bound', 'jamais', 'entre <time> et <time>', 'de <time> a <time>', 'pendant|durant', 'au plus tard|tot', 'que le <weekdays>'],
  [
    'limit',
    'budget|cout|prix|depense|depenser|limite',
    'max|maximum',
    'au plus',
    'au maximum',
    'pas plus de|d',
    "jusqu ' a <money>",
    'arrete|arretez|arreter a|apres|au|quand|des',
    'arrete|arretez - toi|vous|la|le a|apres|au|quand|des',
  ],
  ['limit', '<money>', '<n> jetons|jeton|tokens'],
  [
    'notify',
    'previens|prevenez|prevenir|notifie|notifiez|notifier|notification|notifications|alerte|alertes|avertis|avertissez|avertir',
    'fais|faites -? moi savoir',
    'silencieusement',
    'sans bruit',
  ],
  [
    'condition',
    'si|quand|lorsque|lorsqu',
    "s ' il|ils|elle",
    'des qu|que',
    'tant qu|que',
    'a moins que|qu|d',
    'a condition',
    'pourvu',
    'sauf si|s|quand',
    'sauf|excepte|hormis|hors',
    'seulement|uniquement si|s|quand',
  ],
];

interface Form {
  readonly kind: HintKind;
  readonly phrase: Phrase;
}

const formsOf = (table: Table): readonly Form[] =>
  table.flatMap(([kind, ...all]) => all.flatMap(form => expanded(form).map(one => ({ kind, phrase: phrase(one) }))));

/** `<unit>|month` is two forms: a blank has no other words beside it. */
function expanded(form: string): readonly string[] {
  return form.split(' ').reduce<string[]>(
    (all, part) => {
      const name = part.endsWith('?') ? part.slice(0, -1) : part;
      const [blanks, words] = [name.split('|').filter(one => one.startsWith('<')), name.split('|').filter(one => !one.startsWith('<'))];
      const ways =
        blanks.length === 0
          ? [part]
          : [...blanks, ...(words.length > 0 ? [words.join('|')] : [])].map(one => (name === part ? one : `${one}?`));
      return all.flatMap(before => ways.map(way => (before === '' ? way : `${before} ${way}`)));
    },
    [''],
  );
}

/** The forms by the words that they may begin with; a blank begins with a number, or with a word that `startsBlank` knows. */
function indexed(all: readonly Form[]): { readonly byWord: ReadonlyMap<string, readonly Form[]>; readonly blank: readonly Form[] } {
  const byWord = new Map<string, Form[]>();
  const blank: Form[] = [];
  for (const form of all) {
    for (const { words, blank: name, isOptional } of form.phrase.steps) {
      for (const word of words) byWord.set(word, [...(byWord.get(word) ?? []), form]);
      if (name !== undefined) blank.push(form);
      if (!isOptional) break;
    }
  }
  return { byWord, blank };
}

const forms = { en: indexed(formsOf(en)), fr: indexed(formsOf(fr)) } as const;

function* formsAt(word: string, language: Language): Generator<Form> {
  yield* forms[language].byWord.get(word) ?? [];
  if (startsBlank(word, language)) yield* forms[language].blank;
}

/** The longest words of time, of a limit, of a condition or of what is told that begin at a token, and end at one that is looked at. */
export function hintAt(tokens: readonly Token[], start: number, language: Language, isIn: (at: number) => boolean): Hint | undefined {
  let best: Hint | undefined;
  for (const { kind, phrase: form } of formsAt(tokens[start]?.word ?? '', language)) {
    const found = match(lexicons[language], form, tokens, start);
    if (
      found === undefined ||
      !isIn(found.end - 1) ||
      (best !== undefined && best.end >= found.end) ||
      !isSaid(tokens, start, found.end, kind, language)
    )
      continue;
    best = { start, end: found.end, kind };
  }
  if (best?.kind !== 'day') return best;
  return isEach(tokens, best, language) ? { ...best, kind: 'repeat' } : best;
}

const isNumber = (token: Token | undefined): boolean => /^\p{N}+$/u.test(token?.word ?? '');

/** Whether the words are of the kind: a number alone is no time, "sun" is no day. */
function isSaid(tokens: readonly Token[], start: number, end: number, kind: HintKind, language: Language): boolean {
  const words = tokens.slice(start, end).map(({ word }) => word);
  const [first = ''] = words;
  if (kind === 'day' && end === start + 1) return !/^(?:sun|mon|tue|wed|thu|fri|sat)$/.test(first);
  // "At one", "a 3" and "8.30" are often about something else.
  if (kind !== 'clock') return true;
  if (words.length === 1) return !isNumber(tokens[start]) && wordNumber(tokens, start, language) === undefined && !/^demie?$/.test(first);
  if (words.length === 2 && (first === 'a' || first === 'vers')) return !isNumber(tokens[start + 1]) || isClauseEnd(tokens, end);
  return !(isNumber(tokens[start]) && words[1] === '.');
}

const isClauseEnd = (tokens: readonly Token[], at: number): boolean => at >= tokens.length || /^[,.;]$/.test(tokens[at]?.word ?? '');

/** Days in the plural, and from one to another, are each of them. */
function isEach(tokens: readonly Token[], { start, end }: Range, language: Language): boolean {
  const words = tokens.slice(start, end).map(({ word }) => word);
  return words.some(word =>
    language === 'en'
      ? /^(?:mon|tues|wednes|thurs|fri|satur|sun)days$|^(?:to|through)$/.test(word)
      : /^(?:lun|mar|mercre|jeu|vendre|same)dis$|^dimanches$|^au$/.test(word),
  );
}
