import type { Locale } from '@atelier/kernel';
import type { Outcome } from '../store/receipts.ts';

/** What a notification says of a run that ended. */
export function outcomeWords({ status, problem, answer = '' }: Outcome, locale: Locale): string {
  if (status === 'failed') return problem?.texts[locale] ?? (locale === 'en' ? 'The rule failed.' : 'La règle a échoué.');
  if (answer !== '') return answer;
  return locale === 'en' ? 'The rule ran.' : 'La règle s’est exécutée.';
}
