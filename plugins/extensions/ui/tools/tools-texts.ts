import en from '../../text/tools/en.json' with { type: 'json' };
import fr from '../../text/tools/fr.json' with { type: 'json' };

/** The texts about an extension's tools. */
export const toolsTexts = { fr, en };
