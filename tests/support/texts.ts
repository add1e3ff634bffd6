import { dirname } from 'node:path';
import { importsOf, resolveImport } from './imports.ts';
import { templatesOf } from './templates.ts';
import type { Tree } from './tree.ts';

/** Files with texts for the person: all of these texts must be in tables. */
const visible = /^(?:kernel\/ui|shell\/ui|shell\/frame|plugins\/[^/]+\/ui)\/.+\.(?:ts|html)$/;
const notShown = /\.(?:test|fixture)\.ts$/;
/** The folder of a table. */
const tableFile = /^(.+\/text(?:\/.+)?)\/(?:fr|en)\.json$/;
/** A colon, semicolon, question or exclamation mark or guillemet that French keeps apart; in figures and addresses the signs stand close. */
const unspaced = /[^\s(«][:;?!»](?=[\s.,)»]|$)|«(?!\s)/;
/** The one word that is equal in all languages. */
const ownName = /\bAtelier\b/g;
const spoken = 'title|placeholder|alt|label|heading|summary|aria-(?:label|description|roledescription|valuetext|placeholder)';

type Texts = Readonly<Record<string, string>>;

/** The faults of a repository's texts, one sentence each. */
export function textFaults(tree: Tree): readonly string[] {
  return [...tableFaults(tree), ...typedTableFaults(tree), ...codeFaults(tree)];
}

/**
 * Tables in JSON: one per language, with the same keys and placeholders; each key is used, and each used key exists. The texts of an area are
 * in a subfolder of the plugin's texts, and are used in the folder of the file that imports them.
 */
function tableFaults(tree: Tree): readonly string[] {
  const folders = new Set([...tree.keys()].flatMap(path => tableFile.exec(path)?.[1] ?? []));
  return [...folders].toSorted().flatMap(folder => {
    const owner = /^(.+?)\/text(?:\/[a-z-]+)?$/.exec(folder)?.[1];
    if (owner === undefined || (folder.startsWith('plugins/') && owner.split('/').length !== 2)) {
      return [`${folder} is not in the text folder of its plugin.`];
    }
    const [fr, en] = [`${folder}/fr.json`, `${folder}/en.json`].map(path => read(tree, path));
    if (fr === undefined || en === undefined) return [`${folder} has no ${fr === undefined ? 'fr' : 'en'}.json.`];
    const isArea = folder !== `${owner}/text`;
    const user = isArea ? importerOf(tree, owner, `${folder}/fr.json`) : owner;
    if (user === undefined) return [`${folder} is imported by no file of ${owner}.`];
    const keys = [...new Set([...Object.keys(fr), ...Object.keys(en)])].toSorted();
    const sources = sourcesOf(tree, user);
    const manifest = isArea ? '' : (tree.get(`${owner}/package.json`) ?? '');
    const named = [...manifest.matchAll(/"%([\w.-]+)%"/g)].map(match => match[1] ?? '');
    return [
      ...keys.flatMap(key => pairFaults(folder, key, fr[key], en[key])),
      ...keys.filter(key => !named.includes(key) && !isUsed(key, sources)).map(key => `${folder} says "${key}", which nothing shows.`),
      ...(!isArea && /\.of\('description'/.test(sources)
        ? [`${owner} shows "description", which its pages leave out: it is the manifest's.`]
        : []),
      ...named.filter(key => !keys.includes(key)).map(key => `${owner}/package.json shows %${key}%, which ${folder} does not say.`),
    ];
  });
}

/** The folder of the file of `owner` that imports a table. */
function importerOf(tree: Tree, owner: string, table: string): string | undefined {
  return [...tree]
    .filter(([path, source]) => path.startsWith(`${owner}/`) && path.endsWith('.ts') && source.includes('.json'))
    .filter(([path, source]) => importsOf(source).some(specifier => resolveImport(path, specifier) === table))
    .map(([path]) => dirname(path))[0];
}

function pairFaults(place: string, key: string, fr: string | undefined, en: string | undefined): readonly string[] {
  if (fr === undefined || en === undefined) return [`${place} has no "${key}" in ${fr === undefined ? 'French' : 'English'}.`];
  if (fr.trim() === '' || en.trim() === '') return [`${place} says nothing under "${key}".`];
  if (unspaced.test(fr)) return [`${place} lacks the French space beside a sign under "${key}".`];
  const blanks = (text: string) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(match => match[1]))].toSorted().join();
  return blanks(fr) === blanks(en) ? [] : [`${place} leaves other blanks in French than in English under "${key}".`];
}

/** Tables in TypeScript, `const fr = {…}`: the compiler checks the other languages against it; here each key must be used. */
function typedTableFaults(tree: Tree): readonly string[] {
  return [...tree].flatMap(([path, source]) => {
    if (!visible.test(path) || notShown.test(path)) return [];
    const owner = /^(?:plugins\/[^/]+|kernel\/ui|shell\/(?:ui|frame))/.exec(path)?.[0] ?? '';
    return [...source.matchAll(/^(?:export )?const fr(?:: [^=]+)? = \{\n([\s\S]*?)^\}/gm)].flatMap(([table, body = '']) => {
      if (owner.startsWith('plugins/')) return [`${path} has a table of texts. Put it in ${owner}/text.`];
      const keys = [...body.matchAll(/^ {2}(?:'([\w.-]+)'|(\w+)):/gm)].map(match => match[1] ?? match[2] ?? '');
      // Translations repeat every key, which does not count as a use.
      const elsewhere = sourcesOf(tree, owner)
        .replace(table, '')
        .replace(/^(?:export )?const [a-z]{2}(?:: [^=]+)? = \{\n[\s\S]*?^\}/gm, '');
      return keys.filter(key => !isUsed(key, elsewhere)).map(key => `${path} says "${key}", which nothing shows.`);
    });
  });
}

/** Texts in the code itself. */
function codeFaults(tree: Tree): readonly string[] {
  return [...tree].flatMap(([path, source]) => {
    if (!visible.test(path) || notShown.test(path)) return [];
    if (path.endsWith('.html')) return markupFaults(source).map(fault => `${path}: ${fault}`);
    const inTemplates = templatesOf(source)
      .filter(({ tag }) => tag === 'html' || tag === 'svg')
      .flatMap(({ text, line }) => markupFaults(text).map(fault => `${path}:${line}: ${fault}`));
    const set = /(?:\.(?:textContent|innerText|placeholder|ariaLabel|alt)|document\.title) = (['"`])([^'"`\n]*\p{L}[^'"`\n]*)\1/gu;
    const inCode = [...source.matchAll(set)].filter(([, , words = '']) => hasWords(words)).map(([code]) => `${path}: ${quoted(code)}`);
    const byName = new RegExp(`setAttribute\\('(?:${spoken})', (['"\`])([^'"\`\\n]*)\\1`, 'g');
    return [
      ...inTemplates,
      ...inCode,
      ...[...source.matchAll(byName)].filter(([, , words = '']) => hasWords(words)).map(([code]) => `${path}: ${quoted(code)}`),
    ];
  });
}

/** The visible and the accessible texts of a piece of HTML. */
function markupFaults(markup: string): readonly string[] {
  const shown = markup.replace(/<!--[\s\S]*?-->|<!doctype[^>]*>/gi, '').replace(/<(style|script)\b[\s\S]*?<\/\1\s*>/g, '');
  const tag = /<\/?[a-zA-Z\0][\w\0-]*((?:"[^"]*"|'[^']*'|[^"'>])*)>/g;
  const between = shown.replace(tag, '\n').split('\n').filter(hasWords);
  const attribute = new RegExp(`(?:^|\\s)(${spoken})\\s*=\\s*("[^"]*"|'[^']*'|[^\\s"'>]+)`, 'g');
  const attributes = [...shown.matchAll(tag)]
    .flatMap(([, inside = '']) => [...inside.matchAll(attribute)])
    .filter(([, , value = '']) => hasWords(value))
    .map(([all]) => all);
  return [...between, ...attributes].map(quoted);
}

function hasWords(text: string): boolean {
  return /\p{L}/u.test(
    text
      .replace(/&#?\w+;/g, '')
      .replace(/\\[nt]/g, '')
      .replace(ownName, ''),
  );
}

function quoted(text: string): string {
  return `"${text.replaceAll('\0', '…').trim()}" is said in the code. Say it in a table of texts.`;
}

/** A key counts as used if it is named, or if a composed name starts with its beginning. */
function isUsed(key: string, sources: string): boolean {
  const word = key.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  if (new RegExp(`(?<![\\w$])${word}(?![\\w$])`).test(sources)) return true;
  // `count('notices', n)` uses the plural form of the language.
  const counted = /^(.+)\.(?:one|other)$/.exec(key)?.[1];
  if (counted !== undefined && sources.includes(`.count('${counted}'`)) return true;
  const stems = key.split(/(?<=[.-])|(?=[A-Z])/).slice(0, -1);
  return stems.some((_stem, index) => sources.includes(`\`${stems.slice(0, index + 1).join('')}\${`));
}

function sourcesOf(tree: Tree, owner: string): string {
  return [...tree]
    .filter(([path]) => path.startsWith(`${owner}/`) && path.endsWith('.ts') && !notShown.test(path) && !path.endsWith('.d.ts'))
    .map(([, source]) => source.replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, ''))
    .join('\n');
}

function read(tree: Tree, path: string): Texts | undefined {
  const text = tree.get(path);
  return text === undefined ? undefined : (JSON.parse(text) as Texts);
}
