import en from '../../text/tries/en.json' with { type: 'json' };
import fr from '../../text/tries/fr.json' with { type: 'json' };

export const texts = { en, fr };
