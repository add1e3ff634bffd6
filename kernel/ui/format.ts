import type { SliceMap } from './view.ts';

/** A language the app speaks. */
export type Locale = SliceMap['locale'];

/** The words for a count, as the language counts: "1 file", "2 files"; French says "0 fichier". */
export interface PluralForms {
  readonly one: string;
  readonly other: string;
}

const formats = new Map<string, unknown>();

/** `Intl` formats cost far more to construct than to use, so each is constructed once. */
function cached<T>(key: string, make: () => T): T {
  if (!formats.has(key)) formats.set(key, make());
  return formats.get(key) as T;
}

function number(locale: Locale, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  return cached(`number ${locale} ${JSON.stringify(options)}`, () => new Intl.NumberFormat(locale, options));
}

/** The text with no-break spaces at French punctuation, so that no line begins with a colon or ends with an opening quotation mark. */
export function spacedText(locale: Locale, text: string): string {
  return locale === 'fr' ? text.replace(/ (?=[:;!?»])|(?<=«) /g, '\u00a0') : text;
}

/** "1,412", "1 412". */
export function numberText(locale: Locale, value: number, options?: Intl.NumberFormatOptions): string {
  // Nearly every number is small and whole, and the system's formats take longer to load than the first screen may.
  if (options === undefined && Number.isInteger(value) && value >= 0 && value < 1000) return String(value);
  return number(locale, options).format(value);
}

/** "182k", "182 k": a rounded count. */
export function compactText(locale: Locale, value: number): string {
  return number(locale, { notation: 'compact', maximumFractionDigits: 1 }).format(value);
}

/** "42%", "42 %" of a share between 0 and 1. */
export function percentText(locale: Locale, share: number): string {
  return number(locale, { style: 'percent', maximumFractionDigits: 0 }).format(share);
}

/** "$0.38", "0,38 $US"; amounts under ten cents have three decimals, so that they do not read as zero. */
export function moneyText(locale: Locale, amount: number, currency = 'USD'): string {
  const digits = amount !== 0 && Math.abs(amount) < 0.1 ? 3 : 2;
  return number(locale, { style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits }).format(amount);
}

const sizes = [
  ['gigabyte', 1e9],
  ['megabyte', 1e6],
  ['kilobyte', 1e3],
  ['byte', 1],
] as const;

/** "12 MB", "12 Mo". */
export function bytesText(locale: Locale, bytes: number): string {
  // A value that rounds to a whole larger unit is written in that unit: "1 MB", never "1000 kB".
  const [unit, size] = sizes.find(([, each]) => bytes >= each * 0.9995) ?? sizes[3];
  const value = bytes / size;
  const unitDisplay = unit === 'byte' ? 'long' : 'short';
  return number(locale, { style: 'unit', unit, unitDisplay, maximumFractionDigits: value < 9.95 ? 1 : 0 }).format(value);
}

/** "38 ms", "1.2 sec", "4 min 5 sec", "2 hr 10 min". */
export function durationText(locale: Locale, milliseconds: number): string {
  const unit = (name: string, value: number, digits = 0) =>
    number(locale, { style: 'unit', unit: name, maximumFractionDigits: digits }).format(value);
  if (milliseconds < 1000) return unit('millisecond', milliseconds);
  const seconds = milliseconds / 1000;
  if (seconds < 59.95) return unit('second', seconds, 1);
  const whole = Math.round(seconds);
  if (whole < 3600) return both(unit('minute', Math.floor(whole / 60)), whole % 60 === 0 ? '' : unit('second', whole % 60));
  const minutes = Math.round(whole / 60);
  return both(unit('hour', Math.floor(minutes / 60)), minutes % 60 === 0 ? '' : unit('minute', minutes % 60));
}

function both(large: string, small: string): string {
  return small === '' ? large : `${large} ${small}`;
}

const steps = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 7],
] as const;

/** "now", "12 min. ago", "yesterday", "in 2 days": the distance between two times; past a week, the date. */
export function relativeTimeText(locale: Locale, moment: Date | number, now: Date | number = Date.now()): string {
  const seconds = (Number(moment) - Number(now)) / 1000;
  if (Math.abs(seconds) < 30) return relative(locale, 0, 'second');
  let value = seconds;
  for (const [unit, size] of steps) {
    if (Math.abs(Math.round(value)) < size) return relative(locale, Math.round(value), unit);
    value /= size;
  }
  return dateText(locale, moment, { day: 'numeric', month: 'short', ...(Math.abs(seconds) > 15_000_000 && { year: 'numeric' }) });
}

function relative(locale: Locale, value: number, unit: Intl.RelativeTimeFormatUnit): string {
  const format = cached(`relative ${locale}`, () => new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' }));
  return format.format(value, unit);
}

/** "20 Nov 2026", or as the options say. */
export function dateText(locale: Locale, moment: Date | number, options: Intl.DateTimeFormatOptions = { dateStyle: 'medium' }): string {
  // British dates, because the order of month and day in an American one can be read both ways.
  const language = locale === 'en' ? 'en-GB' : locale;
  return cached(`date ${locale} ${JSON.stringify(options)}`, () => new Intl.DateTimeFormat(language, options)).format(moment);
}

/** Whether a count takes the singular in the two languages of the app; `Intl.PluralRules` would load data of all languages. */
export function isOne(locale: Locale, count: number): boolean {
  return locale === 'fr' ? Math.abs(count) < 2 : count === 1;
}

/** The form of a word that goes with a count. */
export function pluralForm(locale: Locale, count: number, forms: PluralForms): string {
  return isOne(locale, count) ? forms.one : forms.other;
}

/** "1 file", "12 files", "1 412 fichiers": a count and its word. */
export function pluralText(locale: Locale, count: number, forms: PluralForms): string {
  return `${numberText(locale, count)} ${pluralForm(locale, count, forms)}`;
}
