import type { Language } from '../../contract/index.ts';
import { spanIn, startsClock, timeIn } from './clock-words.ts';
import { dateIn } from './dates.ts';
import { digits, table, wordNumber } from './numbers.ts';
import type { Blank, Lexicon } from './phrase.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const ordinals = {
  en: table('- first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth'),
  fr: table('- premier deuxieme troisieme quatrieme cinquieme sixieme septieme huitieme neuvieme dixieme'),
};
const weekdays = {
  en: table(
    'sunday|sundays|sun monday|mondays|mon tuesday|tuesdays|tue wednesday|wednesdays|wed thursday|thursdays|thu friday|fridays|fri saturday|saturdays|sat',
  ),
  fr: table('dimanche|dimanches lundi|lundis mardi|mardis mercredi|mercredis jeudi|jeudis vendredi|vendredis samedi|samedis'),
};
const months = {
  en: table(
    '- january|jan february|feb march|mar april|apr may june|jun july|jul august|aug september|sep|sept october|oct november|nov december|dec',
  ),
  fr: table(
    '- janvier|janv fevrier|fevr|fev mars avril|avr mai juin juillet|juil aout septembre|sept octobre|oct novembre|nov decembre|dec',
  ),
};
const dayParts = {
  en: table('morning|mornings afternoon|afternoons evening|evenings night|nights'),
  fr: table('matin|matins - soir|soirs nuit|nuits midi|midis'),
};
const units: Readonly<Record<Language, ReadonlyMap<string, number>>> = {
  en: new Map([
    ...['seconds', 'sec', 'secs'].map((word): [string, number] => [word, 1000]),
    ...['minute', 'minutes', 'min'].map((word): [string, number] => [word, minute]),
    ...['hour', 'hours'].map((word): [string, number] => [word, hour]),
    ...['day', 'days'].map((word): [string, number] => [word, day]),
    ...['week', 'weeks'].map((word): [string, number] => [word, 7 * day]),
  ]),
  fr: new Map([
    ...['seconde', 'secondes', 'sec'].map((word): [string, number] => [word, 1000]),
    ...['minute', 'minutes', 'min'].map((word): [string, number] => [word, minute]),
    ...['heure', 'heures', 'h'].map((word): [string, number] => [word, hour]),
    ...['jour', 'jours'].map((word): [string, number] => [word, day]),
    ...['semaine', 'semaines'].map((word): [string, number] => [word, 7 * day]),
  ]),
};

const among =
  (words: ReadonlyMap<string, number>): Blank =>
  (tokens, at) => {
    const value = words.get(tokens[at]?.word ?? '');
    return value === undefined ? undefined : { end: at + 1, value };
  };

const numberIn =
  (language: Language): Blank =>
  (tokens, at) => {
    const value = digits(tokens[at], 999_999_999) ?? (/^an?$/.test(tokens[at]?.word ?? '') && language === 'en' ? 1 : undefined);
    return value === undefined ? wordNumber(tokens, at, language) : { end: at + 1, value };
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

/** A month, in full or short with a full stop. In French "sept" is also seven. */
const monthIn =
  (language: Language): Blank =>
  (tokens, at) => {
    const word = tokens[at]?.word ?? '';
    const value = months[language].get(word);
    const isShort = /^(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|janv|fevr?|avr|juil)$/.test(word);
    const isDotted = isShort && tokens[at + 1]?.word === '.' && tokens[at + 1]?.start === tokens[at]?.end && tokens[at + 2] !== undefined;
    if (value === undefined || (language === 'fr' && word === 'sept' && !isDotted)) return undefined;
    return { end: isDotted ? at + 2 : at + 1, value };
  };

/** A list of days of the week has at most so many, and so many marks and words between two of them. */
const [mostWeekdays, mostJoins] = [14, 3];

/** Days of the week, as the bits of a number: one, some with commas and "and" between them, or from one to another. */
const weekdaysIn = (language: Language): Blank => {
  const one = among(weekdays[language]);
  const joins = new Set([',', 'and', 'et', 'or', 'ou']);
  const fillers = new Set(['on', 'the', 'le', 'les']);
  const ranges = new Set(['to', 'through', 'thru', 'au', 'a', '-', '–']);
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
    for (let count = 0; ; count += 1) {
      let next = end;
      while (next < end + mostJoins && joins.has(tokens[next]?.word ?? '')) next += 1;
      if (next === end || count > mostWeekdays) return { end, value };
      if (fillers.has(tokens[next]?.word ?? '')) next += 1;
      const more = one(tokens, next);
      if (more === undefined) return { end, value };
      end = more.end;
      value |= 1 << more.value;
    }
  };
};

/** A part of the day: the morning, the afternoon, the evening, the night, noon. */
const partIn =
  (language: Language): Blank =>
  (tokens, at) => {
    const word = (index: number) => tokens[index]?.word ?? '';
    const value = dayParts[language].get(word(at));
    if (value !== undefined) return { end: at + 1, value };
    if (language !== 'fr' || word(at) !== 'apres') return undefined;
    const last = word(at + 1) === '-' ? at + 2 : at + 1;
    return word(last) === 'midi' || word(last) === 'midis' ? { end: last + 1, value: 1 } : undefined;
  };

const year: Blank = (tokens, at) => {
  const value = digits(tokens[at], 9999);
  return value !== undefined && value >= 1970 ? { end: at + 1, value } : undefined;
};

/** An amount of money in ten-thousandths of a dollar: $0.10, 0,10 $, 10 cents. */
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
  const isCents = ['cent', 'cents', '¢'].includes(tokens[index]?.word ?? '');
  if (isCents && tokens[at]?.word !== '$') return { end: index + 1, value: Math.round(value / 100) };
  const isAfter = ['$', 'dollar', 'dollars'].includes(tokens[index]?.word ?? '');
  if (tokens[at]?.word !== '$' && !isAfter) return undefined;
  if (!isAfter) return { end: index, value };
  return { end: tokens[index + 1]?.word === 'us' && tokens[index + 1]?.start === tokens[index]?.end ? index + 2 : index + 1, value };
};

/** An amount of at most a dollar. */
const small: Blank = (tokens, at) => {
  const found = money(tokens, at);
  return found !== undefined && found.value <= 10_000 ? found : undefined;
};

/** An amount that is not in dollars. */
const foreign: Blank = (tokens, at) => {
  const isSign = (index: number) => /^(?:[€£¥]|euros?|centimes?|pounds?|pence)$/.test(tokens[index]?.word ?? '');
  let end = isSign(at) ? at + 1 : at;
  const value = digits(tokens[end], 999_999);
  if (value === undefined) return undefined;
  end += ['.', ','].includes(tokens[end + 1]?.word ?? '') && tokens[end + 1]?.end === tokens[end + 2]?.start ? 3 : 1;
  return isSign(at) ? { end, value } : isSign(end) ? { end: end + 1, value } : undefined;
};

/** The name of a file, with the folders before it or without. */
const file: Blank = (tokens, at) => {
  const isClose = (index: number) => tokens[index]?.start === tokens[index - 1]?.end;
  const isWord = (index: number) => /^[\p{L}\p{N}_]+$/u.test(tokens[index]?.word ?? '');
  const isSign = (index: number) => /^[-./_]$/.test(tokens[index]?.word ?? '');
  let [end, dot] = [at, -1];
  while (end < tokens.length && (end === at || isClose(end)) && (isWord(end) || isSign(end))) {
    if (tokens[end]?.word === '.' && isWord(end + 1) && isClose(end + 1)) dot = end;
    end += 1;
  }
  return dot > at && /^[a-z][a-z0-9]{0,4}$/.test(tokens[dot + 1]?.word ?? '') ? { end: dot + 2, value: 0 } : undefined;
};

const lexiconOf = (language: Language): Lexicon => ({
  blanks: {
    n: numberIn(language),
    unit: among(units[language]),
    weekdays: weekdaysIn(language),
    month: monthIn(language),
    date: dateIn(language),
    day: dayIn(language),
    part: partIn(language),
    time: timeIn(language),
    span: spanIn(language, numberIn(language), among(units[language])),
    year,
    money,
    small,
    foreign,
    file,
  },
});

export const lexicons: Readonly<Record<Language, Lexicon>> = { en: lexiconOf('en'), fr: lexiconOf('fr') };

/** Whether a blank may begin with a word. */
export const startsBlank = (word: string, language: Language): boolean =>
  /^(?:\d.*|[$€£¥]|an?|half|quarter|apres)$/.test(word) ||
  [weekdays, months, dayParts, ordinals, units].some(words => words[language].has(word)) ||
  startsClock(word) ||
  wordNumber([{ word, start: 0, end: 0 }], 0, language) !== undefined;
