import type { Language } from '../../contract/index.ts';
import { lexicons } from './lexicon.ts';
import { wordNumber } from './numbers.ts';
import { match, type Phrase, phrase } from './phrase.ts';
import { reminderAt } from './reminders.ts';
import { type Hint, hintAt } from './temporal.ts';
import type { Range, Token } from './tokens.ts';

export interface Leftover {
  /** What can only be about when the rule runs, or how far: as a task it would never happen. */
  readonly unread: readonly Range[];
  /** What may be a part of what is done, which the person is told. */
  readonly doubts: readonly Range[];
}

interface Sentence {
  readonly tokens: readonly Token[];
  /** Whether a token became a part of what is done, and stands in no quotation marks. */
  readonly isTask: (at: number) => boolean;
  /** Where the time or the event stands, and a time of the day apart from it. */
  readonly whens: readonly Range[];
  /** The time was said without one of the day. */
  readonly isTimeless: boolean;
  readonly language: Language;
}

const stops = new Set([',', '.', ';', '(', ')', '–', '—', '!', '?', '…']);
const joins = { en: new Set(['and', 'or', 'but', 'then']), fr: new Set(['et', 'ou', 'mais', 'puis']) } as const;
/** What leads to a time, and belongs to its words. */
const leads = {
  en: new Set('at on in by from the or and but not only also again just then to about around for until before after of'.split(' ')),
  fr: new Set("a le la les l en et ou mais pas puis seulement uniquement aussi vers pour avant apres de du des d '".split(' ')),
} as const;
/** After these a day, or what is over, belongs to a thing: "the mail of Monday", "les mails d’hier". */
const owners = {
  en: new Set(['of', 'since', 'for', 'from', 'due', 'about']),
  fr: new Set(['de', 'du', 'des', 'd', 'depuis', 'pour']),
} as const;
const articles = {
  en: new Set('the a an my our your his her their this that each new next last'.split(' ')),
  fr: new Set('le la les un une mon ma mes notre nos votre vos ce cet cette'.split(' ')),
} as const;
/** What asks whether something is so: "check if the site is up". */
const asking = {
  en: new Set(
    'check see know me us ask look whether verify test decide out tell say sure determine find monitor and or whether note'.split(' '),
  ),
  fr: new Set('verifie verifier regarde regarder voir vois moi nous dis demande savoir sais teste controle note cherche'.split(' ')),
} as const;
/** What says nothing by itself, right before a time: not that time, but one that has to do with it. */
const dangling = {
  en: new Set(
    'not never only before after by between from since until till for of about around per except than within during alternate every each'.split(
      ' ',
    ),
  ),
  fr: new Set(
    'pas jamais seulement uniquement avant apres entre depuis pour vers environ sauf par des pendant durant des excepte chaque tous toutes les'.split(
      ' ',
    ),
  ),
} as const;
/** The rest of a time, right after one. */
const fragments = {
  en: new Set(
    'half quarter sharp past hours hour minutes minute seconds days day weeks week months month years times st nd rd th last first second third fourth fifth sixth seventh eighth ninth tenth through thru between o sharpish ish'.split(
      ' ',
    ),
  ),
  fr: new Set(
    'demi demie quart moins pile heures heure minutes minute secondes jours jour semaines semaine mois ans fois premier premiere deuxieme troisieme quatrieme dernier derniere entre precises'.split(
      ' ',
    ),
  ),
} as const;
/** With these nothing begins that is to be done: what begins so, right before the time, says more of it. */
const openers = {
  en: new Set('on at during the a an my our this that'.split(' ')),
  fr: new Set('le la l les un une ce cet cette mon ma au aux des a dernier derniere premier premiere jour'.split(' ')),
} as const;
/** Whose doing it is: "every Tuesday that I work". */
const whose = {
  en: /^that (?:i|you|we|they|he|she|it)$/,
  fr: /^(?:que (?:je|tu|il|elle|on|nous|vous|ils|elles)|que j|ou je|ou l)$/,
} as const;
/** So many small words stand between the time and another day. */
const mostJoins = 3;
/** With these what stands right after the time says more of it. */
const further = {
  en: new Set(['at', 'after', 'before', 'during', 'around', 'between', 'within', 'by', 'from', 'since']),
  fr: new Set(['au', 'aux', 'apres', 'avant', 'pendant', 'durant', 'vers', 'entre', 'depuis', 'des']),
} as const;
/** So many words lead to a time. */
const mostLeads = 5;
/** So many words of a condition are shown. */
const mostShown = 24;
const adjectives = /^(?:daily|weekly|monthly|yearly|annually|hourly|nightly|quotidien(?:ne)?|hebdomadaire|mensuel(?:le)?|annuel(?:le)?)$/;
const negations = /^(?:never|not|don|only|without|no|jamais|ne|pas|sans|seulement|uniquement|que)$/;

/** The words of time, of a limit, of a condition and of what is told that became a part of what is done. */
export function leftoverIn(sentence: Sentence): Leftover {
  const { tokens, isTask } = sentence;
  const unread: Range[] = [];
  const doubts: Range[] = [];
  const openings = openingsIn(sentence);
  for (let at = 0; at < tokens.length; ) {
    const opening = openings.find(({ start }) => start === at);
    if (opening !== undefined) {
      join(unread, opening);
      at = opening.end;
      continue;
    }
    const hint = isTask(at) ? wholeAt(sentence, at) : undefined;
    if (hint === undefined) {
      at += 1;
      continue;
    }
    const judged = judgedOf(sentence, hint);
    // What is asked goes on: "check if it is up until Friday".
    if (judged === undefined && hint.kind === 'condition') {
      at += 1;
      continue;
    }
    if (judged === 'unread') join(unread, led(sentence, hint));
    else if (judged === 'doubt') join(doubts, led(sentence, hint));
    at = hint.end;
  }
  return { unread, doubts };
}

/** What stands before the time in its clause and is nothing that is done, where something else is: "the last day of the month at 6 pm, …". */
function openingsIn({ tokens, isTask, whens, language }: Sentence): readonly Range[] {
  const isWork = (at: number) => isTask(at) && /^\p{L}/u.test(tokens[at]?.word ?? '');
  return whens.flatMap(({ start: end }) => {
    let start = end;
    while (start > 0 && isTask(start - 1) && !stops.has(tokens[start - 1]?.word ?? '')) start -= 1;
    const isOther = tokens.some((_, at) => isWork(at) && (at < start || at >= end));
    return start < end && isOther && openers[language].has(tokens[start]?.word ?? '') ? [{ start, end }] : [];
  });
}

/** The words at a token, with all that belongs to them: "until Friday", "if the site is down", "max $300". */
function wholeAt(sentence: Sentence, at: number): Hint | undefined {
  const { tokens, isTask, language } = sentence;
  const hint = hintAt(tokens, at, language, isTask) ?? besideAt(sentence, at);
  if (hint === undefined) return undefined;
  let { end } = hint;
  const isIn = (index: number) => isTask(index) && !stops.has(tokens[index]?.word ?? '');
  const isAmount = (index: number) => isTask(index) && /^[\p{N}$]+$/u.test(tokens[index]?.word ?? '');
  if (hint.kind === 'condition' || (hint.kind === 'limit' && [end, end + 1, end + 2].some(isAmount)))
    while (end < at + mostShown && isIn(end)) end += 1;
  if (hint.kind !== 'bound') return { ...hint, end };
  let next = end;
  while (next < end + 3 && isTask(next) && leads[language].has(tokens[next]?.word ?? '')) next += 1;
  const more = isTask(next) ? hintAt(tokens, next, language, isTask) : undefined;
  return more !== undefined ? { ...hint, end: more.end } : hint;
}

/** Ranges that touch are one. */
function join(all: Range[], range: Range): void {
  const last = all.at(-1);
  if (last !== undefined && last.end >= range.start) all.splice(-1, 1, { start: last.start, end: range.end });
  else all.push(range);
}

/** A number or a rest of a time that stands right after the time, or a word that stands right before it. */
function besideAt({ tokens, isTask, whens, language }: Sentence, at: number): Hint | undefined {
  const word = (index: number) => tokens[index]?.word ?? '';
  const after = whens.find(({ end }) => end === at || (end === at - 1 && word(end) === '('));
  const before = whens.find(({ start }) => start === at + 1);
  if (before !== undefined && dangling[language].has(word(at))) return { start: at, end: at + 1, kind: 'bound' };
  const isClosed = (index: number) => !isTask(index) || stops.has(word(index)) || word(index) === ':';
  const each = /^(?:every|each)$/.test(word(at)) ? match(lexicons[language], ordinal, tokens, at + 1)?.end : undefined;
  if (each !== undefined && whens.some(({ start }) => start === each)) return { start: at, end: each, kind: 'repeat' };
  if (after === undefined) return undefined;
  const more = moreDays(tokens, at, language);
  if (more !== undefined && isTask(more - 1) && isClosed(more)) return { start: at, end: more, kind: 'day' };
  if (whose[language].test(`${word(at)} ${word(at + 1)}`.trim()) || whose[language].test(word(at))) {
    let end = at + 1;
    while (!isClosed(end)) end += 1;
    return { start: at, end, kind: 'bound' };
  }
  if (further[language].has(word(at))) return { start: at, end: at + 1, kind: 'condition' };
  if (fragments[language].has(word(at))) return { start: at, end: at + 1, kind: 'span' };
  const numberAt = (index: number) => (/^\p{N}+$/u.test(word(index)) ? index + 1 : wordNumber(tokens, index, language)?.end);
  // A time, or how many: "every day about 10 people write".
  const rough = /^(?:about|environ)$/.test(word(at)) ? numberAt(at + 1) : undefined;
  if (rough !== undefined) return { start: at, end: rough, kind: 'clock' };
  const number = numberAt(at);
  const isAlone =
    number !== undefined &&
    (!isTask(number) || /^(?:at|a|,|\.|;)$/.test(word(number)) || hintAt(tokens, number, language, isTask) !== undefined);
  return isAlone && number !== undefined ? { start: at, end: number, kind: 'clock' } : undefined;
}

const [ordinal, part] = ['<day>', '<part>'].map(phrase) as [Phrase, Phrase];

/** Another day of the month, or another part of the day: "and 15th", "et le 15", "the 13th", "and evening". */
function moreDays(tokens: readonly Token[], start: number, language: Language): number | undefined {
  const word = (index: number) => tokens[index]?.word ?? '';
  let at = start;
  while (at < start + mostJoins && (joins[language].has(word(at)) || /^(?:on|the|le|les)$/.test(word(at)))) at += 1;
  const ofDay = match(lexicons[language], part, tokens, at)?.end;
  if (ofDay !== undefined) return ofDay;
  const day = match(lexicons[language], ordinal, tokens, at)?.end;
  const isMarked = day === at + 2 || (at > start && /^\d+$/.test(word(at)));
  return isMarked ? day : undefined;
}

/** With the words that lead to it. */
function led({ tokens, isTask, language }: Sentence, { start, end }: Range): Range {
  let first = start;
  while (first > start - mostLeads && first > 0 && isTask(first - 1) && leads[language].has(tokens[first - 1]?.word ?? '')) first -= 1;
  return { start: first, end };
}

function judgedOf(sentence: Sentence, hint: Hint): 'unread' | 'doubt' | undefined {
  const { tokens, isTask, language, isTimeless } = sentence;
  const { kind, end } = hint;
  const word = (index: number) => tokens[index]?.word ?? '';
  const { start } = led(sentence, hint);
  const prior = word(hint.start - 1);
  const isOwner = word(end) === "'" && word(end + 1) === 's' && tokens[end]?.start === tokens[end - 1]?.end;
  if (isOwner) return undefined;
  const touches = touching(sentence, { start, end });
  const isBegun = start === 0 || stops.has(word(start - 1)) || !isTask(start - 1) || isReminded(sentence, start);
  const isEnded = !isTask(end) || stops.has(word(end));
  if (kind === 'condition') return !isBegun && /^(?:if|si|s)$/.test(word(hint.start)) && asking[language].has(prior) ? undefined : 'doubt';
  if (kind === 'notify')
    return isBegun && tokens.slice(start, end + 2).some(token => negations.test(token.word)) && !/^(?:tell|warn)$/.test(prior)
      ? 'unread'
      : 'doubt';
  if (kind === 'limit') {
    if (!tokens.slice(hint.start, end).some(token => /^[\p{N}$]+$/u.test(token.word))) return undefined;
    return isBegun || touches !== undefined || joins[language].has(word(start)) ? 'unread' : 'doubt';
  }
  const isOwned = !isBegun && owners[language].has(prior) && isTask(hint.start - 2);
  if (touches === undefined && (kind === 'day' || kind === 'past') && isOwned) return undefined;
  const isThing = articles[language].has(prior) && isTask(end) && /^\p{L}/u.test(word(end)) && !leads[language].has(word(end));
  if (touches !== 'close' && kind !== 'bound' && isThing) return undefined;
  if (touches === undefined && !isBegun && adjectives.test(word(hint.start)) && (language === 'fr' || !isEnded)) return undefined;
  if (touches === undefined && kind === 'past' && !isBegun) return undefined;
  // "Every day at 9, 30 minutes of sport".
  if (kind === 'span' && touches !== 'close' && !isEnded && !joins[language].has(word(start))) return 'doubt';
  if (touches !== undefined || isBegun) return 'unread';
  const isJoined = joins[language].has(word(start)) || /^(?:not|only|pas|seulement|uniquement)$/.test(word(start));
  if (isJoined && kind !== 'past' && kind !== 'span') return 'unread';
  if (isEnded && (kind === 'repeat' || kind === 'bound' || (kind === 'clock' && isTimeless))) return 'unread';
  return 'doubt';
}

/** Whether only marks and small words stand between it and the time: `close` without a mark. */
function touching({ tokens, whens, language }: Sentence, { start, end }: Range): 'close' | 'apart' | undefined {
  const between = (from: number, to: number) => {
    if (to - from > 4) return undefined;
    const words = tokens.slice(from, to).map(token => token.word);
    if (!words.every(one => stops.has(one) || one === ':' || one === '-' || leads[language].has(one))) return undefined;
    return words.some(one => stops.has(one) || one === ':') ? 'apart' : 'close';
  };
  const found = whens.map(when =>
    start >= when.end ? between(when.end, start) : end <= when.start ? between(end, when.start) : undefined,
  );
  return found.includes('close') ? 'close' : found.find(one => one !== undefined);
}

/** Whether "remind me" ends right before a token. */
const isReminded = ({ tokens, language }: Sentence, at: number): boolean =>
  [2, 3, 4].some(length => at >= length && reminderAt(tokens, at - length, language) === at);
