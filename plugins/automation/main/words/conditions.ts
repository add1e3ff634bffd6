import type { Draft, Language } from '../../contract/index.ts';
import { marks, type Token } from './tokens.ts';

type Conditions = NonNullable<Draft['conditions']>;
type Test = Conditions[number][number];

export interface ConditionsFound {
  /** The token after them. */
  readonly end: number;
  /** Left out where they are none that words can say. */
  readonly conditions?: Conditions;
  /** They begin with "it", which may be something else than what happened. */
  readonly isOfIt?: true;
}

/** Where a quotation is looked for its end, in words. */
const mostQuoted = 260;
/** As many words as the name of a field has. */
const mostName = 64;
/** As many as the contract has. */
const most = 8;

const said = {
  en: { begins: ['if'], not: 'not', and: 'and', or: 'or', articles: ['the', 'its'] },
  fr: { begins: ['si', 's'], not: 'pas', and: 'et', or: 'ou', articles: ['le', 'la', 'l', 'son', 'sa'] },
} as const;
/** Right after what sets off a rule: "a message that contains", "et il contient", "whose title contains", "containing". */
const narrows = {
  en: { verb: /^(?:that|which)$/, field: /^whose$/, holds: /^containing$/ },
  fr: { verb: /^qui$/, field: /^dont$/, holds: /^contenant$/ },
} as const;
/** What stands for the text of what happened. */
const pronouns = { en: /^(?:it|this|that)$/, fr: /^(?:il|elle|ca|cela)$/ } as const;
const hows = {
  en: new Map([
    ['equals', 'equals'],
    ['is', 'equals'],
    ['contains', 'contains'],
    ['matches', 'matches'],
    // After "does not".
    ['equal', 'equals'],
    ['contain', 'contains'],
    ['match', 'matches'],
  ]),
  fr: new Map([
    ['est', 'equals'],
    ['contient', 'contains'],
    ['correspond', 'matches'],
    ['a', 'matches'],
  ]),
} as const satisfies Record<Language, ReadonlyMap<string, Test extends infer One ? (One extends { how: infer How } ? How : never) : never>>;
const fields: Readonly<Record<string, string>> = {
  message: 'text',
  texte: 'text',
  titre: 'title',
  projet: 'project',
  chemin: 'path',
  dossier: 'folder',
};
const known = new Set(['text', 'title', 'project', 'folder', 'path', 'ended', ...Object.keys(fields)]);

/**
 * The conditions that begin at a token, as `describe` says them: `if the text contains "a" and not: the title equals "b" or if …`. Without
 * them in the answer, words that are about the event and say none.
 */
export function conditionsAt(
  text: string,
  tokens: readonly Token[],
  start: number,
  { language, isAfterWhen }: { readonly language: Language; readonly isAfterWhen: boolean },
): ConditionsFound | undefined {
  const narrowing = isAfterWhen ? narrowingAt(text, tokens, start, language) : undefined;
  const { begins, and, or } = said[language];
  const word = (at: number) => tokens[at]?.word ?? '';
  const isBegun = (at: number) => begins.some(one => one === word(at)) && (word(at) !== 's' || word(at + 1) === "'");
  if (!isBegun(start) && narrowing === undefined) return undefined;
  const notRead = () => (narrowing === undefined ? unreadAt(tokens, start, language) : undefined);
  const groups: Test[][] = [];
  let end = start;
  for (;;) {
    const group: Test[] = [];
    let at = afterIf(word, end);
    let found = groups.length === 0 && narrowing !== undefined ? narrowing : testAt(text, tokens, at, language);
    for (;;) {
      if (found === undefined || group.length >= most || groups.length >= most) return notRead();
      group.push(found.test);
      at = found.end;
      // "… and if", "… and remind me" end them.
      found =
        word(at) === and ? (testAt(text, tokens, at + 1, language) ?? (narrowing && impliedAt(text, tokens, at + 1, language))) : undefined;
      if (found === undefined) break;
    }
    groups.push(group);
    end = at;
    if (word(end) !== or || !isBegun(end + 1)) break;
    end += 1;
  }
  // Of `contains "a" and "b"` a part is not read.
  if (!isEnd(tokens, end) || (word(end) === and && marks.has(word(end + 1)))) return notRead();
  if (narrowing !== undefined) return { end, conditions: groups };
  return { end, conditions: groups, ...(pronouns[language].test(word(afterIf(word, start))) && { isOfIt: true }) };
}

interface TestFound {
  readonly test: Test;
  readonly end: number;
}

/** What narrows an event right after it, up to the first condition. */
function narrowingAt(text: string, tokens: readonly Token[], start: number, language: Language): TestFound | undefined {
  const { verb, field, holds } = narrows[language];
  const word = (at: number) => tokens[at]?.word ?? '';
  if (holds.test(word(start))) return heldAt(text, tokens, { how: 'contains', isNot: false, end: start + 1 });
  if (verb.test(word(start))) return impliedAt(text, tokens, start + 1, language);
  if (field.test(word(start))) return testAt(text, tokens, start + 1, language);
  const isOfIt = word(start) === said[language].and && pronouns[language].test(word(start + 1));
  return isOfIt ? impliedAt(text, tokens, start + 2, language) : undefined;
}

/** What is asked of the text without naming it. */
function impliedAt(text: string, tokens: readonly Token[], at: number, language: Language): TestFound | undefined {
  const verb = verbAt(index => tokens[index]?.word ?? '', at, language);
  return verb && verb.how !== 'matches' ? heldAt(text, tokens, verb) : undefined;
}

function heldAt(text: string, tokens: readonly Token[], { how, isNot, end }: Verb): TestFound | undefined {
  const value = quotedAt(text, tokens, end) ?? (how === 'contains' ? bareAt(text, tokens, end) : undefined);
  return value && { test: { field: 'text', how, value: value.value, ...(isNot && { not: true }) }, end: value.end };
}

/** One word without quotation marks, at the end of a clause: more of them describe what is meant. */
function bareAt(text: string, tokens: readonly Token[], at: number): { value: string; end: number } | undefined {
  const word = (index: number) => tokens[index]?.word ?? '';
  const start = /^(?:the word|le mot)$/.test(`${word(at)} ${word(at + 1)}`) ? at + 2 : at;
  const isWord = /^[\p{L}\p{M}\p{N}]+$/u.test(word(start)) && !/^(?:nothing|anything|something|rien)$/.test(word(start));
  const end = start + 1;
  return isWord && /^(?:|[,.;:])$/.test(word(end)) ? { value: text.slice(tokens[start]?.start, tokens[start]?.end), end } : undefined;
}

interface Verb {
  readonly how: Test extends infer One ? (One extends { how: infer How } ? How : never) : never;
  readonly isNot: boolean;
  /** The token after it. */
  readonly end: number;
}

/** What is asked of a field: "contains", "does not contain", "doesn’t contain", "n’est pas". */
function verbAt(word: (at: number) => string, at: number, language: Language): Verb | undefined {
  const plain = hows[language].get(word(at));
  if (plain !== undefined) return { how: plain, isNot: false, end: at + 1 };
  const isSaid = (...words: readonly string[]) => words.every((one, index) => word(at + index) === one);
  const verb = at + (isSaid('does', 'not') ? 2 : isSaid('doesn', "'", 't') ? 3 : isSaid('ne') ? 1 : isSaid('n', "'") ? 2 : 0);
  const how = verb === at ? undefined : hows[language].get(word(verb));
  if (how === undefined || (language === 'fr' && word(verb + 1) !== 'pas')) return undefined;
  return { how, isNot: true, end: language === 'fr' ? verb + 2 : verb + 1 };
}

/** The token after "if", "si" or "s’". */
const afterIf = (word: (at: number) => string, at: number): number => (word(at) === 's' ? at + 2 : at + 1);

const isEnd = (tokens: readonly Token[], at: number): boolean => /^(?:|[,.;:]|then|and|et|puis|alors)$/.test(tokens[at]?.word ?? '');

/** Up to where words are about a field of the event, or a condition of an extension, and say no condition. */
function unreadAt(tokens: readonly Token[], start: number, language: Language): ConditionsFound | undefined {
  const { not, articles } = said[language];
  const word = (at: number) => tokens[at]?.word ?? '';
  let at = afterIf(word, start);
  const isNot = word(at) === not && word(at + 1) === ':';
  if (isNot) at += 2;
  const isOffered = word(at) === '@';
  if (articles.some(one => one === word(at))) at += word(at + 1) === "'" ? 2 : 1;
  const verb = verbAt(word, at + 1, language);
  const how = verb !== undefined || word(at + 1) === 'does' || word(at + 1) === 'ne';
  const isOfText = pronouns[language].test(word(at)) && verb?.how === 'contains';
  if (!isNot && !isOffered && !isOfText && !(known.has(word(at)) && how)) return undefined;
  let end = at;
  while (end < tokens.length && !(/^[,.;]$/.test(word(end)) && tokens[end]?.end !== tokens[end + 1]?.start)) end += 1;
  return { end };
}

function testAt(text: string, tokens: readonly Token[], start: number, language: Language): TestFound | undefined {
  const { not, articles } = said[language];
  const word = (at: number) => tokens[at]?.word ?? '';
  let at = start;
  const isNot = word(at) === not && word(at + 1) === ':';
  if (isNot) at += 2;
  if (articles.some(one => one === word(at))) at += word(at + 1) === "'" ? 2 : 1;
  const first = tokens[at];
  // The name of a field of an extension may have signs in it.
  while (tokens[at + 1] !== undefined && tokens[at + 1]?.start === tokens[at]?.end && at < start + mostName) at += 1;
  const name = first === undefined ? '' : text.slice(first.start, tokens[at]?.end);
  const verb = verbAt(word, at + 1, language);
  const lower = name.toLowerCase();
  const field = pronouns[language].test(lower) ? 'text' : (fields[lower] ?? (known.has(lower) ? lower : name));
  if (field === '' || field.length > 64 || verb === undefined) return undefined;
  const { how } = verb;
  let open = verb.end;
  if (how === 'matches' && language === 'fr') {
    const isForm = word(open) === 'la' && word(open + 1) === 'forme';
    if (word(at + 1) === 'a' && !isForm) return undefined;
    open += isForm ? 2 : 1;
  }
  const quoted = quotedAt(text, tokens, open);
  const isOtherwise = isNot !== verb.isNot;
  return quoted && { test: { field, how, value: quoted.value, ...(isOtherwise && { not: true }) }, end: quoted.end };
}

function quotedAt(text: string, tokens: readonly Token[], at: number): { value: string; end: number } | undefined {
  const open = tokens[at];
  const closing = open && marks.get(open.word);
  if (open === undefined || closing === undefined) return undefined;
  const begins = at + 1;
  const length = tokens.slice(begins, begins + mostQuoted).findIndex(({ word }) => word === closing);
  if (length < 0) return undefined;
  const inner = text.slice(open.end, tokens[begins + length]?.start);
  const value = open.word === '«' ? inner.trim() : inner;
  return value.trim() === '' || value.length > 500 ? undefined : { value, end: begins + length + 1 };
}
