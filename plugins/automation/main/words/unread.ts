import type { Language } from '../../contract/index.ts';
import { lexicons } from './lexicon.ts';
import { match, phrase } from './phrase.ts';
import type { Reason } from './reasons.ts';
import type { Range, Token } from './tokens.ts';
import { zoneAt } from './zones.ts';

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
  /** For how long, or in which part of the year. */
  readonly spans: RegExp;
  /** What says more of the time if no comma stands between them. */
  readonly close: RegExp;
  /** What leaves days out, also after what is done. */
  readonly leaves: RegExp;
}

const days = {
  en: '(?:mon|tues|wednes|thurs|fri|satur|sun)days?',
  fr: '(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)s?',
};
const months = {
  en: 'january|february|march|april|may|june|july|august|september|october|november|december',
  fr: 'janvier|fevrier|mars|avril|mai|juin|juillet|aout|septembre|octobre|novembre|decembre',
};
const counts = {
  en: '\\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve',
  fr: '\\d+|une?|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze',
};

const cues: Readonly<Record<Language, Cues>> = {
  en: {
    limits: /^(?:until|till|except|excepting|excluding|unless|starting|beginning)$/,
    again: /^(?:every|each)$/,
    beforeNumber: /^(?:at|between|before|after|until|from)$/,
    on: /^on$/,
    weekday: new RegExp(`^${days.en}$`),
    joins: /^(?:and|or|but)$/,
    spans: new RegExp(
      `^(?:for (?:the next (?:(?:${counts.en}) )?|(?:${counts.en}) )(?:hour|day|week|month|year)s?|in (?:the month of )?(?:${months.en})|during|throughout)\\b`,
    ),
    close: /^(?:utc|gmt|in (?:\S+ ){1,3}time|(?:this|next) (?:week|month|year)|never|not|only)\b/,
    leaves: new RegExp(
      `^(?:never|not|except|excepting|excluding) (?:on |at |in )?(?:the )?(?:${days.en}|weekends?|weekdays?|(?:public |bank )?holidays?|${months.en})\\b`,
    ),
  },
  fr: {
    limits: /^(?:jusqu|jusque|sauf|excepte|hormis|hors)$/,
    again: /^(?:chaque|tous|toutes)$/,
    beforeNumber: /^(?:a|de|entre|avant|apres|vers|des)$/,
    on: /^(?:le|les)$/,
    weekday: new RegExp(`^${days.fr}$`),
    joins: /^(?:et|ou|mais)$/,
    spans: new RegExp(
      `^(?:pour (?:les )?(?:${counts.fr}) (?:prochaine?s )?(?:heure|jour|semaine|mois|an|annee)s?|en (?:${months.fr})|au mois d|pendant|durant)\\b`,
    ),
    close: /^(?:utc|gmt|heure d[eu]?|ce(?:tte)? (?:semaine|mois|annee)|jamais|pas|seulement|uniquement)\b/,
    leaves: new RegExp(
      `^(?:jamais|pas|sauf|excepte|hormis|hors) (?:le |les |en |au )?(?:${days.fr}|week - ends?|jours? (?:ouvres|ouvrables|feries?)|${months.fr})\\b`,
    ),
  },
};

export interface Unread extends Range {
  readonly why?: Reason;
}

/** What holds an event to some of its kind. */
const of = {
  en: /^(?:in|inside|under|within|from|of|named|called|with|without|that|which|whose|about|if|on|for|by)$/,
  fr: /^(?:dans|sous|de|du|d|des|qui|dont|nommee?|appelee?|avec|sans|sur|pour|par|si|s|en)$/,
} as const;

/** The same, as “mentioning” and « contenant » end; what one does is shorter: “bring”, “sing”. */
const holding = { en: 'ing', fr: 'ant' } as const;
const shortest = 6;

const ends: readonly (string | undefined)[] = [',', '.', ';'];
const never = /^(?:never|not|jamais|pas)$/;
const clock = phrase('<time>');
/** As many words as the longest of the cues has. */
const longest = 7;

/** What limits the time that was read, or names another one, and was not read itself: as a task it would say what never happens. */
export function unreadBeside(
  tokens: readonly Token[],
  when: Range & { readonly isEvent?: boolean },
  language: Language,
  isQuoted: (at: number) => boolean,
): Unread[] {
  const { limits, again, beforeNumber, on, weekday, joins, spans, close, leaves } = cues[language];
  const word = (at: number) => tokens[at]?.word ?? '';
  const wordsAt = (at: number) =>
    tokens
      .slice(at, at + longest)
      .map(token => token.word)
      .join(' ');
  const isNumber = (at: number) => /^\p{N}+$/u.test(word(at));
  const isEnd = (at: number) => ends.includes(tokens[at]?.word) || at >= tokens.length;
  const isOn = (at: number) => on.test(word(at)) && (weekday.test(word(at + 1)) || isNumber(word(at + 1) === 'the' ? at + 2 : at + 1));
  const isTime = (at: number) => (beforeNumber.test(word(at)) && isNumber(at + 1)) || isOn(at);
  const upToEnd = (start: number): Range => {
    const length = tokens.slice(start).findIndex(token => ends.includes(token.word));
    return { start, end: length < 0 ? tokens.length : start + length };
  };
  /** Whether a time of the day stands at a token: one that says so itself, or a number alone that is joined to the first. */
  const isClock = (at: number, isJoined: boolean) => {
    const end = match(lexicons[language], clock, tokens, at)?.end;
    return end !== undefined && (!isNumber(at) || end > at + 1 || (isJoined && isEnd(end)));
  };
  const before = word(when.start - 1) === ',' ? when.start - 1 : when.start;
  const first = before > 0 ? startOf(tokens, before) : before;
  const isNever = first === before - 1 && never.test(word(first));
  if (first < before && !isQuoted(first) && (isNever || isTime(first) || limits.test(word(first)) || spans.test(wordsAt(first))))
    return [{ start: first, end: before }];
  const hasComma = word(when.end) === ',';
  const joined = hasComma ? when.end + 1 : when.end;
  const isJoined = joins.test(word(joined));
  const start = isJoined ? joined + 1 : joined;
  const isOther =
    (again.test(word(start)) && (isJoined || !hasComma)) ||
    ((isJoined || hasComma) && (isClock(start, isJoined) || (weekday.test(word(start)) && isTime(start + 1))));
  const isMore = limits.test(word(start)) || spans.test(wordsAt(start)) || (!hasComma && close.test(wordsAt(start)));
  const zone = isQuoted(start) ? undefined : zoneAt(tokens, start, language, hasComma);
  const isHolding = word(start).length >= shortest && word(start).endsWith(holding[language]);
  const isLimited = when.isEvent === true && !hasComma && (of[language].test(word(start)) || isHolding || isJoined);
  const found: Unread[] = [];
  if (zone !== undefined) found.push({ start, end: zone, why: 'zone' });
  else if (!isQuoted(start) && isLimited) found.push({ ...upToEnd(joined), why: 'event' });
  else if (!isQuoted(start) && (isOther || isMore || isTime(start))) found.push(upToEnd(start));
  for (let at = found[0]?.end ?? when.end; at < tokens.length; at += 1) {
    const isBegun = isEnd(at - 1) || joins.test(word(at - 1)) || limits.test(word(at));
    if (!isBegun || isQuoted(at) || !leaves.test(wordsAt(at))) continue;
    const range = upToEnd(at);
    found.push(range);
    at = range.end;
  }
  return found;
}

/** The beginning of what stands right before a token. */
function startOf(tokens: readonly Token[], before: number): number {
  let start = before;
  while (start > 0 && !ends.includes(tokens[start - 1]?.word)) start -= 1;
  return start;
}
