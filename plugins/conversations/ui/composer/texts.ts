import en from '../../text/composer/en.json' with { type: 'json' };
import fr from '../../text/composer/fr.json' with { type: 'json' };
import { texts as first } from '../texts.ts';

/** The texts of the first screen and of the composer's later parts. */
export const texts = { en: { ...first.en, ...en }, fr: { ...first.fr, ...fr } };
