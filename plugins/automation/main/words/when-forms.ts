import type { EventName, Language, Trigger } from '../../contract/index.ts';
import { isDay, localOf, momentOf } from './calendar.ts';
import { dateOf } from './dates.ts';
import { type Caught, type Phrase, phrase } from './phrase.ts';
import type { Reason } from './reasons.ts';

const minuteMs = 60_000;
export const dayMs = 1440 * minuteMs;
const usualTime = 9 * 60;

export interface Reading {
  readonly language: Language;
  readonly zone: string;
  readonly now: number;
}

export interface At extends Reading {
  /** In minutes of the day; none if no time was said. */
  readonly times: readonly number[];
  /** The part of the day that was said. */
  readonly part?: number;
  /** The words of the phrase. */
  readonly words: readonly string[];
}

/** What was read is no time of a rule, and why. */
export interface Never {
  readonly never: Reason;
}

export type Make = (caught: Caught, at: At) => Trigger | Never | undefined;

export interface Form {
  readonly phrase: Phrase;
  readonly make: Make;
  /** It only counts at the beginning or with a time, because its words are often about something else. */
  readonly isWeak: boolean;
}

/** The field of a cron for days of the week that are bits of a number. */
export function weekdayField(bits: number): string {
  if (bits === 0b1111111) return '*';
  if (bits === 0b0111110) return '1-5';
  return Array.from({ length: 7 }, (_, index) => index)
    .filter(index => bits & (1 << index))
    .join(',');
}

/** A schedule of these days, at each of the times. */
function cron(days: string, { times, zone }: At): Trigger | Never {
  const all = times.length === 0 ? [usualTime] : times;
  const [minutes = 0] = all.map(time => time % 60);
  if (all.some(time => time % 60 !== minutes) || !Number.isInteger(minutes)) return { never: 'minutes' };
  const hours = [...new Set(all.map(time => Math.floor(time / 60)))].sort((a, b) => a - b);
  return { kind: 'cron', cron: `${minutes} ${hours.join(',')} ${days}`, zone };
}

const onDays =
  (bits: number): Make =>
  (_, at) =>
    cron(`* * ${weekdayField(bits)}`, at);

const weekly: Make = ({ weekdays = 0 }, at) => cron(`* * ${weekdayField(weekdays)}`, at);
const range: Make = (caught, at) => (isSeveral(caught) ? weekly(caught, at) : undefined);
const monthly: Make = ({ day = 1 }, at) => cron(`${day} * *`, at);
const yearly: Make = ({ day = 1, month = 1 }, at) => (isDay(day, month) ? cron(`${day} ${month} *`, at) : { never: 'day' });

/** The next moment with this time of the day, so many days from today. */
function onDay({ zone, now }: At, days: number, time: number): number {
  const { year, month, day } = localOf(now, zone);
  return momentIn({ year, month, day: day + days }, time, zone);
}

/** The moment of a time of the day, in minutes. */
function momentIn(day: { readonly year: number; readonly month: number; readonly day: number }, time: number, zone: string): number {
  const whole = Math.floor(time);
  return momentOf({ ...day, hour: Math.floor(whole / 60), minute: whole % 60 }, zone) + Math.round((time - whole) * 60) * 1000;
}

/** Once, at the one time that was said. */
const once = ({ times, zone }: At, moment: (time: number) => number | undefined): Trigger | Never | undefined => {
  if (times.length > 1) return { never: 'times' };
  const at = moment(times[0] ?? usualTime);
  return at === undefined ? undefined : { kind: 'once', at, zone };
};

/** After midnight a night is of the day before. */
const inDays =
  (days: number): Make =>
  (_, at) =>
    once(at, time => onDay(at, days + (at.part === 3 && time < 420 && onDay(at, 0, time) <= at.now ? 1 : 0), time));

/** The next such day of the week; today only if the time is still to come. */
const nextWeekday: Make = ({ weekdays = 0 }, at) =>
  once(at, time => {
    const { weekday } = localOf(at.now, at.zone);
    const days = Array.from({ length: 8 }, (_, index) => index);
    const isIt = (day: number) => (weekdays & (1 << ((weekday + day) % 7))) !== 0 && onDay(at, day, time) > at.now;
    const day = days.find(isIt);
    return day === undefined ? undefined : onDay(at, day, time);
  });

/** The next moment with a time of the day. */
export const nextTime: Make = (_, at) => once(at, time => [0, 1].map(days => onDay(at, days, time)).find(moment => moment > at.now));

const isSeveral = ({ weekdays = 0 }: Caught): boolean => (weekdays & (weekdays - 1)) !== 0;

/** In English "on Mondays" is each of them and "on Monday" the next. Several days are each of them; one or the other of them is no rule. */
const mondayOrMondays: Make = (caught, at) => {
  if (isSeveral(caught) && at.words.some(word => /^(?:or|ou)$/.test(word))) return { never: 'either' };
  const isEach = isSeveral(caught) || at.words.some(word => /(?:days|nings|noons|nights)$/.test(word));
  return isEach ? weekly(caught, at) : nextWeekday(caught, at);
};

/** Without a word before it, only a day that is written in full, or several: "sun" and "sat" are also something else. */
const bareWeekday: Make = (caught, at) =>
  isSeveral(caught) || at.words.some(word => /day/.test(word)) ? mondayOrMondays(caught, at) : undefined;

/** In French a day alone is the next, and several are each of them. */
const lundi: Make = (caught, at) => (isSeveral(caught) ? mondayOrMondays(caught, at) : nextWeekday(caught, at));

/** "Next Monday": one day. */
const oneWeekday: Make = (caught, at) => (isSeveral(caught) ? { never: 'times' } : nextWeekday(caught, at));

const past: Make = () => ({ never: 'past' });

const onDate: Make = ({ day = 1, month = 1, year }, at) => {
  const isIn = (inYear: number) => isDay(day, month, inYear);
  if (!isDay(day, month) || (year !== undefined && !isIn(year))) return { never: 'day' };
  return once(at, time => {
    const on = (inYear: number) => momentIn({ year: inYear, month, day }, time, at.zone);
    if (year !== undefined) return on(year);
    const thisYear = localOf(at.now, at.zone).year;
    // Of 29 February eight years may lie between.
    const years = Array.from({ length: 9 }, (_, index) => thisYear + index);
    return on(years.find(one => isIn(one) && on(one) > at.now) ?? thisYear);
  });
};

/** With the day, the month and the year of a date in numbers. */
const ofDate =
  (make: Make): Make =>
  ({ date = 0, ...caught }, at) => {
    const said = dateOf(date);
    return said === undefined ? { never: 'order' } : make({ ...caught, ...said }, at);
  };

/** So much later, to the second: who says "in a minute" means a whole one. */
const later: Make = ({ n = 1, unit = minuteMs }, at) => {
  const ms = n * unit;
  if (ms < minuteMs) return { never: 'soon' };
  // Whether there is such a year is asked of every draft; no calendar has all of them.
  const isLong = ms > 10_000 * 366 * dayMs;
  const isTimed = !isLong && (at.times.length > 0 || at.part !== undefined);
  if (isTimed) return ms % dayMs === 0 ? once(at, time => onDay(at, ms / dayMs, time)) : undefined;
  return { kind: 'once', at: Math.ceil((at.now + ms) / 1000) * 1000, zone: at.zone };
};

const interval: Make = ({ n = 1, unit = minuteMs }, at) => {
  const everyMs = n * unit;
  const isTimeless = at.times.length === 0 && at.part === undefined;
  // Whether there may be such a one is asked of every draft.
  if (everyMs < minuteMs || everyMs > 366 * dayMs) return { kind: 'every', everyMs, from: floored(at.now) };
  if (everyMs === dayMs) return onDays(0b1111111)({}, at);
  if (everyMs === 7 * dayMs) return onDays(0b0000010)({}, at);
  if (everyMs % dayMs !== 0) return isTimeless ? { kind: 'every', everyMs, from: floored(at.now) } : undefined;
  if (at.times.length > 1) return { never: 'times' };
  const {
    times: [time = usualTime],
  } = at;
  const today = onDay(at, 0, time);
  return { kind: 'every', everyMs, from: today > at.now ? today : onDay(at, 1, time) };
};

/** When something is that comes so many times a day, if no time is said. */
const timesOfDay: Readonly<Record<number, readonly number[]>> = { 1: [540], 2: [540, 1080], 3: [540, 840, 1080] };

/** So many times a day: at the times that are said, which are as many. */
const perDay: Make = ({ n = 1 }, at) => {
  if (at.part !== undefined) return undefined;
  const times = at.times.length === 0 ? timesOfDay[n] : at.times;
  return times?.length === n ? cron('* * *', { ...at, times }) : { never: 'often' };
};

const perHour: Make = ({ n = 1 }, at) => (n > 0 && n <= 60 ? interval({ unit: (60 * minuteMs) / n }, at) : { never: 'often' });

/** Which days a week or a month has them, nobody has said. */
const perWeek: Make = () => ({ never: 'days' });

const other: Make = ({ unit = dayMs }, at) => interval({ n: 2, unit }, at);

/** Every other such day of the week, from the next one on. */
const otherWeekday: Make = (caught, at) => {
  const bits = caught.weekdays ?? 0;
  const next = (bits & (bits - 1)) === 0 ? nextWeekday(caught, at) : undefined;
  if (next === undefined || 'never' in next || next.kind !== 'once') return next ?? { never: 'days' };
  return { kind: 'every', everyMs: 14 * dayMs, from: next.at };
};

const otherMonth: Make = () => ({ never: 'months' });

const ofCount =
  (n: number, make: Make): Make =>
  (caught, at) =>
    make({ ...caught, n }, at);

const ofLength =
  (minutes: number, make: Make): Make =>
  (_, at) =>
    make({ n: minutes, unit: minuteMs }, at);

const ofSpan =
  (make: Make): Make =>
  ({ span = 0, ...caught }, at) =>
    make({ ...caught, n: span, unit: 1 }, at);

const floored = (at: number) => at - (at % minuteMs);

const event =
  (name: EventName): Make =>
  (_, { times, part }) =>
    times.length === 0 && part === undefined ? { kind: 'event', event: name } : undefined;

const called: Make = (_, { times, part }) => (times.length === 0 && part === undefined ? { kind: 'webhook' } : undefined);

const forms = (table: readonly (readonly [Make, ...string[]])[], isWeak: boolean): Form[] =>
  table.flatMap(([make, ...phrases]) => phrases.map(form => ({ phrase: phrase(form), make, isWeak })));

const en: readonly Form[] = [
  ...forms(
    [
      [onDays(0b1111111), 'every|each day', 'every|each <part>', 'daily'],
      [onDays(0b0111110), 'every|each weekday|workday', 'on? weekdays', 'every|each working|work day'],
      [onDays(0b1000001), 'every|each weekend', 'on? weekends', 'on the weekend'],
      [weekly, 'every|each <weekdays>', 'from <weekdays>', 'every|each week on <weekdays>', 'weekly on <weekdays>'],
      [mondayOrMondays, 'on <weekdays>'],
      [
        monthly,
        'every|each month',
        'every|each month on? the? <day>',
        'on? the <day> of every|each|the month',
        'every|each <day> of the? month',
        'monthly',
      ],
      [yearly, 'every|each year on? the? <day> of? <month>', 'every|each year on? <month> the? <day>'],
      [yearly, 'every|each <day> of? <month>', 'every|each <month> the? <day>'],
      [onDate, 'on the? <day> of? <month> ,? <year>?', 'on <month> the? <day> ,? <year>?'],
      [onDate, 'on? <weekdays> ,? the? <day> of? <month> ,? <year>?', 'on? <weekdays> ,? <month> the? <day> ,? <year>?'],
      [ofDate(onDate), 'on the? <date>', 'on? <weekdays> ,? the? <date>'],
      [ofDate(yearly), 'every|each year on? the? <date>'],
      [later, 'in <n> <unit>'],
      [ofSpan(later), 'in <span>'],
      [ofLength(30, later), 'in half an? hour', 'in a half hour'],
      [interval, 'every|each <n>? <unit>'],
      [ofLength(60, interval), 'hourly'],
      [ofLength(14 * 1440, interval), 'every|each fortnight'],
      [ofSpan(interval), 'every|each <span>'],
      [ofLength(30, interval), 'every|each half an? hour', 'every|each half hour'],
      [other, 'every|each other|second <unit>', 'on? alternate days'],
      [otherWeekday, 'every|each other|second <weekdays>', 'on? alternate <weekdays>', 'every|each fortnight on <weekdays>'],
      [otherWeekday, 'every|each other|second week on <weekdays>', 'every two|2 weeks on <weekdays>'],
      [otherMonth, 'every|each other|second month|year'],
      [ofCount(2, perDay), 'twice a|per|each|every day', 'twice daily'],
      [perDay, '<n> times a|per|each|every day', '<n> times daily'],
      [ofCount(2, perHour), 'twice a|an|per|each|every hour'],
      // Not “every”: “every hour and a half” is another time.
      [perHour, '<n> times a|an|per|each hour'],
      [perWeek, 'twice a|per|each|every week|month|year', '<n> times a|per|each|every week|month|year'],
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
      [
        event('fileChanged'),
        'when|whenever a|the|any? file changes',
        'when|whenever a|the|any? file is changed',
        'when|whenever the agent changes|edits|writes a|any file',
      ],
      [called, 'when|whenever a|the|its|my? webhook is called', 'when|whenever something|a program calls the|its|my? webhook'],
    ],
    false,
  ),
  ...forms(
    [
      [inDays(1), 'tomorrow'],
      [inDays(2), 'the? day after tomorrow'],
      [inDays(0), 'today', 'tonight', 'this <part>'],
      [bareWeekday, '<weekdays>'],
      [oneWeekday, 'on? next|this <weekdays>'],
      [onDate, '<day> of? <month> ,? <year>?', '<month> the? <day> ,? <year>?'],
      [ofDate(onDate), '<date>'],
      [past, 'yesterday', 'the? day before yesterday', '<n> <unit> ago', '<span> ago', 'last <weekdays>', 'last night|week|month|year'],
    ],
    true,
  ),
];

const when = ['quand|lorsque', "lorsqu '", 'des que', "des qu '"];
const each = (...ends: string[]) => when.flatMap(begin => ends.map(end => `${begin} ${end}`));

const fr: readonly Form[] = [
  ...forms(
    [
      [onDays(0b1111111), 'chaque jour', 'tous les jours', 'chaque <part>', 'tous|toutes les <part>', 'quotidiennement'],
      [
        onDays(0b0111110),
        'en semaine',
        'chaque jour de la? semaine',
        'chaque jour ouvre|ouvrable',
        'tous les jours ouvres|ouvrables',
        'tous les jours de la? semaine',
      ],
      [onDays(0b1000001), 'chaque week - end', 'le|les week - end|ends', 'tous les week - ends', 'chaque|le weekend', 'tous? les weekends'],
      [weekly, 'chaque <weekdays>', 'tous? les <weekdays>', 'le <weekdays>', 'chaque semaine ,? le <weekdays>'],
      [weekly, 'toutes les semaines ,? le <weekdays>'],
      [range, 'du|de <weekdays>'],
      [
        monthly,
        'chaque mois',
        'tous les mois',
        'chaque mois ,? le? <day>',
        'tous les mois ,? le? <day>',
        'le <day> de? chaque|du mois',
        'chaque <day> du mois',
        'tous les <day> du mois',
      ],
      [yearly, 'chaque annee ,? le? <day> <month>', 'tous les ans ,? le? <day> <month>'],
      [yearly, 'chaque <day> <month>', 'tous les <day> <month>', 'le <day> <month> de chaque annee'],
      [onDate, 'le <day> <month> <year>?'],
      [oneWeekday, 'le? <weekdays> prochain'],
      [onDate, 'le? <weekdays> ,? le? <day> <month> <year>?'],
      [ofDate(onDate), 'le <date>', 'le? <weekdays> ,? le? <date>'],
      [ofDate(yearly), 'chaque annee ,? le? <date>', 'tous les ans ,? le? <date>'],
      [later, 'dans <n> <unit>'],
      [ofSpan(later), 'dans <span>'],
      [ofLength(30, later), 'dans une? demi - heure'],
      [interval, 'chaque <unit>', 'tous|toutes les <n>? <unit>'],
      [ofSpan(interval), 'tous|toutes les <span>'],
      [ofLength(30, interval), 'chaque demi - heure', 'toutes les demi - heures'],
      [other, 'un|une <unit> sur deux|2'],
      [otherWeekday, 'un|le? <weekdays> sur deux|2', 'une semaine sur deux|2 ,? le <weekdays>'],
      [otherWeekday, 'toutes les deux|2 semaines ,? le <weekdays>', 'tous les quinze|15 jours ,? le <weekdays>'],
      [otherMonth, 'un|une mois|an|annee sur deux|2'],
      [perDay, '<n> fois par|chaque jour', '<n> fois dans la journee'],
      [perHour, '<n> fois par|chaque heure'],
      [perWeek, '<n> fois par|chaque semaine|mois|an'],
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
      [
        event('fileChanged'),
        ...each('un|le? fichier change', 'un|le? fichier est change|modifie', "l ' agent change|modifie|ecrit un fichier"),
      ],
      [called, ...each('un|le|son|mon? webhook est appele', 'un|le programme appelle le|son|mon? webhook')],
    ],
    false,
  ),
  ...forms(
    [
      [inDays(1), 'demain'],
      [inDays(2), 'apres -? demain'],
      [inDays(0), "aujourd ' hui", 'ce|cet|cette <part>'],
      [onDays(0b1111111), 'le|la <part>', "l ' <part>"],
      [lundi, '<weekdays>'],
      [oneWeekday, 'ce <weekdays>'],
      [onDate, '<day> <month> <year>?'],
      [ofDate(onDate), '<date>'],
      [past, 'hier', 'avant - hier', 'il y a <n> <unit>', '<weekdays> dernier', 'la semaine|annee derniere', 'le mois dernier'],
    ],
    true,
  ),
];

export const formsOf = { en, fr } as const;
