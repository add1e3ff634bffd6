import type { Language, Trigger } from '../../contract/index.ts';
import { localOf } from './calendar.ts';
import { inPart, isMorning, isSelfSaid, type Times, timesAt } from './clock-times.ts';
import { scheduleAt } from './cron-words.ts';
import { lexicons } from './lexicon.ts';
import { type Names, projectAt } from './names.ts';
import { match, phrase } from './phrase.ts';
import type { Reason } from './reasons.ts';
import { reminderAt } from './reminders.ts';
import type { Range, Token } from './tokens.ts';
import { type At, type Form, formsOf, type Never, nextTime, type Reading as Zoned } from './when-forms.ts';
import { zoneAt } from './zones.ts';

export interface Reading extends Zoned {
  readonly names?: Names;
}

export interface WhenFound extends Range {
  /** Left out if there is no such time. */
  readonly trigger?: Trigger;
  readonly never?: Reason;
  /** The time of the day, where it stands apart. */
  readonly apart?: Range;
  /** No time of the day was said, and one could be. */
  readonly isTimeless?: true;
  /** The day of the week, as a bit, that was said beside a date and is not that of it. */
  readonly misfit?: number;
}

interface Found extends WhenFound {
  /** The same with a time of the day that stands apart; undefined where one was said, or there can be none. */
  readonly at?: (times: readonly number[]) => Trigger | Never | undefined;
}

const part = phrase('<part>');
const stops: readonly (string | undefined)[] = [undefined, ',', '.', ';'];
/** A sentence with these says more of the time than a time of the day. */
const more = {
  en: /^(?:every|each|when|whenever|once|daily|weekly|monthly|yearly|until|till|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends?|weekdays?|january|february|april|june|july|august|september|october|november|december)$/,
  fr: /^(?:chaque|tous|toutes|quand|lorsque|lorsqu|jusqu|jusque|(?:lun|mar|mercre|jeu|vendre|same)dis?|dimanches?|prochaine?|janvier|fevrier|avril|juin|juillet|aout|septembre|octobre|novembre|decembre)$/,
} as const;
const atMost = /^(?:most|least|plus|moins|maximum|minimum)$/;
const nextSpan = phrase('next|this week|month|year');

/** The first time or event that a sentence names, with its tokens. A time of the day may stand apart from it, or alone. */
export function findWhen(tokens: readonly Token[], reading: Reading, isQuoted: (at: number) => boolean): WhenFound | undefined {
  const { language } = reading;
  for (let at = 0; at < tokens.length; at += 1) {
    if (isQuoted(at)) continue;
    const fields = scheduleAt(tokens, at, language, reading.zone);
    if (fields !== undefined) return fields.trigger === undefined ? { ...fields, never: 'fields' } : fields;
    const found = whenAt(tokens, at, reading);
    if (found !== undefined) return withApart(tokens, found, language, isQuoted);
  }
  const isMore = tokens.some(
    ({ word }, at) => !isQuoted(at) && (more[language].test(word) || match(lexicons[language], nextSpan, tokens, at) !== undefined),
  );
  if (isMore) return undefined;
  for (let at = 0; at < tokens.length; at += 1) {
    const time = isQuoted(at) ? undefined : apartAt(tokens, at, language, true);
    const made = time && nextTime({}, { ...reading, times: time.times, words: [] });
    if (made !== undefined && time !== undefined) return { ...told(made), start: at, end: time.end };
  }
  return undefined;
}

const told = (made: Trigger | Never) => ('never' in made ? made : { trigger: made });

function withApart(
  tokens: readonly Token[],
  { at: make, ...found }: Found,
  language: Language,
  isQuoted: (at: number) => boolean,
): WhenFound {
  if (make === undefined) return found;
  for (let at = 0; at < tokens.length; at += 1) {
    if (isQuoted(at) || (at >= found.start && at < found.end)) continue;
    const time = apartAt(tokens, at, language, false);
    const made = time && make(time.times);
    if (made === undefined || time === undefined) continue;
    const { misfit } = found;
    return {
      ...told(made),
      start: found.start,
      end: found.end,
      ...(misfit !== undefined && { misfit }),
      apart: { start: at, end: time.end },
    };
  }
  return make([720]) === undefined ? found : { ...found, isTimeless: true };
}

/** A time of the day that stands for itself: at the beginning or the end of a clause, or after "remind me"; alone also elsewhere if it says what it is. */
function apartAt(tokens: readonly Token[], at: number, language: Language, isAlone: boolean): Times | undefined {
  const time = timesAt(tokens, at, language);
  if (time === undefined) return undefined;
  const isAfter = isReminded(tokens, at, language);
  const isEnd = stops.includes(tokens[time.end]?.word) || zoneAt(tokens, time.end, language, false) !== undefined;
  if (isSelfSaid(tokens, at + 1, time.end)) return isAlone || isAfter || isEnd || stops.includes(tokens[at - 1]?.word) ? time : undefined;
  // In French "à 9" is often "to 9", and in English one may "look at one".
  return language === 'en' && tokens[time.end - 1]?.word !== 'one' && (isAfter || isEnd) ? time : undefined;
}

/** Whether "remind me" ends right before a token. */
const isReminded = (tokens: readonly Token[], at: number, language: Language): boolean =>
  [2, 3, 4].some(length => at >= length && reminderAt(tokens, at - length, language) === at);

/** The end of a sentence, before its full stop. */
const lastOf = (tokens: readonly Token[]): number => (tokens.at(-1)?.word === '.' ? tokens.length - 1 : tokens.length);

function whenAt(tokens: readonly Token[], start: number, reading: Reading): Found | undefined {
  const { language } = reading;
  const before = timesAt(tokens, start, language);
  const from = before?.end ?? start;
  const isOpen = start === 0 || isReminded(tokens, start, language);
  // How often something is at most is no time of it.
  if (atMost.test(tokens[start - 1]?.word ?? '')) return undefined;
  let best: Found | undefined;
  for (const form of formsOf[language]) {
    const found = match(lexicons[language], form.phrase, tokens, from);
    if (found === undefined) continue;
    const ofDay = found.caught.part === undefined ? match(lexicons[language], part, tokens, found.end) : undefined;
    const said = { caught: found.caught, from, before, isOpen };
    const read =
      (ofDay && madeAt(tokens, start, form, { ...said, ...ofDay, caught: { ...said.caught, ...ofDay.caught } }, reading)) ??
      madeAt(tokens, start, form, { ...said, end: found.end }, reading);
    if (read !== undefined && !isOwner(tokens, read.end) && (best === undefined || read.end > best.end)) best = read;
  }
  return best;
}

/** "Monday's meeting" is no time. */
const isOwner = (tokens: readonly Token[], end: number): boolean =>
  tokens[end]?.word === "'" && tokens[end]?.start === tokens[end - 1]?.end && tokens[end + 1]?.word === 's';

interface SaidAt {
  readonly caught: Readonly<Record<string, number>>;
  readonly end: number;
  readonly from: number;
  readonly before: Times | undefined;
  readonly isOpen: boolean;
}

function madeAt(tokens: readonly Token[], start: number, form: Form, said: SaidAt, reading: Reading): Found | undefined {
  const { caught, end: begins, from, before, isOpen } = said;
  const after =
    before === undefined
      ? timesAt(tokens, tokens[begins]?.word === ',' ? begins + 1 : begins, reading.language, tokens[begins]?.word !== ',')
      : undefined;
  const end = after?.end ?? begins;
  const words = tokens.slice(from, begins).map(({ word }) => word);
  const ofDay = caught.part ?? (words.includes('tonight') ? 2 : undefined);
  const clock = before?.times ?? after?.times ?? [];
  // "Remind me to call mum tomorrow".
  const isLast = end === lastOf(tokens) && reminderAt(tokens, 0, reading.language) !== undefined;
  if (form.isWeak && clock.length === 0 && !isOpen && !isLast) return undefined;
  const at = (times: readonly number[], isAm: boolean) => {
    const inDay = inPart(times, ofDay, isAm);
    const facts: At | undefined = inDay && { ...reading, times: inDay, words, ...(ofDay !== undefined && { part: ofDay }) };
    return facts && form.make(caught, facts);
  };
  const made = at(clock, isMorning(tokens, start, end));
  if (made === undefined) return undefined;
  const isEvent = 'kind' in made && made.kind === 'event';
  const misfit = misfitOf(made, caught, reading);
  const inProject = isEvent ? projectAt(tokens, end, reading.language, reading.names) : undefined;
  if (isEvent && inProject !== undefined) return { trigger: { ...made, project: inProject.value.id }, start, end: inProject.end };
  return {
    ...told(made),
    start,
    end,
    ...(misfit !== undefined && { misfit }),
    ...(clock.length === 0 && { at: (times: readonly number[]) => at(times, false) }),
  };
}

/** The day of the week beside a date, if the date is on another one. */
function misfitOf(made: Trigger | Never, { weekdays, day, date }: Readonly<Record<string, number>>, { zone }: Reading): number | undefined {
  if (weekdays === undefined || (day ?? date) === undefined || !('kind' in made) || made.kind !== 'once') return undefined;
  return weekdays === 1 << localOf(made.at, zone).weekday ? undefined : weekdays;
}
