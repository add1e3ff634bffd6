import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const table = /^(.*\/plugins\/[^/]+)\/text\/(?:[^/]+\/)?(?:fr|en)\.json$/;
const ofManifest = /\/text\/(?:fr|en)\.json$/;
const comments = /^\s*(?:\/\/|\*|\/\*).*$/gm;
/** French as a module of its own: Vite makes of every address that ends in .json an object. */
const french = '.texts.js';
const pairing = '\0texts';

/**
 * Texts of a plugin's views, without what only its manifest shows: the kernel reads those. A text stays if its name, or the beginning
 * of a name that is put together, is anywhere in the views or in the contract, whose values may be names too. French takes the names
 * from English, which has the same ones, so that each is there once.
 */
export function packedTexts(): Plugin {
  const words = new Map<string, string>();
  const shownIn = (path: string): Record<string, string> => {
    const all = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
    if (!ofManifest.test(path.replaceAll('\\', '/'))) return all;
    const plugin = table.exec(path.replaceAll('\\', '/'))?.[1] ?? '';
    const sources = words.get(plugin) ?? ['ui', 'contract'].map(folder => sourcesIn(join(plugin, folder))).join('\n');
    words.set(plugin, sources);
    const named = new Set([...readFileSync(join(plugin, 'package.json'), 'utf8').matchAll(/"%([\w.-]+)%"/g)].map(([, key]) => key));
    return Object.fromEntries(Object.entries(all).filter(([key]) => key !== 'description' && (!named.has(key) || isUsed(key, sources))));
  };
  return {
    name: 'packed-texts',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /(?:^|\/)fr\.json$|^\0texts$/ },
      async handler(source, importer) {
        if (source === pairing) return source;
        const found = await this.resolve(source, importer, { skipSelf: true });
        return found !== null && table.test(found.id.replaceAll('\\', '/')) ? found.id + french : undefined;
      },
    },
    load(id) {
      if (id === pairing) return 'export default (en, texts) => Object.fromEntries(Object.keys(en).map((key, at) => [key, texts[at]]));';
      if (!id.endsWith(french)) return undefined;
      const path = id.slice(0, -french.length);
      const english = join(path, '..', 'en.json');
      const texts = shownIn(path);
      const names = Object.keys(shownIn(english));
      const missing = names.filter(name => texts[name] === undefined);
      if (missing.length > 0) return this.error(`${path} has no text for ${missing.join(', ')}, which ${english} has`);
      const from = [`import en from ${JSON.stringify(english)};`, `import pair from ${JSON.stringify(pairing)};`];
      return [...from, `export default /* @__PURE__ */ pair(en, ${JSON.stringify(names.map(name => texts[name]))});`].join('\n');
    },
    transform(_code, id) {
      if (!table.test(id.replaceAll('\\', '/'))) return undefined;
      return { code: JSON.stringify(shownIn(id)), map: null };
    },
  };
}

function sourcesIn(folder: string): string {
  if (!existsSync(folder)) return '';
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile());
  return files
    .filter(({ name }) => /\.(?:ts|json)$/.test(name) && !/\.(?:test|fixture|d)\.ts$/.test(name))
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8').replaceAll(comments, ''))
    .join('\n');
}

function isUsed(key: string, sources: string): boolean {
  const word = key.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  if (new RegExp(`(?<![\\w$])${word}(?![\\w$])`).test(sources)) return true;
  const counted = /^(.+)\.(?:one|other)$/.exec(key)?.[1];
  if (counted !== undefined && sources.includes(`.count('${counted}'`)) return true;
  const stems = key.split(/(?<=[.-])|(?=[A-Z])/).slice(0, -1);
  return stems.some((_stem, at) => sources.includes(`\`${stems.slice(0, at + 1).join('')}\${`));
}
