import { texts as first } from '../texts.ts';
import en from './text/en.json' with { type: 'json' };
import fr from './text/fr.json' with { type: 'json' };

/** What the first screen says, and what a conversation says besides. */
export const texts = { en: { ...first.en, ...en }, fr: { ...first.fr, ...fr } };
