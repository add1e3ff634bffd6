import en from '../../text/list/en.json' with { type: 'json' };
import fr from '../../text/list/fr.json' with { type: 'json' };
import { texts as first } from '../texts.ts';

/** The texts of the first screen and of the list. */
export const texts = { en: { ...first.en, ...en }, fr: { ...first.fr, ...fr } };
