import { AppError } from '@atelier/kernel';

/** The error of a call, as one that can be shown. */
export function failureOf(thrown: unknown): AppError {
  return thrown instanceof AppError ? thrown : AppError.fromRecord({ code: 'diagnostics/failed', message: String(thrown) });
}

/** Without the scope for bundled plugins. */
export function shortName(source: string): string {
  return source.startsWith('@atelier/') ? source.slice('@atelier/'.length) : source;
}

/** The text of a computed key; `otherwise` if there is none. */
export function textOr(table: Readonly<Record<string, string>>, key: string, otherwise: string): string {
  return Object.hasOwn(table, key) ? (table[key] ?? otherwise) : otherwise;
}
