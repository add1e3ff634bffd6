import { type AppError, isAppError, type Locale, visibleText } from '@atelier/kernel';
import type { Problem } from '../contract/index.ts';

/** Why something failed, as it is stored: in both languages. */
export interface StoredProblem {
  readonly code?: string;
  readonly texts: Readonly<Record<Locale, string>>;
}

const most = 1000;

export function problemOf(error: unknown): StoredProblem {
  if (!isAppError(error)) return ownWords(error instanceof Error ? error.message : String(error));
  const known: AppError = error;
  return { code: known.code, texts: { en: known.in('en').slice(0, most), fr: known.in('fr').slice(0, most) } };
}

/** Of what a bridge says, every character is shown. */
export function ownWords(text: string): StoredProblem {
  const shown = visibleText(text.slice(0, most), 'prose');
  return { texts: { en: shown, fr: shown } };
}

export const toldIn = (locale: Locale, { code, texts }: StoredProblem): Problem => ({
  message: texts[locale],
  ...(code !== undefined && { code }),
});

export function readProblem(json: string | null): StoredProblem | undefined {
  return json === null ? undefined : (JSON.parse(json) as StoredProblem);
}
