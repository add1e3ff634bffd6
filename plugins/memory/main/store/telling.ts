import { fold } from '../search/grams.ts';

/** They change nothing of what a sentence says. */
const small = new Set('a an the of to in on at is are was be le la les l un une des du de d est sont et and au aux en'.split(' '));

/** The words of a text, whatever their case, accents and punctuation. */
export function wordsOf(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Those that say something, in their order. */
export function tellingWords(text: string): string[] {
  return wordsOf(text).filter(word => !small.has(word));
}
