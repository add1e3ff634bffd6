import type { Problem } from './store/rows.ts';

/** A problem in the language of now. One that was stored without both languages stays as it was said then. */
export function problemText({ message, texts }: Problem, locale: 'fr' | 'en'): string {
  return texts?.[locale] ?? message;
}
