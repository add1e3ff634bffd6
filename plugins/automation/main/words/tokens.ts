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
