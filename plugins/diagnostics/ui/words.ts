import { AppError } from '@atelier/kernel';

/** What a call failed with, as a sentence that can be shown. */
export function failureOf(thrown: unknown): AppError {
  return thrown instanceof AppError ? thrown : AppError.fromRecord({ code: 'diagnostics/failed', message: String(thrown) });
}

/** Ours by the last part of their names, as everybody calls them; others by the whole. */
export function shortName(source: string): string {
  return source.startsWith('@atelier/') ? source.slice('@atelier/'.length) : source;
}

/** The text of a table by a key that is put together; the key itself where there is none. */
export function textOr(table: Readonly<Record<string, string>>, key: string, otherwise: string): string {
  return Object.hasOwn(table, key) ? (table[key] ?? otherwise) : otherwise;
}
