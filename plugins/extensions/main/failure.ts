import { type AppError, isAppError } from '@atelier/kernel';
import type { Bilingual, Failure } from '../contract/index.ts';

/** An error as a part of an answer. */
export function failureOf(error: AppError): Failure {
  return { code: error.code, message: sentences(error) };
}

/** What went wrong, in both languages where it is one of ours. */
export function sentences(error: unknown): Bilingual {
  return isAppError(error) ? { fr: error.in('fr'), en: error.in('en') } : { fr: String(error), en: String(error) };
}
