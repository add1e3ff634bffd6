import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { type Syntax, syntaxOf } from './syntax.ts';

/** One file reached from an entry, and its imports that are not relative files. */
export interface Source {
  readonly file: string;
  readonly text: string;
  readonly imports: readonly string[];
  readonly syntax: Syntax;
}

/** All files reached from an entry, and the imports of missing files. */
export interface Reached {
  readonly sources: readonly Source[];
  readonly missing: readonly { readonly from: string; readonly file: string }[];
}

/** Follows the imports of a file through the package; `files` are the files of the package. */
export function reach(folder: string, entry: string, files: ReadonlySet<string>): Reached {
  const sources = new Map<string, Source>();
  const missing: { from: string; file: string }[] = [];
  const visit = (file: string, from: string): void => {
    if (sources.has(file)) return;
    if (!files.has(file)) return void missing.push({ from, file });
    const text = readFileSync(join(folder, file), 'utf8');
    const syntax = syntaxOf(file, text);
    const named = syntax.imports;
    const isPath = (name: string) => /^\.{1,2}\//.test(name);
    sources.set(file, { file, text, imports: named.filter(name => !isPath(name)), syntax });
    for (const name of named.filter(isPath)) visit(posix.join(posix.dirname(file), name), file);
  };
  visit(inPackage(entry), 'package.json');
  return { sources: [...sources.values()], missing };
}

/** The path as npm lists it, without `./`. */
export function inPackage(path: string): string {
  return posix.normalize(path);
}
