import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** One file reached from an entry, and its imports that are not relative files. */
export interface Source {
  readonly file: string;
  readonly text: string;
  readonly imports: readonly string[];
}

/** All files reached from an entry, and the imports of missing files. */
export interface Reached {
  readonly sources: readonly Source[];
  readonly missing: readonly { readonly from: string; readonly file: string }[];
}

const statement = /^[ \t]*(?:import|export)\b(?:[^'"`;]*?\bfrom)?\s*['"]([^'"$\n]+)['"]/gm;
const call = /\bimport\(\s*['"]([^'"$\n]+)['"]/g;

/** Follows the imports of a file through the package; `files` are the files of the package. */
export function reach(folder: string, entry: string, files: ReadonlySet<string>): Reached {
  const sources = new Map<string, Source>();
  const missing: { from: string; file: string }[] = [];
  const visit = (file: string, from: string): void => {
    if (sources.has(file)) return;
    if (!files.has(file)) return void missing.push({ from, file });
    const text = readFileSync(join(folder, file), 'utf8');
    const named = importsOf(text);
    const isPath = (name: string) => /^\.{1,2}\//.test(name);
    sources.set(file, { file, text, imports: named.filter(name => !isPath(name)) });
    for (const name of named.filter(isPath)) visit(posix.join(posix.dirname(file), name), file);
  };
  visit(inPackage(entry), 'package.json');
  return { sources: [...sources.values()], missing };
}

/** The path as npm lists it, without `./`. */
export function inPackage(path: string): string {
  return posix.normalize(path);
}

/** The modules that a source imports, without those in comments and type imports. */
export function importsOf(text: string): readonly string[] {
  const code = withoutComments(text).replace(/^[ \t]*(?:import|export) type [^;]*;$/gm, '');
  return [statement, call].flatMap(pattern => [...code.matchAll(pattern)].flatMap(match => match[1] ?? []));
}

/** Removes whole comment lines only: a comment after code cannot be told from a string without a parser. */
export function withoutComments(text: string): string {
  return text.replace(/^[ \t]*\/\*[\s\S]*?\*\/[ \t]*$/gm, '').replace(/^[ \t]*\/\/.*$/gm, '');
}
