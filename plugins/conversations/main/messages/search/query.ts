import { folded, spaced } from './fold.ts';

export interface Query {
  /** For the full text: words that all have to be there, each of which may go on. */
  readonly match: string;
  /** The same words, folded, for marking them. */
  readonly words: readonly string[];
}

const mostWords = 12;
const longestWord = 64;
const shortestPrefix = 2;
const mostGoingOn = 3;
const letter = /[\p{L}\p{N}\p{Co}]/u;

/**
 * What a person typed as a question to the full text. Every word is quoted, so that nothing in it is an operator; undefined where no
 * word is in it.
 */
export function queryOf(text: string, who?: 'title' | 'user' | 'assistant' | 'tool'): Query | undefined {
  const typed = spaced(text.normalize('NFC').replaceAll(/[\p{Cc}\p{Cs}]/gu, ' '))
    .split(/\s+/u)
    .filter(word => letter.test(word))
    .map(word => word.slice(0, longestWord));
  const words = [...new Set(typed)].slice(0, mostWords);
  if (words.length === 0) return undefined;
  // Of many words only the last is still being typed, and each that goes on costs as much as all that begin with it.
  const goesOn = (word: string, at: number) =>
    [...word].length >= shortestPrefix && (words.length <= mostGoingOn || at === words.length - 1);
  const terms = words.map((word, at) => `"${word.replaceAll('"', '""')}"${goesOn(word, at) ? ' *' : ''}`);
  return {
    match: `${who === undefined ? '' : `{${who}} : `}(${terms.join(' ')})`,
    words: [...new Set(words.flatMap(word => folded(word).match(/[\p{L}\p{N}\p{Co}\p{M}]+/gu) ?? []))],
  };
}
