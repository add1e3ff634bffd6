import en from '../../text/page/en.json' with { type: 'json' };
import fr from '../../text/page/fr.json' with { type: 'json' };
import { texts as noticeTexts } from '../texts.ts';

/** The texts of the notices and of the page. */
export const texts = { en: { ...noticeTexts.en, ...en }, fr: { ...noticeTexts.fr, ...fr } };
