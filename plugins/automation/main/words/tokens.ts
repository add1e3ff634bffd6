/** A word, a number or a sign of a sentence, with its place in it. */
export interface Token {
  /** In lower case, without accents. */
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** Words, numbers and signs, in order; `8h30` is three. */
export function tokensOf(text: string): Token[] {
  return Array.from(text.matchAll(/\p{N}+|[\p{L}\p{M}]+|[^\s\p{L}\p{M}\p{N}]/gu), found => ({
    word: bare(found[0]),
    start: found.index,
    end: found.index + found[0].length,
  }));
}

export const bare = (word: string): string => word.normalize('NFD').replaceAll(/\p{M}/gu, '').replace('’', "'").toLowerCase();

/** From a token up to another one. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Quotation marks, each with the one that closes it. */
export const marks = new Map([
  ['"', '"'],
  ['«', '»'],
  ['“', '”'],
]);

/** Tells which tokens stand in quotation marks. A sentence that is wholly in them is one all the same. */
export function quotedIn(tokens: readonly Token[]): (at: number) => boolean {
  const words = tokens.map(({ word }) => word);
  const isQuoted = new Set<number>();
  // Once there is no such mark any more, none is looked for again.
  const gone = new Set<string>();
  const rest = words.findLastIndex(word => word !== '.') + 1;
  for (let at = 0; at < words.length; at += 1) {
    const closing = marks.get(words[at] ?? '');
    if (closing === undefined || gone.has(closing)) continue;
    const end = words.indexOf(closing, at + 1) + 1;
    if (end === 0) {
      gone.add(closing);
      continue;
    }
    if (at > 0 || end < rest) for (let place = at; place < end; place += 1) isQuoted.add(place);
    at = end - 1;
  }
  return at => isQuoted.has(at);
}
