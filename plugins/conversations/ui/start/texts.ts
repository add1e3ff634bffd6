import en from '../../text/start/en.json' with { type: 'json' };
import fr from '../../text/start/fr.json' with { type: 'json' };

export const texts = { en, fr };
