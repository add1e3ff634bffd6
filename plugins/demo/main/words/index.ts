import { en } from './en.ts';
import { fr, type Words } from './fr.ts';

export type Language = 'fr' | 'en';

export const wordsOf: Readonly<Record<Language, Words>> = { fr, en };

/** Fills the blanks of a sentence in one pass, so that what fills one is never read as another. */
export function fill(sentence: string, values: Readonly<Record<string, string | number>>): string {
  return sentence.replace(/\{(\w+)\}/g, (blank, name: string) => String(values[name] ?? blank));
}
