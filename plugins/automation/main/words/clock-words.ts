import type { Language } from '../../contract/index.ts';
import { digits, wordNumber } from './numbers.ts';
import type { Blank } from './phrase.ts';
import type { Token } from './tokens.ts';

const named = new Map([
  ['noon', 720],
  ['midday', 720],
  ['midi', 720],
  ['midnight', 0],
  ['minuit', 0],
]);
export const startsClock = (word: string): boolean => named.has(word);

const hourWords = ['h', 'heure', 'heures'];
const leads = ['at', 'about', 'around'];
const dayMinutes = 1440;

interface Clock {
  readonly end: number;
  readonly hours: number;
  readonly minutes: number;
  /** A number alone that is no time by itself. */
  readonly isBare?: boolean;
}

const isClose = (tokens: readonly Token[], index: number) => tokens[index]?.start === tokens[index - 1]?.end;

/** 8, 8:30, 8.30, 8h30, 8 h, 8:30:15, 8 h 30 min 15 s, 9 o'clock. */
function digital(tokens: readonly Token[], at: number): Clock | undefined {
  const hours = digits(tokens[at], 24);
  if (hours === undefined) return undefined;
  let [end, minutes] = [at + 1, 0];
  const sign = tokens[end]?.word ?? '';
  const after = digits(tokens[end + 1], 59);
  if (sign === ':' || (sign === '.' && isClose(tokens, end) && isClose(tokens, end + 1))) {
    if (after === undefined) return undefined;
    [minutes, end] = [after, end + 2];
    const seconds = sign === ':' && tokens[end]?.word === ':' ? digits(tokens[end + 1], 59) : undefined;
    if (seconds !== undefined) [minutes, end] = [minutes + seconds / 60, end + 2];
    return { end, hours, minutes };
  }
  if (hourWords.includes(sign)) {
    const isPart = after !== undefined;
    [minutes, end] = isPart ? [after, end + 2] : [0, end + 1];
    const isMin = isPart && /^(?:m|mn|min|mins|minutes?)$/.test(tokens[end]?.word ?? '');
    if (isMin) end += 1;
    const seconds = isMin && /^s(?:econdes?)?$/.test(tokens[end + 1]?.word ?? '') ? digits(tokens[end], 59) : undefined;
    if (seconds !== undefined) [minutes, end] = [minutes + seconds / 60, end + 2];
    return { end, hours, minutes };
  }
  return { end, hours, minutes, isBare: true };
}

/** "Ten", "ten o'clock", "half past nine", "a quarter to six", "nine thirty". A number alone only after "at". */
function english(tokens: readonly Token[], at: number): Clock | undefined {
  const word = (index: number) => tokens[index]?.word ?? '';
  const first = word(at) === 'a' ? at + 1 : at;
  const fraction = word(first) === 'half' ? 30 : word(first) === 'quarter' ? 15 : undefined;
  const count = fraction ?? digits(tokens[at], 59) ?? wordNumber(tokens, at, 'en')?.value;
  let from = fraction === undefined ? (wordNumber(tokens, at, 'en')?.end ?? at + 1) : first + 1;
  if (/^(?:minutes?|min)$/.test(word(from))) from += 1;
  if (count !== undefined && /^(?:past|to)$/.test(word(from))) {
    const isTo = word(from) === 'to';
    const hour = hourIn(tokens, from + 1);
    if (hour !== undefined && count < 60 && !(isTo && count === 30))
      return { end: hour.end, ...split(hour.value * 60 + (isTo ? -count : count)) };
  }
  const spoken = wordNumber(tokens, at, 'en');
  if (spoken === undefined || spoken.value > 12) return undefined;
  const { end, value: hours } = spoken;
  const isOClock = word(end) === 'o' || word(end) === 'oclock';
  const isHalf = /^(?:am|pm)$/.test(word(end));
  if (!leads.includes(word(at - 1)) && !isOClock && !isHalf) return undefined;
  const part = leads.includes(word(at - 1)) ? wordNumber(tokens, end, 'en') : undefined;
  if (part !== undefined && part.value >= 10 && part.value < 60) return { end: part.end, hours, minutes: part.value };
  return { end, hours, minutes: 0, isBare: true };
}

function hourIn(tokens: readonly Token[], at: number): { end: number; value: number } | undefined {
  const word = named.get(tokens[at]?.word ?? '');
  if (word !== undefined) return { end: at + 1, value: word / 60 };
  const value = digits(tokens[at], 24);
  if (value !== undefined) return { end: at + 1, value };
  const spoken = wordNumber(tokens, at, 'en');
  return spoken !== undefined && spoken.value <= 12 ? spoken : undefined;
}

/** "Dix heures". */
function french(tokens: readonly Token[], at: number): Clock | undefined {
  const spoken = wordNumber(tokens, at, 'fr');
  if (spoken === undefined || spoken.value > 24 || !/^heures?$/.test(tokens[spoken.end]?.word ?? '')) return undefined;
  const after = digits(tokens[spoken.end + 1], 59);
  return { end: spoken.end + (after === undefined ? 1 : 2), hours: spoken.value, minutes: after ?? 0 };
}

/** What French says after the hours: "et demie", "moins le quart", "moins dix", "trente". */
function frenchMinutes(tokens: readonly Token[], at: number): { end: number; minutes: number } | undefined {
  const word = (index: number) => tokens[index]?.word ?? '';
  if (word(at) === 'et') {
    const second = word(at + 1) === 'un' ? at + 2 : at + 1;
    if (/^demie?$/.test(word(second)) && second === at + 1) return { end: at + 2, minutes: 30 };
    return word(second) === 'quart' ? { end: second + 1, minutes: 15 } : undefined;
  }
  if (word(at) === 'moins') {
    const first = /^(?:le|un)$/.test(word(at + 1)) ? at + 2 : at + 1;
    if (word(first) === 'quart') return { end: first + 1, minutes: -15 };
    const less = digits(tokens[at + 1], 59);
    const said = less === undefined ? wordNumber(tokens, at + 1, 'fr') : { end: at + 2, value: less };
    return said && said.value < 60 ? { end: said.end, minutes: -said.value } : undefined;
  }
  const said = wordNumber(tokens, at, 'fr');
  if (said === undefined || said.value < 5 || said.value > 59) return undefined;
  return { end: /^minutes?$/.test(word(said.end)) ? said.end + 1 : said.end, minutes: said.value };
}

function split(minutes: number): { hours: number; minutes: number } {
  const inDay = (minutes + dayMinutes) % dayMinutes;
  return { hours: Math.floor(inDay / 60), minutes: inDay % 60 };
}

/** A time of the day in minutes, with the seconds as a part of one. */
export const timeIn =
  (language: Language): Blank =>
  (tokens, at) => {
    const word = (index: number) => tokens[index]?.word ?? '';
    const noon = named.get(word(at));
    const spoken = language === 'en' ? english(tokens, at) : french(tokens, at);
    const clock: Clock | undefined = noon === undefined ? (spoken ?? digital(tokens, at)) : { end: at + 1, hours: noon / 60, minutes: 0 };
    if (clock === undefined) return undefined;
    let { end, hours, minutes, isBare = false } = clock;
    // Only whole hours have them: not "8 h 30 et demie".
    const isWhole = minutes === 0 && (noon !== undefined || hourWords.includes(word(end - 1)));
    const more = language === 'fr' && isWhole ? frenchMinutes(tokens, end) : undefined;
    if (more !== undefined) ({ end, hours, minutes } = { end: more.end, ...split(hours * 60 + more.minutes) });
    if (isBare && word(end) === 'oclock') end += 1;
    else if (isBare && word(end) === 'o' && word(end + 1) === "'" && word(end + 2) === 'clock') end += 3;
    const half = word(end);
    const dots = half === 'a' || half === 'p' ? word(end + 1) === '.' && word(end + 2) === 'm' : false;
    const isPm = half === 'pm' || (half === 'p' && dots);
    if (half === 'am' || half === 'pm' || dots) {
      if (hours < 1 || hours > 12) return undefined;
      hours = (hours % 12) + (isPm ? 12 : 0);
      end += dots ? (word(end + 3) === '.' ? 4 : 3) : 1;
    }
    const value = hours * 60 + minutes;
    return value < dayMinutes ? { end, value } : undefined;
  };

const hourMs = 3_600_000;
const minuteMs = 60_000;

/** A length of more than one unit, in milliseconds: "2h30", "2 hours and 30 minutes", "an hour and a half", "une heure et demie". */
export const spanIn =
  (language: Language, numberAt: Blank, unitAt: Blank): Blank =>
  (tokens, at) => {
    const word = (index: number) => tokens[index]?.word ?? '';
    const halfOf = (index: number): number | undefined => {
      const said = (language === 'en' ? ['and', 'a', 'half'] : ['et', 'demi']).every((one, step) =>
        one === 'demi' ? /^demie?$/.test(word(index + step)) : word(index + step) === one,
      );
      return said ? index + (language === 'en' ? 3 : 2) : undefined;
    };
    const count = numberAt(tokens, at);
    // "Two and a half hours".
    const half = count && language === 'en' ? halfOf(count.end) : undefined;
    const unit = count ? unitAt(tokens, half ?? count.end) : unitAt(tokens, at);
    if (unit === undefined) return undefined;
    const whole = (count?.value ?? 1) * unit.value;
    if (half !== undefined) return { end: unit.end, value: whole + unit.value / 2 };
    const after = halfOf(unit.end);
    if (after !== undefined) return { end: after, value: whole + unit.value / 2 };
    if (count === undefined) return undefined;
    const isAnd = /^(?:and|et)$/.test(word(unit.end)) || word(unit.end) === ',';
    const next = numberAt(tokens, isAnd ? unit.end + 1 : unit.end);
    if (next === undefined) return undefined;
    const lesser = unitAt(tokens, next.end);
    if (lesser !== undefined && lesser.value < unit.value) return { end: lesser.end, value: whole + next.value * lesser.value };
    const isShort = unit.value === hourMs && !isAnd && digits(tokens[unit.end], 59) !== undefined && word(unit.end - 1) === 'h';
    return isShort ? { end: next.end, value: whole + next.value * minuteMs } : undefined;
  };
