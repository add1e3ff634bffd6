import en from '../../text/blame/en.json' with { type: 'json' };
import fr from '../../text/blame/fr.json' with { type: 'json' };

/** The texts of the search for the extension that causes a problem. */
export const blameTexts = { fr, en };
