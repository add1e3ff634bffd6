import en from '../../text/costs/en.json' with { type: 'json' };
import fr from '../../text/costs/fr.json' with { type: 'json' };

/** The texts about the costs of an extension. */
export const costsTexts = { fr, en };

/** The key of one of these texts. */
export type CostsWord = keyof typeof fr & string;
