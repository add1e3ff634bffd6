import en from '../../text/costs/en.json' with { type: 'json' };
import fr from '../../text/costs/fr.json' with { type: 'json' };

/** What an extension costs, in words. */
export const costsTexts = { fr, en };

/** One of these words. */
export type CostsWord = keyof typeof fr & string;
