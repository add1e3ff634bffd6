import { readSource } from './source.ts';

/** All module specifiers of a source: static, dynamic and in types. */
export function importsOf(source: string): readonly string[] {
  // A data: URL contains its content and names no file.
  return readSource(source)
    .imports.map(({ specifier }) => specifier)
    .filter(specifier => !specifier.startsWith('data:'));
}

/** `./x.ts` seen from `a/b.ts` is `a/x.ts`; anything else stays as it is. */
export function resolveImport(from: string, specifier: string): string {
  if (!specifier.startsWith('.')) return specifier;
  return decodeURIComponent(new URL(specifier.replace(/[?#].*$/, ''), `file:///${from}`).pathname).slice(1);
}
