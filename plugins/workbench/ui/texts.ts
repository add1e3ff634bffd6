import en from '../text/window/en.json' with { type: 'json' };
import fr from '../text/window/fr.json' with { type: 'json' };

export const texts = { en, fr };
