import type { Sums } from '../contract/index.ts';

type Both = { readonly en: string; readonly fr: string };

/** What was spent today, as the sidebar and the status line say it: the known cost, or else the tokens; undefined if there was nothing. */
export function spentToday({ cost, input, output, cacheRead, cacheWrite }: Sums): Both | undefined {
  const tokens = input + output + cacheRead + cacheWrite;
  if (tokens === 0) return undefined;
  // As in `moneyText` of the views, which this side does not load.
  const digits = { minimumFractionDigits: cost < 0.1 ? 3 : 2, maximumFractionDigits: cost < 0.1 ? 3 : 2 };
  const options: Intl.NumberFormatOptions =
    cost > 0
      ? { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol', ...digits }
      : { notation: 'compact', maximumFractionDigits: 1 };
  const amount = (locale: string) => new Intl.NumberFormat(locale, options).format(cost > 0 ? cost : tokens);
  const what = cost > 0 ? { en: '', fr: '' } : { en: ' tokens', fr: ' jetons' };
  // Beside a name in the sidebar there is no room for the whole word.
  return { en: `${amount('en')}${what.en} today`, fr: `${amount('fr')}${what.fr} auj.` };
}
