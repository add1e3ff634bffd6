import type { Language } from '../../contract/index.ts';
import { lexicons } from './lexicon.ts';
import { match, phrase } from './phrase.ts';
import type { Token } from './tokens.ts';

const begins = {
  en: ['please? remind me', 'please? notify me :'].map(phrase),
  fr: ['rappelle|rappelez|rappeler -? moi', 'previens|prevenez -? moi :'].map(phrase),
} as const;
const joins = { en: phrase('that|to|of? :?'), fr: phrase("de|que|d|qu? '? :?") } as const;

/** Where what a reminder says begins, if one begins at a token. */
export const reminderAt = (tokens: readonly Token[], at: number, language: Language): number | undefined =>
  begins[language].map(form => match(lexicons[language], form, tokens, at)?.end).find(end => end !== undefined);

/** What a reminder says, without the word that joins it. */
export const joinedAt = (tokens: readonly Token[], at: number, language: Language): number =>
  match(lexicons[language], joins[language], tokens, at)?.end ?? at;
