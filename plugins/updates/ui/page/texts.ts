import en from '../../text/page/en.json' with { type: 'json' };
import fr from '../../text/page/fr.json' with { type: 'json' };
import { texts as first } from '../texts.ts';

/** What notices say, and what else the page says. */
export const texts = { en: { ...first.en, ...en }, fr: { ...first.fr, ...fr } };
