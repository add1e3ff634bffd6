import { visibleText } from '@atelier/kernel';

/** A path as it is shown: what is not seen is named, and its own direction does not turn what stands around it. */
export function pathParts(name: string): { readonly folder: string; readonly base: string } {
  const shown = visibleText(name, 'code').replaceAll('\n', '⏎').replaceAll('\t', '⇥');
  const at = shown.lastIndexOf('/') + 1;
  return { folder: shown.slice(0, at), base: shown.slice(at) };
}

/** What names the language of a file: its ending, or its whole name where it has none. */
export function languageOf(name: string): string {
  const base = name.slice(name.lastIndexOf('/') + 1);
  const dot = base.lastIndexOf('.');
  return (dot > 0 ? base.slice(dot + 1) : base).toLowerCase();
}
