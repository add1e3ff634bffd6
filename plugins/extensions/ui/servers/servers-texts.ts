import en from '../../text/servers/en.json' with { type: 'json' };
import fr from '../../text/servers/fr.json' with { type: 'json' };

/** The texts about the servers of an extension. */
export const serversTexts = { fr, en };
