import type { ErrorRecord } from './contract/generated.ts';
import { visibleText } from './visible-text.ts';

/** The languages that every text of the product exists in; French is the default, English the fallback. */
export type Locale = 'fr' | 'en';

/** The names in braces of a sentence: `'{id} needs {range}'` has `id` and `range`. Braces around anything but a word are text. */
type Blanks<Sentence extends string> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${string} ${string}` ? never : Name) | Blanks<Rest>
  : never;

/** Values for the placeholders of a sentence, which programs may also read from the error. A value may be a text in both languages. */
export type ErrorDetails = Readonly<Record<string, unknown>>;

/**
 * The only error that crosses a boundary. `code` is stable (`area/what-happened`), `message` is English for
 * logs, and `in('fr')` is the text for the person. Make one with a catalogue from `defineErrors`.
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: string;
  readonly details: ErrorDetails;
  readonly #texts: Readonly<Record<Locale, string>>;

  constructor(code: string, texts: Readonly<Record<Locale, string>>, details: ErrorDetails = {}, cause?: unknown) {
    super(fill(texts.en, details, 'en'), cause === undefined ? undefined : { cause });
    this.code = code;
    this.details = details;
    this.#texts = texts;
  }

  /** The sentence in a person's language. */
  in(locale: Locale): string {
    return fill(this.#texts[locale], this.details, locale);
  }

  /** The record that is sent or stored; never the stack, never the cause. */
  toRecord(locale: Locale = 'en'): ErrorRecord {
    return { code: this.code, message: this.in(locale), details: this.details };
  }

  /** Rebuilds an error that was sent across a boundary; its text is the one that the sender chose. */
  static fromRecord(record: ErrorRecord): AppError {
    const text = record.message.replaceAll('{', '{{');
    return new AppError(record.code, { en: text, fr: text }, record.details);
  }
}

/** One sentence per language; both must have the same placeholders, which the compiler checks where the error is made. */
export interface ErrorTexts<Fr extends string = string, En extends string = string> {
  readonly fr: Fr;
  readonly en: En;
}

/**
 * Turns a table of codes and sentences into functions that make the errors:
 * `const errors = defineErrors({ 'memory/not-found': { fr: '… {id} …', en: '… {id} …' } })`, then
 * `throw errors['memory/not-found']({ id })`. A placeholder without a value is a compile error.
 */
export function defineErrors<const Table extends Record<string, ErrorTexts>>(table: Table): ErrorMakers<Table> {
  const makers: Record<string, ErrorMaker<string>> = {};
  for (const [code, texts] of Object.entries(table)) {
    makers[code] = (details: ErrorDetails, cause?: unknown) => new AppError(code, texts, details, cause);
  }
  return makers as ErrorMakers<Table>;
}

export type ErrorMaker<Name extends string> = (details: Readonly<Record<Name, unknown>> & ErrorDetails, cause?: unknown) => AppError;
export type ErrorMakers<Table extends Record<string, ErrorTexts>> = {
  readonly [Code in keyof Table]: ErrorMaker<Blanks<Table[Code]['en']> | Blanks<Table[Code]['fr']>>;
};

/** True for an AppError, also for one made by another copy of this package. */
export function isAppError(error: unknown): error is AppError {
  return error instanceof Error && error.name === 'AppError' && typeof (error as AppError).code === 'string';
}

/** Most values are texts of others, as names and reasons are, so none of them may hide or turn what stands around it. */
function fill(sentence: string, details: ErrorDetails, locale: Locale): string {
  const filled = sentence.replace(/\{\{|\{(\w+)\}/g, (blank, name: string | undefined) => {
    if (name === undefined) return '{';
    const value = details[name];
    if (value === undefined) return blank;
    if (isBilingual(value)) return value[locale];
    return Array.isArray(value) ? value.join(', ') : String(value);
  });
  return visibleText(filled, 'name');
}

function isBilingual(value: unknown): value is Record<Locale, string> {
  const texts = value as Partial<Record<Locale, unknown>> | null | undefined;
  return typeof texts === 'object' && typeof texts?.fr === 'string' && typeof texts.en === 'string';
}
