import { AppError, visibleText } from '@atelier/kernel';
import { compactText, dateText, moneyText, numberText, type Texts } from '@atelier/kernel/ui';
import type { Sums } from '../contract/index.ts';
import type { ProviderNames } from './provider-names.ts';
import type { texts } from './texts.ts';

export type Words = Texts<(typeof texts)['en']>;

/** The smallest amount that is written with digits. */
const least = 0.001;

export function tokensOf({ input, output, cacheRead, cacheWrite }: Sums): number {
  return input + output + cacheRead + cacheWrite;
}

/** An amount that does not read as zero if it is none. */
export function amountText(text: Words, amount: number): string {
  return amount > 0 && amount < least ? text.of('lessThan', { amount: moneyText(text.locale, least) }) : moneyText(text.locale, amount);
}

/** An amount beside a line of a chart, where there is room for few characters. */
export function axisText(text: Words, amount: number): string {
  const short = { currencyDisplay: 'narrowSymbol', minimumFractionDigits: 0, maximumFractionDigits: 2 } as const;
  return numberText(text.locale, amount, { style: 'currency', currency: 'USD', ...short });
}

/** The name of an extension, or the id of one that is not there any more, with nothing hidden in it: it may stand in a file of anyone. */
export function extensionName(id: string, installed: readonly { readonly id: string; readonly displayName: string }[]): string {
  return installed.find(one => one.id === id)?.displayName ?? visibleText(id, 'name');
}

/** What something cost, or in words why nobody can say. */
export function costText(text: Words, sums: Pick<Sums, 'cost' | 'unknown' | 'included' | 'unreported'>, tokens: number): string {
  if (sums.cost > 0) return amountText(text, sums.cost);
  if (sums.unknown > 0) return text.of('priceUnknown');
  if (sums.included > 0) return text.of('included');
  if (tokens === 0 && sums.unreported > 0) return text.of('notReported');
  return amountText(text, 0);
}

export function countText(text: Words, count: number): string {
  return compactText(text.locale, count);
}

/** A bucket's moment, in words; short below the chart. */
export function momentText(text: Words, at: string, isShort: boolean): string {
  if (at.length === 2) return dateText(text.locale, new Date(2026, 0, 1, Number(at)), { hour: 'numeric', minute: '2-digit' });
  const [year = 0, month = 1, day] = at.split('-').map(Number);
  const date = new Date(year, month - 1, day ?? 1);
  if (day === undefined) return dateText(text.locale, date, { month: isShort ? 'short' : 'long', year: 'numeric' });
  return dateText(text.locale, date, { day: 'numeric', month: isShort ? 'short' : 'long' });
}

export function dayText(text: Words, day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return dateText(text.locale, new Date(year, month - 1, date), { day: 'numeric', month: 'long', year: 'numeric' });
}

/** The error of a call, as one that can be shown. */
export function failureOf(thrown: unknown): AppError {
  return thrown instanceof AppError ? thrown : AppError.fromRecord({ code: 'usage/failed', message: String(thrown) });
}

/** The provider and the name of a model. */
export function modelParts(text: Words, model: string, names: ProviderNames): { readonly name: string; readonly provider: string } {
  const slash = model.indexOf('/');
  return model === ''
    ? { name: text.of('noModel'), provider: '' }
    : { name: slash === -1 ? model : model.slice(slash + 1), provider: slash === -1 ? '' : names.of(model.slice(0, slash)) };
}
