import { AppError, isAppError, type Locale } from '@atelier/kernel';
import type { ProblemRecord } from './protocol.ts';

/** The code of an error and its message, in the person's language of now and in both, because they may choose the other one later. */
export function recordOf(error: AppError, language: Locale): ProblemRecord {
  return { code: error.code, message: error.in(language), texts: { fr: error.in('fr'), en: error.in('en') } };
}

/** A thrown value as a record. */
export function problemFrom(error: unknown, language: Locale): ProblemRecord {
  return isAppError(error) ? recordOf(error, language) : { code: 'agent/failed', message: String(error) };
}

/** The error of a record that was sent, in both languages if it has both. */
export function errorFrom({ code, message, texts }: ProblemRecord): AppError {
  if (texts === undefined) return AppError.fromRecord({ code, message, details: {} });
  const verbatim = (text: string) => text.replaceAll('{', '{{');
  return new AppError(code, { fr: verbatim(texts.fr), en: verbatim(texts.en) });
}
