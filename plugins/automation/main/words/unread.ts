import type { Language } from '../../contract/index.ts';
import type { Token } from './tokens.ts';

interface Cues {
  /** With these a limit of the time begins, wherever they stand. */
  readonly limits: RegExp;
  /** With these another time begins, right after the first or joined to it. */
  readonly again: RegExp;
  /** The same before a number. */
  readonly beforeNumber: RegExp;
  readonly on: RegExp;
  readonly weekday: RegExp;
  readonly joins: RegExp;
}

const cues: Readonly<Record<Language, Cues>> = {
  en: {
    limits: /^(?:until|till|except|excepting|excluding|unless|starting|beginning)$/,
    again: /^(?:every|each)$/,
    beforeNumber: /^(?:at|between|before|after|until|from)$/,
    on: /^on$/,
    weekday: /^(?:mon|tues|wednes|thurs|fri|satur|sun)days?$/,
    joins: /^(?:and|or|but)$/,
  },
  fr: {
    limits: /^(?:jusqu|jusque|sauf|excepte|hormis|hors)$/,
    again: /^(?:chaque|tous|toutes)$/,
    beforeNumber: /^(?:a|entre|avant|apres|vers|des)$/,
    on: /^(?:le|les)$/,
    weekday: /^(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)s?$/,
    joins: /^(?:et|ou|mais)$/,
  },
};

const ends: readonly (string | undefined)[] = [',', '.', ';'];

/** What limits the time that was read, or names another one, and was not read itself: as a task it would say what never happens. */
export function unreadBeside(
  tokens: readonly Token[],
  when: { readonly start: number; readonly end: number },
  language: Language,
): { readonly start: number; readonly end: number } | undefined {
  const { limits, again, beforeNumber, on, weekday, joins } = cues[language];
  const word = (at: number) => tokens[at]?.word ?? '';
  const isNumber = (at: number) => /^\p{N}+$/u.test(word(at));
  const isTime = (at: number) => (beforeNumber.test(word(at)) && isNumber(at + 1)) || (on.test(word(at)) && weekday.test(word(at + 1)));
  const first = when.start > 0 ? startOf(tokens, when.start) : when.start;
  if (first < when.start && isTime(first)) return { start: first, end: when.start };
  const hasComma = word(when.end) === ',';
  const joined = hasComma ? when.end + 1 : when.end;
  const isJoined = joins.test(word(joined));
  const start = isJoined ? joined + 1 : joined;
  const isOther = again.test(word(start)) && (isJoined || !hasComma);
  if (!limits.test(word(start)) && !isOther && !isTime(start)) return undefined;
  const length = tokens.slice(start).findIndex(token => ends.includes(token.word));
  return { start, end: length < 0 ? tokens.length : start + length };
}

/** The beginning of what stands right before a token. */
function startOf(tokens: readonly Token[], before: number): number {
  let start = before;
  while (start > 0 && !ends.includes(tokens[start - 1]?.word)) start -= 1;
  return start;
}
