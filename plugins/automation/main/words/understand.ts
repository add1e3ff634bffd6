import type { Draft, Language, PartName, Understood } from '../../contract/index.ts';
import { clauseAt, type Said } from './clauses.ts';
import { lexicons } from './lexicon.ts';
import { match, phrase } from './phrase.ts';
import { type Token, tokensOf } from './tokens.ts';
import { unreadBeside } from './unread.ts';
import { findWhen, type Reading } from './when.ts';

const most = { title: 60, instruction: 8000, notice: 500 };

interface Part {
  readonly part: PartName;
  readonly start: number;
  readonly end: number;
}

const connectors = new Set([',', '.', ';', ':', '-', '–', '—', 'and', 'then', 'et', 'puis', 'ensuite']);
const closing = new Set([',', '.', ';', ':', '-', '–', '—', 'and', 'then', 'et', 'puis', 'ensuite']);
const reminders = {
  en: ['remind me that|to|of? :?', 'notify me :'].map(phrase),
  fr: ["rappelle|rappelez - moi de|que|d|qu? '? :?", 'previens|prevenez - moi :'].map(phrase),
} as const;
const cues = {
  en: /^(?:every|each|on|at|when|whenever|in|tomorrow)$/,
  fr: /^(?:chaque|tous|toutes|le|a|quand|lorsque|lorsqu|dans|demain)$/,
} as const;

/** Reads a sentence as a rule. The same words at the same time are always the same rule. */
export function understand(text: string, reading: Omit<Reading, 'language'> & { readonly language?: Language }): Understood {
  const tokens = tokensOf(text);
  const language = reading.language ?? languageOf(tokens);
  const when = findWhen(tokens, { ...reading, language });
  const beside = when && unreadBeside(tokens, when, language);
  const parts: Part[] = [];
  const rest: Token[][] = [];
  let said: Said = {};
  let fragment: Token[] = [];
  const take = (part: PartName, start: number, end: number): number => {
    parts.push({ part, ...rangeOf(tokens.slice(start, end)) });
    if (fragment.length > 0) rest.push(fragment);
    fragment = [];
    return end;
  };
  for (let at = 0; at < tokens.length; ) {
    if (when?.start === at) {
      at = take('when', at, when.end);
      continue;
    }
    if (beside?.start === at) {
      if (fragment.length > 0) rest.push(fragment);
      fragment = [];
      at = beside.end;
      continue;
    }
    const clause = clauseAt(text, tokens, at, language);
    if (clause !== undefined && (when === undefined || clause.end <= when.start || at >= when.end)) {
      said = { ...said, ...clause.said, ...((said.limits || clause.said.limits) && { limits: { ...said.limits, ...clause.said.limits } }) };
      at = take(clause.part, at, clause.end);
      continue;
    }
    const token = tokens[at];
    if (token !== undefined) fragment.push(token);
    at += 1;
  }
  if (fragment.length > 0) rest.push(fragment);
  const trimmed = rest.map(trim).filter(({ length }) => length > 0);
  const isUnread = when === undefined && cues[language].test(tokens[0]?.word ?? '');
  const comma = isUnread ? tokens.findIndex(({ word }) => word === ',') : -1;
  const unread = tokens.slice(0, comma < 0 ? tokens.length : comma);
  const unknown = [
    ...(isUnread && unread.length > 0 ? [rangeOf(unread)] : []),
    ...(beside === undefined ? [] : [rangeOf(tokens.slice(beside.start, beside.end))]),
  ];
  const isKnown = ({ start }: { readonly start: number }) => unknown.every(range => start >= range.end || start < range.start);
  const doing = trimmed.map(trimmedTokens => ({ part: 'do' as const, ...rangeOf(trimmedTokens) }));
  const work = trimmed.map(range => text.slice(rangeOf(range).start, rangeOf(range).end)).join(', ');
  const action = actionOf(trimmed, work, text, language, said);
  const draft =
    when !== undefined && beside === undefined && action !== undefined ? draftOf(text, when.trigger, action, said, work) : undefined;
  return {
    language,
    ...(draft && { draft }),
    parts: [...parts, ...doing.filter(isKnown)].sort((a, b) => a.start - b.start),
    unknown,
    missing: [...(when === undefined ? (['when'] as const) : []), ...(action === undefined ? (['do'] as const) : [])],
  };
}

function draftOf(text: string, trigger: Draft['trigger'], action: Draft['action'], said: Said, work: string): Draft {
  const { missed = { policy: 'latest' }, deliver = 'always', cooldownMs, limits, contains } = said;
  return {
    title: titleOf(action.kind === 'notify' ? action.text : work),
    sentence: text.trim(),
    trigger,
    ...(contains !== undefined && { conditions: [[{ field: 'text', how: 'contains', value: contains }]] }),
    action,
    deliver,
    missed,
    ...(cooldownMs !== undefined && { cooldownMs }),
    ...(limits && { limits }),
  };
}

function actionOf(
  fragments: readonly (readonly Token[])[],
  work: string,
  text: string,
  language: Language,
  { isVisible }: Said,
): Draft['action'] | undefined {
  if (work === '') return undefined;
  const [first = []] = fragments;
  for (const form of reminders[language]) {
    const found = match(lexicons[language], form, first, 0);
    if (found === undefined) continue;
    const begins = first[found.end]?.start;
    const notice = begins === undefined ? work.slice(rangeOf(first).end - rangeOf(first).start) : text.slice(begins, rangeOf(first).end);
    const more = fragments.slice(1).map(range => text.slice(rangeOf(range).start, rangeOf(range).end));
    const said = [notice, ...more].join(', ').replace(/^, /, '').slice(0, most.notice);
    return said === '' ? undefined : { kind: 'notify', text: said };
  }
  return { kind: 'instruction', instruction: work.slice(0, most.instruction), where: isVisible ? 'visible' : 'hidden' };
}

function titleOf(work: string): string {
  const title = work.length <= most.title ? work : `${work.slice(0, most.title - 1).trimEnd()}…`;
  return title.charAt(0).toUpperCase() + title.slice(1);
}

function trim(fragment: readonly Token[]): readonly Token[] {
  let [start, end] = [0, fragment.length];
  while (start < end && connectors.has(fragment[start]?.word ?? '')) start += 1;
  while (end > start && closing.has(fragment[end - 1]?.word ?? '')) end -= 1;
  return fragment.slice(start, end);
}

const rangeOf = (tokens: readonly Token[]) => ({ start: tokens[0]?.start ?? 0, end: tokens.at(-1)?.end ?? 0 });

const typical = {
  en: new Set('the an every each when at in on and then day hours minutes tomorrow me if of to my read send is'.split(' ')),
  fr: new Set('le la les un une des tous toutes chaque quand de du dans et puis jour heures demain moi si mon ma mes est lis'.split(' ')),
} as const;

function languageOf(tokens: readonly Token[]): Language {
  const count = (language: Language) => tokens.filter(({ word }) => typical[language].has(word)).length;
  return count('fr') > count('en') ? 'fr' : 'en';
}
