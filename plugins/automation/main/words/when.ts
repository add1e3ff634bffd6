import type { EventName, Language, Trigger } from '../../contract/index.ts';
import { isDay, localOf, momentOf } from './calendar.ts';
import { lexicons } from './lexicon.ts';
import { type Caught, match, type Phrase, phrase } from './phrase.ts';
import type { Token } from './tokens.ts';

const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;
const usualTime = 9 * 60;

export interface Reading {
  readonly language: Language;
  readonly zone: string;
  readonly now: number;
}

interface At extends Reading {
  /** In minutes of the day; undefined if none was said. */
  readonly time: number | undefined;
  /** The words of the phrase. */
  readonly words: readonly string[];
}

type Make = (caught: Caught, at: At) => Trigger | undefined;

interface Form {
  readonly phrase: Phrase;
  readonly make: Make;
  /** It only counts at the beginning or with a time, because its words are often about something else. */
  readonly isWeak: boolean;
}

const clock = (time = usualTime) => `${time % 60} ${Math.floor(time / 60)}`;

/** The field of a cron for days of the week that are bits of a number. */
export function weekdayField(bits: number): string {
  if (bits === 0b1111111) return '*';
  if (bits === 0b0111110) return '1-5';
  return Array.from({ length: 7 }, (_, index) => index)
    .filter(index => bits & (1 << index))
    .join(',');
}

const cron = (fields: string, { zone }: At): Trigger => ({ kind: 'cron', cron: fields, zone });

const onDays =
  (bits: number): Make =>
  (_, at) =>
    cron(`${clock(at.time)} * * ${weekdayField(bits)}`, at);

const weekly: Make = ({ weekdays = 0 }, at) => cron(`${clock(at.time)} * * ${weekdayField(weekdays)}`, at);
const range: Make = (caught, at) => ((caught.weekdays ?? 0) & ((caught.weekdays ?? 0) - 1) ? weekly(caught, at) : undefined);
const monthly: Make = ({ day = 1 }, at) => cron(`${clock(at.time)} ${day} * *`, at);
const yearly: Make = ({ day = 1, month = 1 }, at) => (isDay(day, month) ? cron(`${clock(at.time)} ${day} ${month} *`, at) : undefined);

/** The next moment with this time of the day, so many days from today. */
function onDay({ zone, now, time = usualTime }: At, days: number): number {
  const { year, month, day } = localOf(now, zone);
  return momentOf({ year, month, day: day + days, hour: Math.floor(time / 60), minute: time % 60 }, zone);
}

const once = (moment: number, { zone }: At): Trigger => ({ kind: 'once', at: moment, zone });

const inDays =
  (days: number): Make =>
  (_, at) =>
    once(onDay(at, days), at);

/** The next such day of the week; today only if the time is still to come. */
const nextWeekday: Make = ({ weekdays = 0 }, at) => {
  const { weekday } = localOf(at.now, at.zone);
  for (let days = 0; days <= 7; days += 1) {
    const moment = onDay(at, days);
    if (weekdays & (1 << ((weekday + days) % 7)) && moment > at.now) return once(moment, at);
  }
  return undefined;
};

/** In English "on Mondays" is each of them and "on Monday" the next. */
const mondayOrMondays: Make = (caught, at) => (at.words.some(word => /days$/.test(word)) ? weekly(caught, at) : nextWeekday(caught, at));

const onDate: Make = ({ day = 1, month = 1, year }, at) => {
  if (!isDay(day, month)) return undefined;
  const time = at.time ?? usualTime;
  const on = (inYear: number) => momentOf({ year: inYear, month, day, hour: Math.floor(time / 60), minute: time % 60 }, at.zone);
  const thisYear = localOf(at.now, at.zone).year;
  const isIn = (inYear: number) => isDay(day, month, inYear);
  if (year !== undefined) return isIn(year) ? once(on(year), at) : undefined;
  // Of 29 February eight years may lie between.
  const years = Array.from({ length: 9 }, (_, index) => thisYear + index);
  return once(on(years.find(one => isIn(one) && on(one) > at.now) ?? thisYear), at);
};

const later: Make = ({ n = 1, unit = minuteMs }, at) => once(floored(at.now + n * unit), at);

const interval: Make = ({ n = 1, unit = minuteMs }, at) => {
  const everyMs = n * unit;
  if (everyMs < minuteMs || everyMs > 366 * dayMs) return undefined;
  if (everyMs === dayMs) return onDays(0b1111111)({}, at);
  if (everyMs === 7 * dayMs) return onDays(0b0000010)({}, at);
  if (everyMs % dayMs !== 0) return at.time === undefined ? { kind: 'every', everyMs, from: floored(at.now) } : undefined;
  const today = onDay(at, 0);
  return { kind: 'every', everyMs, from: today > at.now ? today : onDay(at, 1) };
};

const floored = (at: number) => at - (at % minuteMs);

const event =
  (name: EventName): Make =>
  (_, { time }) =>
    time === undefined ? { kind: 'event', event: name } : undefined;

const called: Make = (_, { time }) => (time === undefined ? { kind: 'webhook' } : undefined);

const forms = (table: readonly (readonly [Make, ...string[]])[], isWeak: boolean): Form[] =>
  table.flatMap(([make, ...phrases]) => phrases.map(form => ({ phrase: phrase(form), make, isWeak })));

const en: readonly Form[] = [
  ...forms(
    [
      [onDays(0b1111111), 'every|each day', 'daily'],
      [onDays(0b0111110), 'every|each weekday|workday', 'on? weekdays', 'every|each working|work day'],
      [onDays(0b1000001), 'every|each weekend', 'on? weekends', 'on the weekend'],
      [weekly, 'every|each <weekdays>', 'from <weekdays>'],
      [mondayOrMondays, 'on <weekdays>'],
      [monthly, 'every|each month on? the? <day>?', 'on? the <day> of every|each|the month', 'every|each <day> of the? month', 'monthly'],
      [yearly, 'every|each year on? the? <day> of? <month>', 'every|each year on? <month> the? <day>'],
      [onDate, 'on the? <day> of? <month> ,? <year>?', 'on <month> the? <day> ,? <year>?'],
      [later, 'in <n> <unit>'],
      [interval, 'every|each <n>? <unit>', 'hourly'],
      [
        event('turnEnded'),
        'when|whenever|once a|the|any? conversation|turn ends|finishes|stops',
        'when|whenever a|the|any? conversation|turn is done|over|finished',
      ],
      [
        event('conversationCreated'),
        'when|whenever a|the|any? new? conversation begins|starts|opens',
        'when|whenever a|the|any? new? conversation is created|opened|started|begun',
      ],
      [
        event('messageReceived'),
        'when|whenever i send a|any message',
        'when|whenever a|the|any? new? message arrives|comes',
        'when|whenever a|the|any? new? message is sent|received',
      ],
      [event('projectCreated'), 'when|whenever a|the|any? new? project is added|created', 'when|whenever i add|create a|any project'],
      [event('fileChanged'), 'when|whenever a|the|any? file changes', 'when|whenever a|the|any? file is changed'],
      [called, 'when|whenever a|the|its|my? webhook is called', 'when|whenever something|a program calls the|its|my? webhook'],
    ],
    false,
  ),
  ...forms(
    [
      [inDays(1), 'tomorrow'],
      [inDays(0), 'today'],
    ],
    true,
  ),
];

const when = ['quand|lorsque', "lorsqu '", 'des que', "des qu '"];
const each = (...ends: string[]) => when.flatMap(begin => ends.map(end => `${begin} ${end}`));

const fr: readonly Form[] = [
  ...forms(
    [
      [onDays(0b1111111), 'chaque jour', 'tous les jours', 'quotidiennement'],
      [
        onDays(0b0111110),
        'en semaine',
        'chaque jour de la? semaine',
        'chaque jour ouvre|ouvrable',
        'tous les jours ouvres|ouvrables',
        'tous les jours de la? semaine',
      ],
      [onDays(0b1000001), 'chaque week - end', 'le week - end', 'tous les week - ends'],
      [weekly, 'chaque <weekdays>', 'tous les <weekdays>', 'le <weekdays>'],
      [range, 'du <weekdays>'],
      [
        monthly,
        'chaque mois ,? le? <day>?',
        'tous les mois ,? le? <day>?',
        'le <day> de? chaque|du mois',
        'chaque <day> du mois',
        'tous les <day> du mois',
      ],
      [yearly, 'chaque annee ,? le? <day> <month>', 'tous les ans ,? le? <day> <month>'],
      [onDate, 'le <day> <month> <year>?'],
      [nextWeekday, '<weekdays> prochain'],
      [later, 'dans <n> <unit>'],
      [interval, 'chaque <unit>', 'tous|toutes les <n>? <unit>'],
      [
        event('turnEnded'),
        ...each('une|la? conversation se termine', 'une|la? conversation finit', 'une|la? conversation est terminee|finie'),
      ],
      [
        event('conversationCreated'),
        ...each('une|la? nouvelle? conversation commence|debute|demarre', 'une|la? nouvelle? conversation est creee|ouverte|commencee'),
      ],
      [
        event('messageReceived'),
        ...each('un|le? nouveau? message arrive', 'un|le? nouveau? message est recu|envoye', "j ' envoie un message"),
      ],
      [event('projectCreated'), ...each('un|le? nouveau? projet est ajoute|cree', "j ' ajoute un projet")],
      [event('fileChanged'), ...each('un|le? fichier change', 'un|le? fichier est change|modifie')],
      [called, ...each('un|le|son|mon? webhook est appele', 'un|le programme appelle le|son|mon? webhook')],
    ],
    false,
  ),
  ...forms(
    [
      [inDays(1), 'demain'],
      [inDays(0), "aujourd ' hui"],
      [nextWeekday, '<weekdays>'],
    ],
    true,
  ),
];

const byLanguage = { en, fr } as const;
const times = {
  en: ['at <time>', 'at about|around <time>'].map(phrase),
  fr: ['a <time>', 'vers <time>'].map(phrase),
} as const;

export interface WhenFound {
  readonly trigger: Trigger;
  readonly start: number;
  readonly end: number;
}

/** The first time or event that a sentence names, with its tokens. */
export function findWhen(tokens: readonly Token[], reading: Reading): WhenFound | undefined {
  for (let at = 0; at < tokens.length; at += 1) {
    const found = whenAt(tokens, at, reading);
    if (found !== undefined) return found;
  }
  return undefined;
}

function whenAt(tokens: readonly Token[], start: number, reading: Reading): WhenFound | undefined {
  const before = timeAt(tokens, start, reading.language);
  const from = before?.end ?? start;
  let best: WhenFound | undefined;
  for (const { phrase: form, make, isWeak } of byLanguage[reading.language]) {
    const found = match(lexicons[reading.language], form, tokens, from);
    if (found === undefined) continue;
    const after =
      before === undefined ? timeAt(tokens, tokens[found.end]?.word === ',' ? found.end + 1 : found.end, reading.language) : undefined;
    const end = after?.end ?? found.end;
    const time = before?.time ?? after?.time;
    if (isWeak && time === undefined && start > 0) continue;
    if (best !== undefined && best.end >= end) continue;
    const words = tokens.slice(from, found.end).map(({ word }) => word);
    const trigger = make(found.caught, { ...reading, time, words });
    if (trigger !== undefined) best = { trigger, start, end };
  }
  return best;
}

function timeAt(tokens: readonly Token[], at: number, language: Language): { readonly end: number; readonly time: number } | undefined {
  for (const form of times[language]) {
    const found = match(lexicons[language], form, tokens, at);
    if (found?.caught.time !== undefined) return { end: found.end, time: found.caught.time };
  }
  return undefined;
}
