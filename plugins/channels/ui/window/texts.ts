import en from '../../text/window/en.json' with { type: 'json' };
import fr from '../../text/window/fr.json' with { type: 'json' };

/** What the window says of channels outside of their page: loaded with the first screen, so few. */
export const texts = { en, fr };
