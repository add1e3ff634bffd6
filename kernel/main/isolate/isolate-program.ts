import { readFileSync, realpathSync } from 'node:fs';
import { type registerHooks, stripTypeScriptTypes } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Contract } from './contracts.ts';

interface Program {
  readonly files: Readonly<Record<string, string>>;
  readonly named: Readonly<Record<string, string>>;
  readonly entry: string;
}

const programs = new Map<string, Readonly<Record<string, string>>>();
/** What only plugins of ours import of the kernel. */
const ownFiles = () => ({
  '@atelier/kernel/children': import.meta.resolve('@atelier/kernel/children'),
  '@atelier/kernel/plain-text': import.meta.resolve('@atelier/kernel/plain-text'),
});
const relativeImport = /\bfrom ?['"](\.[^'"]+)['"]/g;
const typeImport = /^(?:import|export) type [^;]*;$/gm;

/**
 * The text of a whole program: `entry` and all kernel files that it imports, with the types stripped once, here. A child that
 * gets it over a descriptor reads no file of the kernel and starts in half the time. It includes the contracts of other
 * extensions, because the child may not read their folders either, and of the kernel what only plugins of ours import.
 */
export function programOf(entry: URL, contracts: ReadonlyMap<string, Contract> = new Map(), isOurs = false): string {
  const api = import.meta.resolve('@atelier/kernel');
  const files = { ...programFiles(entry.href, api) };
  const named: Record<string, string> = { '@atelier/kernel': api };
  if (isOurs) {
    for (const [own, url] of Object.entries(ownFiles())) {
      named[own] = url;
      collect(url, files);
    }
  }
  for (const [specifier, { url, within }] of contracts) {
    try {
      collect(url, files, within);
    } catch {
      // A contract of another extension that does not parse: only its importer fails, with an error that names it.
      continue;
    }
    if (files[url] !== undefined) named[specifier] = url;
  }
  return JSON.stringify({ files, named, entry: entry.href } satisfies Program);
}

function programFiles(entry: string, api: string): Readonly<Record<string, string>> {
  const known = programs.get(entry);
  if (known !== undefined) return known;
  const files: Record<string, string> = {};
  collect(api, files);
  collect(entry, files);
  programs.set(entry, files);
  return files;
}

/** A file and all that it imports by a path, as far as the files are inside a folder. */
function collect(url: string, files: Record<string, string>, within = ''): void {
  if (files[url] !== undefined || !isInside(url, within)) return;
  const source = readFileSync(fileURLToPath(url), 'utf8');
  files[url] = url.endsWith('.ts') ? stripTypeScriptTypes(source) : source;
  for (const [, path] of source.replaceAll(typeImport, '').matchAll(relativeImport)) {
    if (path) collect(new URL(path, url).href, files, within);
  }
}

/** Checks the real path too: a link in a third-party package may point to any file of the person. */
function isInside(url: string, within: string): boolean {
  if (within === '') return true;
  try {
    return url.startsWith(within) && pathToFileURL(realpathSync(fileURLToPath(url))).href.startsWith(within);
  } catch {
    // The file does not exist; its importer gets an error.
    return false;
  }
}

/**
 * The script on the child's command line: it reads the program from a file descriptor. A data: URL with the program would cost
 * a process of this size ten megabytes.
 */
export function programFrom(fd: number): string {
  return `const {entry}=(${String(loadFrom)})(JSON.parse(require('node:fs').readFileSync(${fd}, 'utf8')), require('node:module').registerHooks);import(entry)`;
}

// Runs as text in the child, so it names everything it needs.
function loadFrom({ files, named, entry }: Program, hooks: typeof registerHooks): Pick<Program, 'entry'> {
  const { existsSync } = process.getBuiltinModule('node:fs');
  hooks({
    resolve(specifier, context, next) {
      const url = named[specifier];
      if (url !== undefined) return { url, shortCircuit: true };
      const inside = context.parentURL !== undefined && files[context.parentURL] !== undefined;
      const at = specifier.startsWith('file:')
        ? specifier
        : inside && specifier.startsWith('.')
          ? new URL(specifier, context.parentURL).href
          : '';
      // A file URL from kernel code is the extension's main file, already resolved by `urlOf`. Node would resolve it again step by
      // step, and a long path makes V8 compile that code, which costs two megabytes.
      const isPlain = files[at] !== undefined || (inside && specifier.startsWith('file:') && existsSync(new URL(specifier)));
      return isPlain ? { url: at, shortCircuit: true } : next(specifier, context);
    },
    load(url, context, next) {
      const source = files[url];
      return source === undefined ? next(url, context) : { format: 'module', source, shortCircuit: true };
    },
  });
  return { entry };
}

/** The file URL of a path's real path, for the child; of the path itself if it does not exist. */
export function urlOf(path: string): string {
  try {
    return pathToFileURL(realpathSync(path)).href;
  } catch {
    return pathToFileURL(path).href;
  }
}
