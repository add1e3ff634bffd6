import type { Language } from '../../contract/index.ts';
import type { Blank, Lexicon } from './phrase.ts';
import type { Token } from './tokens.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const table = (words: string): Map<string, number> =>
  new Map(words.split(' ').flatMap((entry, index) => entry.split('|').map((word): [string, number] => [word, index])));

const numbers = {
  en: table('zero one|a|an two three four five six seven eight nine ten eleven twelve'),
  fr: table('zero un|une deux trois quatre cinq six sept huit neuf dix onze douze'),
};
const ordinals = { en: table('- first second third'), fr: table('- premier deuxieme troisieme') };
const weekdays = {
  en: table(
    'sunday|sundays|sun monday|mondays|mon tuesday|tuesdays|tue wednesday|wednesdays|wed thursday|thursdays|thu friday|fridays|fri saturday|saturdays|sat',
  ),
  fr: table('dimanche|dimanches lundi|lundis mardi|mardis mercredi|mercredis jeudi|jeudis vendredi|vendredis samedi|samedis'),
};
const months = {
  en: table(
    '- january|jan february|feb march|mar april|apr may june|jun july|jul august|aug september|sep october|oct november|nov december|dec',
  ),
  fr: table('- janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre'),
};
const units: Readonly<Record<Language, ReadonlyMap<string, number>>> = {
  en: new Map([
    ...['minute', 'minutes', 'min'].map((word): [string, number] => [word, minute]),
    ...['hour', 'hours'].map((word): [string, number] => [word, hour]),
    ...['day', 'days'].map((word): [string, number] => [word, day]),
    ...['week', 'weeks'].map((word): [string, number] => [word, 7 * day]),
  ]),
  fr: new Map([
    ...['minute', 'minutes', 'min'].map((word): [string, number] => [word, minute]),
    ...['heure', 'heures', 'h'].map((word): [string, number] => [word, hour]),
    ...['jour', 'jours'].map((word): [string, number] => [word, day]),
    ...['semaine', 'semaines'].map((word): [string, number] => [word, 7 * day]),
  ]),
};

const digits = (token: Token | undefined, most: number): number | undefined =>
  token !== undefined && /^\d{1,9}$/.test(token.word) && Number(token.word) <= most ? Number(token.word) : undefined;

const among =
  (words: ReadonlyMap<string, number>): Blank =>
  (tokens, at) => {
    const value = words.get(tokens[at]?.word ?? '');
    return value === undefined ? undefined : { end: at + 1, value };
  };

const numberIn =
  (language: Language): Blank =>
  (tokens, at) => {
    const value = digits(tokens[at], 999_999_999) ?? numbers[language].get(tokens[at]?.word ?? '');
    return value === undefined ? undefined : { end: at + 1, value };
  };

/** A day of a month: 3, 3rd, 1er, first. */
const dayIn =
  (language: Language): Blank =>
  (tokens, at) => {
    const word = ordinals[language].get(tokens[at]?.word ?? '');
    if (word !== undefined) return { end: at + 1, value: word };
    const value = digits(tokens[at], 31);
    if (value === undefined || value === 0) return undefined;
    const isMarked = ['st', 'nd', 'rd', 'th', 'er', 'e'].includes(tokens[at + 1]?.word ?? '') && tokens[at + 1]?.start === tokens[at]?.end;
    return { end: isMarked ? at + 2 : at + 1, value };
  };

/** Days of the week, as the bits of a number: one, some with commas and "and" between them, or from one to another. */
const weekdaysIn = (language: Language): Blank => {
  const one = among(weekdays[language]);
  const joins = new Set([',', 'and', 'et', 'or', 'ou']);
  const fillers = new Set(['on', 'the', 'le', 'les']);
  const ranges = new Set(['to', 'through', 'au', 'a']);
  return (tokens, at) => {
    const first = one(tokens, at);
    if (first === undefined) return undefined;
    const last = ranges.has(tokens[first.end]?.word ?? '') ? one(tokens, first.end + 1) : undefined;
    if (last !== undefined) {
      let bits = 0;
      for (let weekday = first.value; ; weekday = (weekday + 1) % 7) {
        bits |= 1 << weekday;
        if (weekday === last.value) return { end: last.end, value: bits };
      }
    }
    let [end, value] = [first.end, 1 << first.value];
    for (;;) {
      let next = end;
      while (joins.has(tokens[next]?.word ?? '')) next += 1;
      if (next === end) return { end, value };
      if (fillers.has(tokens[next]?.word ?? '')) next += 1;
      const more = one(tokens, next);
      if (more === undefined) return { end, value };
      end = more.end;
      value |= 1 << more.value;
    }
  };
};

const named = new Map([
  ['noon', 720],
  ['midday', 720],
  ['midi', 720],
  ['midnight', 0],
  ['minuit', 0],
]);

/** A time of the day in minutes: 8, 8:30, 8.30, 8h30, 8 h, 8 pm, noon. */
const time: Blank = (tokens, at) => {
  const word = named.get(tokens[at]?.word ?? '');
  if (word !== undefined) return { end: at + 1, value: word };
  let hours = digits(tokens[at], 24);
  if (hours === undefined) return undefined;
  let end = at + 1;
  let minutes = 0;
  const isClose = (index: number) => tokens[index]?.start === tokens[index - 1]?.end;
  const sign = tokens[end]?.word ?? '';
  const after = digits(tokens[end + 1], 59);
  if (sign === ':' || (sign === '.' && isClose(end) && isClose(end + 1))) {
    if (after === undefined) return undefined;
    [minutes, end] = [after, end + 2];
  } else if (['h', 'heure', 'heures'].includes(sign)) {
    const isPart = after !== undefined && tokens[end + 1] !== undefined;
    [minutes, end] = isPart ? [after, end + 2] : [0, end + 1];
  }
  const half = tokens[end]?.word;
  const dots = half === 'a' || half === 'p' ? tokens[end + 1]?.word === '.' && tokens[end + 2]?.word === 'm' : false;
  const isPm = half === 'pm' || (half === 'p' && dots);
  if (half === 'am' || half === 'pm' || dots) {
    if (hours < 1 || hours > 12) return undefined;
    hours = (hours % 12) + (isPm ? 12 : 0);
    end += dots ? (tokens[end + 3]?.word === '.' ? 4 : 3) : 1;
  }
  const value = hours * 60 + minutes;
  return value < 1440 ? { end, value } : undefined;
};

const year: Blank = (tokens, at) => {
  const value = digits(tokens[at], 9999);
  return value !== undefined && value >= 1970 ? { end: at + 1, value } : undefined;
};

/** An amount of money in ten-thousandths of a dollar: $0.10, 0,10 $. */
const money: Blank = (tokens, at) => {
  let index = tokens[at]?.word === '$' ? at + 1 : at;
  const whole = digits(tokens[index], 999_999);
  if (whole === undefined) return undefined;
  index += 1;
  let value = whole * 10_000;
  const part = tokens[index + 1]?.word ?? '';
  if (['.', ','].includes(tokens[index]?.word ?? '') && /^\d{1,4}$/.test(part) && tokens[index + 1]?.start === tokens[index]?.end) {
    value += Number(part.padEnd(4, '0'));
    index += 2;
  }
  const isAfter = ['$', 'dollar', 'dollars'].includes(tokens[index]?.word ?? '');
  if (tokens[at]?.word !== '$' && !isAfter) return undefined;
  return { end: isAfter ? index + 1 : index, value };
};

const lexiconOf = (language: Language): Lexicon => ({
  blanks: {
    n: numberIn(language),
    unit: among(units[language]),
    weekdays: weekdaysIn(language),
    month: among(months[language]),
    day: dayIn(language),
    time,
    year,
    money,
  },
});

export const lexicons: Readonly<Record<Language, Lexicon>> = { en: lexiconOf('en'), fr: lexiconOf('fr') };
