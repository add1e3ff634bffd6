import en from '../text/notice/en.json' with { type: 'json' };
import fr from '../text/notice/fr.json' with { type: 'json' };

export const texts = { en, fr };
