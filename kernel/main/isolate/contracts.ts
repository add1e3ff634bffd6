import { readFileSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The entry files that an extension may import from one that it declared: the file behind each specifier, and its package folder. */
export interface Contract {
  readonly url: string;
  /** With a trailing slash. */
  readonly within: string;
}

/** The entries that packages export by name; other files of a package cannot be imported. */
export function contractsOf(packages: ReadonlyMap<string, string>): ReadonlyMap<string, Contract> {
  const contracts = new Map<string, Contract>();
  for (const [id, folder] of packages) {
    try {
      for (const [name, contract] of entriesOf(realpathSync(folder))) contracts.set(id + name.slice(1), contract);
    } catch {
      // The package was removed, or its manifest is being written: it then exports nothing.
    }
  }
  return contracts;
}

function entriesOf(folder: string): readonly (readonly [string, Contract])[] {
  const within = pathToFileURL(folder + sep).href;
  return Object.entries(exportsOf(folder))
    .map(([name, file]) => [name, { url: pathToFileURL(join(folder, file)).href, within }] as const)
    .filter(([name, { url }]) => name.startsWith('.') && url.startsWith(within));
}

/** The target that Node would choose from an entry with conditions. */
function exportsOf(folder: string): Readonly<Record<string, string>> {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { exports?: unknown };
  if (typeof exports === 'string') return { '.': exports };
  if (typeof exports !== 'object' || exports === null) return {};
  const files = Object.entries(exports).map(([name, at]) => [name, fileOf(at)] as const);
  return Object.fromEntries(files.filter((pair): pair is [string, string] => pair[1] !== undefined));
}

function fileOf(at: unknown): string | undefined {
  if (typeof at === 'string') return at;
  if (typeof at !== 'object' || at === null) return undefined;
  const { node, import: imported, default: otherwise } = at as Readonly<Record<string, unknown>>;
  return fileOf(node ?? imported ?? otherwise);
}
