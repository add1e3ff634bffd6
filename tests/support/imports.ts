const statement = /^[ \t]*(?:import|export)\b(?:[^'"`;]*?\bfrom)?\s*['"]([^'"$\n]+)['"]/gm;
const call = /\bimport\(\s*(?:\/\*.*?\*\/\s*)?['"]([^'"$\n]+)['"]/g;
const required = /\brequire\(\s*['"]([^'"$\n]+)['"]\s*\)/g;

/** Every module a source names: static, dynamic and in types. */
export function importsOf(source: string): readonly string[] {
  const code = source.replace(/^\s*(?:\/\/|\*|\/\*\*).*$/gm, '');
  const found = [statement, call, required].flatMap(pattern => [...code.matchAll(pattern)].map(match => match[1] ?? ''));
  // A data: address is made where it stands and names no file.
  return found.filter(specifier => !specifier.startsWith('data:'));
}

/** `./x.ts` seen from `a/b.ts` is `a/x.ts`; anything else stays as it is. */
export function resolveImport(from: string, specifier: string): string {
  if (!specifier.startsWith('.')) return specifier;
  return new URL(specifier.replace(/\?.*$/, ''), `file:///${from}`).pathname.slice(1);
}
