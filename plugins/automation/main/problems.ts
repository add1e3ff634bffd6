import { type AppError, isAppError, type Locale } from '@atelier/kernel';
import type { Problem } from '../contract/index.ts';
import { errors } from './errors.ts';
import { readJson } from './store/json.ts';

/** Why something failed, as it is stored: in both languages. */
export interface StoredProblem {
  readonly code: string;
  readonly texts: Readonly<Record<Locale, string>>;
}

export function problemOf(error: unknown): StoredProblem {
  const known: AppError = isAppError(error)
    ? error
    : errors['automation/run-failed']({ why: error instanceof Error ? error.message : String(error) }, error);
  return { code: known.code, texts: { en: known.in('en').slice(0, 2000), fr: known.in('fr').slice(0, 2000) } };
}

export const toldIn = (locale: Locale, { code, texts }: StoredProblem): Problem => ({ code, message: texts[locale] });

export function readProblem(json: string | null): StoredProblem | undefined {
  const read = Object(readJson(json)) as Partial<StoredProblem>;
  return typeof read.code === 'string' && typeof read.texts?.en === 'string' ? (read as StoredProblem) : undefined;
}
