import { en } from './texts-en.ts';
import { fr } from './texts-fr.ts';

/** The panel's words, in both languages. */
export const texts = { fr, en } as const;

/** One of the panel's words. */
export type Word = keyof typeof fr & string;
