import en from '../text/panel/en.json' with { type: 'json' };
import fr from '../text/panel/fr.json' with { type: 'json' };

/** The panel's words, in both languages. */
export const texts = { fr, en };

/** One of the panel's words. */
export type Word = keyof typeof fr & string;
