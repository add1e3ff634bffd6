import { visibleText } from '@atelier/kernel';

/** A path for display: invisible characters are made visible, and its text direction does not affect the text around it. */
export function pathParts(name: string): { readonly folder: string; readonly base: string } {
  const shown = visibleText(name, 'code').replaceAll('\n', '⏎').replaceAll('\t', '⇥');
  const at = shown.lastIndexOf('/') + 1;
  return { folder: shown.slice(0, at), base: shown.slice(at) };
}

/** The language of a file: its extension, or its whole name without one. */
export function languageOf(name: string): string {
  const base = name.slice(name.lastIndexOf('/') + 1);
  const dot = base.lastIndexOf('.');
  return (dot > 0 ? base.slice(dot + 1) : base).toLowerCase();
}
