import en from '../../text/thread/en.json' with { type: 'json' };
import fr from '../../text/thread/fr.json' with { type: 'json' };
import { texts as first } from '../texts.ts';

/** The texts of the first screen and of the transcript. */
export const texts = { en: { ...first.en, ...en }, fr: { ...first.fr, ...fr } };
