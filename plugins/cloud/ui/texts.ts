import en from '../text/en.json' with { type: 'json' };
import fr from '../text/fr.json' with { type: 'json' };

export const texts = { en, fr };
