import { en } from './en.ts';
import { fr, type Words } from './fr.ts';

export type Language = 'fr' | 'en';

export const wordsOf: Readonly<Record<Language, Words>> = { fr, en };

/** Fills the placeholders of a sentence in one pass, so that a value is never taken for a placeholder. */
export function fill(sentence: string, values: Readonly<Record<string, string | number>>): string {
  return sentence.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
}
