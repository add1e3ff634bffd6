import type { Language } from '../../contract/index.ts';
import { isDay } from './calendar.ts';
import { digits } from './numbers.ts';
import type { Blank } from './phrase.ts';

/** A date in numbers, as the value of a blank has it. */
interface DateSaid {
  readonly day: number;
  readonly month: number;
  readonly year?: number;
  /** Either number may be the month. */
  readonly isEither: boolean;
}

/** In English a month may stand first: what can be only one of both is that, and what can be both is neither. */
function inOrder(first: number, second: number, language: Language): Omit<DateSaid, 'year'> {
  const isEither = language === 'en' && first !== second && isDay(first, second) && isDay(second, first);
  const isMonthFirst = language === 'en' && !isDay(first, second) && isDay(second, first);
  return { day: isMonthFirst ? second : first, month: isMonthFirst ? first : second, isEither };
}

const numberOf = ({ day, month, year = 0, isEither }: DateSaid): number => (isEither ? -1 : (year * 100 + month) * 100 + day);

/** What `dateIn` has read; undefined if it may be two dates. */
export function dateOf(value: number): { readonly day: number; readonly month: number; readonly year?: number } | undefined {
  if (value < 0) return undefined;
  const year = Math.floor(value / 10_000);
  return { day: value % 100, month: Math.floor(value / 100) % 100, ...(year > 0 && { year }) };
}

/** 24/12, 24/12/26, 24/12/2026, 24.12., 24.12.2026, 24-12-2026, 2026-12-24. */
export const dateIn =
  (language: Language): Blank =>
  (tokens, at) => {
    const sign = tokens[at + 1]?.word ?? '';
    const isClose = (index: number) => tokens[index]?.start === tokens[index - 1]?.end;
    if (!/^[/.-]$/.test(sign) || !isClose(at + 1) || !isClose(at + 2)) return undefined;
    const isMore = tokens[at + 3]?.word === sign && isClose(at + 3) && isClose(at + 4);
    const [first, second, third] = [
      digits(tokens[at], 9999),
      digits(tokens[at + 2], 99),
      isMore ? digits(tokens[at + 4], 9999) : undefined,
    ];
    if (first === undefined || second === undefined) return undefined;
    if (sign === '-' && first >= 1970 && third !== undefined && third < 100)
      return { end: at + 5, value: numberOf({ year: first, month: second, day: third, isEither: false }) };
    if (first > 99) return undefined;
    const said = inOrder(first, second, language);
    const isShort = third !== undefined && third < 70 && tokens[at + 4]?.word.length === 2;
    if (third !== undefined && (third >= 1970 || isShort))
      return { end: at + 5, value: numberOf({ ...said, year: isShort ? 2000 + third : third }) };
    if (third !== undefined || sign === '-') return undefined;
    const isDotted = sign === '.' && tokens[at + 3]?.word === '.' && isClose(at + 3) && tokens[at + 4] !== undefined;
    return { end: at + (isDotted ? 4 : 3), value: numberOf(said) };
  };
