import en from '../../text/tools/en.json' with { type: 'json' };
import fr from '../../text/tools/fr.json' with { type: 'json' };

/** The words about what tools tell a model. */
export const toolsTexts = { fr, en };
