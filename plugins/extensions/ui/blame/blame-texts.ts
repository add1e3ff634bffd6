import en from '../../text/blame/en.json' with { type: 'json' };
import fr from '../../text/blame/fr.json' with { type: 'json' };

/** The words of the search for the extension at fault. */
export const blameTexts = { fr, en };
