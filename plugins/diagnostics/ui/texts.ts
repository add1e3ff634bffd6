import en from '../text/page/en.json' with { type: 'json' };
import fr from '../text/page/fr.json' with { type: 'json' };

export const texts = { en, fr };
