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
const relativeImport = /\bfrom ?['"](\.[^'"]+)['"]/g;
const typeImport = /^(?:import|export) type [^;]*;$/gm;

/**
 * The text of a whole program: `entry` and all it imports of ours, with the types taken out once, here. A child that is fed
 * it on its standard input reads none of our files and starts in half the time. The contracts of others come along: it may
 * not read their folders either.
 */
export function programOf(entry: URL, contracts: ReadonlyMap<string, Contract> = new Map()): string {
  const api = import.meta.resolve('@atelier/kernel');
  const files = { ...programFiles(entry.href, api) };
  const named: Record<string, string> = { '@atelier/kernel': api };
  for (const [specifier, { url, within }] of contracts) {
    try {
      collect(url, files, within);
    } catch {
      // Somebody else's file that is no readable program: only whoever imports it fails, and is told which.
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

/** A file and all that it imports by a path, as far as that stays within a folder. */
function collect(url: string, files: Record<string, string>, within = ''): void {
  if (files[url] !== undefined || !isInside(url, within)) return;
  const source = readFileSync(fileURLToPath(url), 'utf8');
  files[url] = url.endsWith('.ts') ? stripTypeScriptTypes(source) : source;
  for (const [, path] of source.replaceAll(typeImport, '').matchAll(relativeImport)) {
    if (path) collect(new URL(path, url).href, files, within);
  }
}

/** Also where it really lies: a link in a package of somebody else’s may lead to any file of the person’s. */
function isInside(url: string, within: string): boolean {
  if (within === '') return true;
  try {
    return url.startsWith(within) && pathToFileURL(realpathSync(fileURLToPath(url))).href.startsWith(within);
  } catch {
    // It is not there; whoever imports it is told so.
    return false;
  }
}

/**
 * What a child is told to run on its command line: it takes the program itself from a file descriptor. Not as one address of
 * data, which costs a process of this size ten megabytes to read.
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
      // An address that our own code gives is the extension's main file, as `urlOf` found it. Node would look for it once more,
      // step by step, and a path that is long enough makes it compile how it reads paths, which costs two megabytes.
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

/** File URL of where a path really leads, as the child is told it; of the path itself where nothing is there. */
export function urlOf(path: string): string {
  try {
    return pathToFileURL(realpathSync(path)).href;
  } catch {
    return pathToFileURL(path).href;
  }
}
