import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Asset } from './asset.ts';

type Read = (path: string) => Promise<Asset | undefined>;

const maxFiles = 40;
/** Limit for all sources together. They are third-party code, so the pattern must not backtrack far either. */
const maxCharacters = 200_000;
const importOf = /(?:^|[;}\n])\s{0,20}(?:import|export)\b(?:[^'"`;()]{0,500}?\bfrom)?\s{0,20}['"]([^'"\n]{1,300})['"]/g;

/**
 * The page that creates an element of the package in `folder`. An import map can only be inline, so the policy allows exactly
 * this one. The imports of the element's module are preloaded with the page instead of being discovered one after another.
 */
export async function framePageOf(page: Asset, folder: string, read: Read): Promise<Asset> {
  const text = Buffer.from(page.bytes).toString();
  const map = /<script type="importmap">([^<]*)<\/script>/.exec(text)?.[1];
  if (map === undefined) return page;
  const links = (await importedBy(await moduleOf(folder), readImports(map), read)).map(
    path => `<link rel="modulepreload" href="${path}" />`,
  );
  return {
    ...page,
    bytes: Buffer.from(text.replace('</head>', () => `${links.join('')}</head>`)),
    inline: `'sha256-${createHash('sha256').update(map).digest('base64')}'`,
  };
}

/** The path of the module that the manifest names; undefined if it names none. */
async function moduleOf(folder: string): Promise<string | undefined> {
  try {
    const { atelier } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { atelier?: { ui?: unknown } };
    return typeof atelier?.ui === 'string' ? addressIn('/', `./${atelier.ui.replace(/^\.\//, '')}`) : undefined;
  } catch {
    return undefined;
  }
}

/** A module and all existing files that it imports, directly and indirectly. */
async function importedBy(entry: string | undefined, map: ReadonlyMap<string, string>, read: Read): Promise<readonly string[]> {
  const visited = new Set<string>();
  const found: string[] = [];
  let left = maxCharacters;
  const visit = async (path: string): Promise<void> => {
    if (visited.has(path) || visited.size >= maxFiles) return;
    visited.add(path);
    const isShared = [...map.values()].includes(path);
    const asset = isShared ? undefined : await read(path);
    if (!isShared && asset === undefined) return;
    found.push(path);
    const source = Buffer.from(asset?.bytes ?? []).toString();
    left -= source.length;
    if (left < 0) return;
    const specifiers = [...source.matchAll(importOf)].map(([, specifier = '']) => specifier);
    await Promise.all(specifiers.map(one => map.get(one) ?? addressIn(path, one)).map(next => next !== undefined && visit(next)));
  };
  if (entry !== undefined) await visit(entry);
  return found;
}

/** The URL path that a relative import resolves to. */
function addressIn(from: string, specifier: string): string | undefined {
  if (!/^\.{0,2}\//.test(specifier)) return undefined;
  return URL.parse(specifier, `http://frame${from}`)?.pathname.replaceAll("'", '%27');
}

function readImports(map: string): ReadonlyMap<string, string> {
  try {
    return new Map(Object.entries((JSON.parse(map) as { imports: Record<string, string> }).imports));
  } catch {
    return new Map();
  }
}
