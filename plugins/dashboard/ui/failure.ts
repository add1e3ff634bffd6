import { AppError } from '@atelier/kernel';
import type { Locale } from '@atelier/kernel/ui';

export function failureOf(error: unknown, locale: Locale): string {
  return error instanceof AppError ? error.in(locale) : String(error);
}
