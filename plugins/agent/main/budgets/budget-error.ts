import { type AppError, defineErrors } from '@atelier/kernel';
import type { Budget } from '../../contract/index.ts';
import { type Amount, nothing } from './budgets.ts';

export const budgetErrors = defineErrors({
  'agent/budget-used-up': {
    en: 'The agent stopped, because the budget of {whom} is used up ({used} of {limit}). What it did is kept. Raise the budget in the settings, then continue.',
    fr: 'L’agent s’est arrêté, car le budget de {whom} est épuisé ({used} sur {limit}). Ce qu’il a fait est conservé. Augmentez le budget dans les réglages, puis continuez.',
  },
});

const kinds: Record<Budget['kind'], { readonly fr: string; readonly en: string }> = {
  conversation: { fr: 'cette conversation', en: 'this conversation' },
  automation: { fr: 'cette automatisation', en: 'this automation' },
  channel: { fr: 'ce canal', en: 'this channel' },
  extension: { fr: 'cette extension', en: 'this extension' },
};

/** The error of a run that stopped, with the measure that is used up. */
export function budgetUsedUp(budget: Budget): AppError {
  const spent: Amount = { ...nothing, ...budget.spent };
  const share = (measure: keyof Amount) => {
    const limit = budget[measure];
    return limit === undefined ? -1 : limit === 0 ? Number.POSITIVE_INFINITY : spent[measure] / limit;
  };
  const measure = (['tokens', 'money', 'minutes'] as const).toSorted((a, b) => share(b) - share(a))[0] ?? 'tokens';
  const limit = budget[measure] ?? 0;
  return budgetErrors['agent/budget-used-up']({
    whom: kinds[budget.kind],
    used: amountIn(measure, spent[measure]),
    limit: amountIn(measure, limit),
    budget: budget.id,
  });
}

function amountIn(measure: keyof Amount, value: number): { readonly fr: string; readonly en: string } {
  const format = (locale: string) => {
    if (measure === 'money') return new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' }).format(value);
    const number = new Intl.NumberFormat(locale, { maximumFractionDigits: measure === 'tokens' ? 0 : 1 }).format(value);
    return `${number} ${measure === 'tokens' ? (locale === 'fr' ? 'jetons' : 'tokens') : 'min'}`;
  };
  return { fr: format('fr'), en: format('en') };
}
