import en from '../text/panel/en.json' with { type: 'json' };
import fr from '../text/panel/fr.json' with { type: 'json' };

/** The panel's texts, in both languages. */
export const texts = { fr, en };

/** The key of one of the panel's texts. */
export type Word = keyof typeof fr & string;
