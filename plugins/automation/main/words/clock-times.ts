import type { Language } from '../../contract/index.ts';
import { lexicons } from './lexicon.ts';
import { wordNumber } from './numbers.ts';
import { match, type Phrase, phrase } from './phrase.ts';
import type { Token } from './tokens.ts';

export interface Times {
  readonly end: number;
  /** In minutes of the day. */
  readonly times: readonly number[];
}

const leads = { en: ['at', 'at about|around'].map(phrase), fr: ['a', 'vers'].map(phrase) } as const;
/** Right after a day: elsewhere these are often about something else. A number alone after them is a time only where nothing follows that it counts. */
const roughly = { en: ['about|around'].map(phrase), fr: ['environ'].map(phrase) } as const;
const clock = phrase('<time>');
const parts = {
  en: ['in the <part>', 'at <part>'].map(phrase),
  fr: ['du <part>', 'de la <part>', "de l ' <part>"].map(phrase),
} as const;
const joins = { en: /^(?:and|or)$/, fr: /^(?:et|ou)$/ } as const;
const stops: readonly (string | undefined)[] = [undefined, ',', '.', ';'];
/** As many times as a day has hours. */
const mostTimes = 24;
/** A number before these is no time. */
const counted =
  /^(?:%|times?|fois|seconds?|secondes?|minutes?|min|hours?|heures|days?|jours?|weeks?|semaines?|months?|mois|years?|ans|annees?)$/;

/** The times of the day that are said at a token: "at 8", "at 8 and 18", "à 8 h du soir"; right after a day also "around 8 pm". */
export function timesAt(tokens: readonly Token[], at: number, language: Language, isAfterDay = false): Times | undefined {
  const lexicon = lexicons[language];
  const ended = (forms: readonly Phrase[]) => forms.map(form => match(lexicon, form, tokens, at)?.end).filter(end => end !== undefined);
  const firstOf = (begins: readonly number[]) => begins.map(end => match(lexicon, clock, tokens, end)).find(found => found !== undefined);
  const sure = firstOf(ended(leads[language]));
  const begins = isAfterDay ? ended(roughly[language]) : [];
  const first = sure ?? firstOf(begins);
  if (first?.caught.time === undefined) return undefined;
  const isCount = sure === undefined && !begins.some(begin => isSelfSaid(tokens, begin, first.end));
  const word = (index: number) => tokens[index]?.word;
  const isStop = (index: number) => stops.includes(word(index));
  let [end, good] = [first.end, { end: first.end, times: [first.caught.time] }];
  let times = good.times;
  while (times.length <= mostTimes) {
    const comma = word(end) === ',' ? end + 1 : end;
    const isAnd = joins[language].test(word(comma) ?? '');
    const joined = isAnd ? comma + 1 : comma;
    if (joined === end) break;
    const lead = leads[language].map(form => match(lexicon, form, tokens, joined)?.end).find(found => found !== undefined) ?? joined;
    const next = match(lexicon, clock, tokens, lead);
    if (next?.caught.time === undefined) break;
    end = next.end;
    times = [...times, next.caught.time];
    const isClear = isSelfSaid(tokens, lead, end);
    const isEnded = isStop(end) || joins[language].test(word(end) ?? '');
    if (isAnd ? isClear || !counted.test(word(end) ?? '') : isClear && isEnded) good = { end, times };
  }
  const ofDay = parts[language].map(form => match(lexicon, form, tokens, good.end)).find(found => found !== undefined);
  const moved = inPart(good.times, ofDay?.caught.part, isMorning(tokens, at, good.end));
  if (ofDay !== undefined) return moved && { end: ofDay.end, times: moved };
  return isCount && !isStop(good.end) ? undefined : good;
}

/** Whether a time says itself that it is one: "8 h", "6 pm", "noon", "8:30", and no number alone. */
export const isSelfSaid = (tokens: readonly Token[], start: number, end: number): boolean =>
  end > start + 1 || !(/^\p{N}+$/u.test(tokens[start]?.word ?? '') || wordNumber(tokens, start, 'en') !== undefined);

export const isMorning = (tokens: readonly Token[], start: number, end: number): boolean =>
  tokens.slice(start, end).some(({ word }, index) => word === 'am' || (word === 'a' && tokens[start + index + 1]?.word === '.'));

/** When a part of the day is if no time is said: the morning, the afternoon, the evening, the night, noon. */
const usual = [9, 14, 18, 22, 12].map(hour => hour * 60);
/** From when to when each is, in hours, the hours of the clock that may mean twelve later, and the first of them. */
const spans: readonly { readonly hours: readonly (readonly [number, number])[]; readonly later: readonly [number, number] }[] = [
  { hours: [[0, 12]], later: [0, 0] },
  { hours: [[12, 19]], later: [1, 7] },
  { hours: [[16, 24]], later: [4, 12] },
  {
    hours: [
      [19, 24],
      [0, 7],
    ],
    later: [7, 12],
  },
  { hours: [[11, 15]], later: [1, 3] },
];

/** The times in a part of the day: eight in the evening is 20:00. Undefined if one is in no such part. */
export function inPart(times: readonly number[], part: number | undefined, isAm: boolean): readonly number[] | undefined {
  const span = part === undefined ? undefined : spans[part];
  if (part === undefined || span === undefined) return times;
  if (times.length === 0) return [usual[part] ?? 0];
  const moved = times.map(time => {
    const [from, to] = span.later;
    return !isAm && time >= from * 60 && time < to * 60 ? time + 720 : time;
  });
  const isThere = (time: number) => span.hours.some(([from, to]) => time >= from * 60 && time < to * 60);
  return moved.every(isThere) ? moved : undefined;
}

/** A time of the day that there is not, with the word before it: "at 25:00", "à 25 h". */
export function impossibleAt(tokens: readonly Token[], at: number, language: Language): number | undefined {
  const [lead] = leads[language].map(form => match(lexicons[language], form, tokens, at)?.end).filter(end => end !== undefined);
  if (lead === undefined || !/^\d{1,9}$/.test(tokens[lead]?.word ?? '') || match(lexicons[language], clock, tokens, lead) !== undefined)
    return undefined;
  const word = (index: number) => tokens[index]?.word ?? '';
  const isNumber = (index: number) => /^\d{1,2}$/.test(word(index));
  if (/^(?::|h|heures?)$/.test(word(lead + 1))) return isNumber(lead + 2) ? lead + 3 : word(lead + 1) === ':' ? undefined : lead + 2;
  return /^(?:am|pm)$/.test(word(lead + 1)) ? lead + 2 : undefined;
}
