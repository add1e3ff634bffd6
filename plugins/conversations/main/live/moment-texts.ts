import type { Moment } from './follow-agent.ts';

const texts: Record<'fr' | 'en', Record<Moment, string>> = {
  fr: { done: 'Terminé', needsYou: 'Vous attend', failed: 'En échec' },
  en: { done: 'Done', needsYou: 'Needs you', failed: 'Failed' },
};

/** "Needs you: Fix the DST jump". */
export function momentTitle(locale: 'fr' | 'en', moment: Moment, title: string): string {
  return `${texts[locale][moment]}${locale === 'fr' ? ' : ' : ': '}${title}`;
}
