import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const table = /^(.*\/plugins\/[^/]+)\/text\/(?:fr|en)\.json$/;
const comments = /^\s*(?:\/\/|\*|\/\*).*$/gm;

/**
 * Removes from the texts of a plugin's views what only its manifest shows: the kernel reads those. A text stays if its name, or the
 * beginning of a name that is put together, is anywhere in the views or in the contract, whose values may be names too.
 */
export function packedTexts(): Plugin {
  const words = new Map<string, string>();
  return {
    name: 'packed-texts',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      const plugin = table.exec(id.replaceAll('\\', '/'))?.[1];
      if (plugin === undefined) return undefined;
      const sources = words.get(plugin) ?? ['ui', 'contract'].map(folder => sourcesIn(join(plugin, folder))).join('\n');
      words.set(plugin, sources);
      const named = new Set([...readFileSync(join(plugin, 'package.json'), 'utf8').matchAll(/"%([\w.-]+)%"/g)].map(([, key]) => key));
      const texts = Object.entries(JSON.parse(code) as Record<string, string>);
      const shown = texts.filter(([key]) => key !== 'description' && (!named.has(key) || isUsed(key, sources)));
      return { code: JSON.stringify(Object.fromEntries(shown)), map: null };
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
