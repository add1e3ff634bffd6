import { resolveImport } from './imports.ts';
import { doors, hiddenLoads, type Layer, layers, plainPhrases, pluginWords } from './layer-table.ts';
import { readSource } from './source.ts';
import { isForTests, isGenerated, isSource, type Tree } from './tree.ts';

const budget = 400;

interface PackageFile {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly atelier?: { readonly requires?: object; readonly optional?: object };
}

/** All violations of the layers, the single-importer rules, the line limit and the kernel's vocabulary, one sentence each. */
export function breaches(tree: Tree): readonly string[] {
  return [...tree]
    .filter(([path]) => isSource(path))
    .flatMap(([path, text]) => [...importBreaches(tree, path, text), ...sizeBreach(path, text)])
    .concat(wordBreaches(tree));
}

function importBreaches(tree: Tree, path: string, text: string): readonly string[] {
  const layer = layers.find(row => whole(row.files).test(path));
  if (layer === undefined) return [`${path} fits no row of the layer table. Put it where it belongs, or add a row.`];
  const { imports, problem } = readSource(text);
  if (problem !== undefined) return [`${path} cannot be parsed: ${problem}. Write it as TypeScript or JavaScript without JSX.`];
  const isProduct = layer.name !== 'tests' && !isForTests(path) && !isGenerated(path);
  const found = imports.flatMap(({ specifier }) => {
    if (isProduct && isHidden(specifier)) return hiddenSpecifier(path, specifier);
    const target = resolveImport(path, specifier);
    if (isProduct && isForTests(target)) {
      return [`${path} imports ${specifier}, which is there for tests. Move what the product needs of it into a file of the product.`];
    }
    if (!allowed(tree, layer, path, target)) return [`${path} imports ${specifier}, which ${layer.name} may not.`];
    const door = doors[packageOf(target)];
    if (door !== undefined && layer.name !== 'tests' && !whole(door).test(path)) {
      return [`${path} imports ${specifier}, whose one door is ${door.source.replaceAll('\\', '')}.`];
    }
    return undeclaredContract(tree, path, target);
  });
  return isProduct ? [...found, ...hiddenLoadBreaches(path, text)] : found;
}

/** A URL, or a package path with `..` steps, which could bypass the rows. */
function isHidden(specifier: string): boolean {
  return /^(?:data|file|https?|blob):|[%\\]/.test(specifier) || (!specifier.startsWith('.') && /(?:^|[/:])\.\.?(?:\/|$)/.test(specifier));
}

function hiddenSpecifier(path: string, specifier: string): readonly string[] {
  return [`${path} imports ${specifier.slice(0, 80)}, an address or a name with steps in it. Write a package's name or a relative path.`];
}

function hiddenLoadBreaches(path: string, text: string): readonly string[] {
  const found = readSource(text).hiddenLoads.filter(one => !hiddenLoads.some(({ files, says }) => files.test(path) && says.test(one)));
  return [...new Set(found)].map(
    one =>
      `${path} says ${one.replace(/\s+/g, ' ').slice(0, 80)}, which loads a module that no wall sees. Write import('…') of a fixed string, or add a row with the reason to hiddenLoads.`,
  );
}

function allowed(tree: Tree, layer: Layer, path: string, target: string): boolean {
  const own = whole(layer.files).exec(path)?.[1] ?? '';
  return layer.may.some(pattern => {
    if (pattern === 'package:dependency') return Object.hasOwn(manifestOf(tree, path).dependencies ?? {}, packageOf(target));
    return new RegExp(`^(?:${pattern.replaceAll('$1', own)})$`).test(target);
  });
}

function undeclaredContract(tree: Tree, path: string, target: string): readonly string[] {
  const other = /^(@[^/]+\/[^/]+)\/contract$/.exec(target)?.[1];
  if (other === undefined || !path.startsWith('plugins/') || path.endsWith('.test.ts')) return [];
  const { requires = {}, optional = {} } = manifestOf(tree, path).atelier ?? {};
  if (Object.hasOwn(requires, other) || Object.hasOwn(optional, other)) return [];
  return [
    `${path} imports ${target} without listing ${other}. Add "${other}" to atelier.requires or atelier.optional in its package.json.`,
  ];
}

function manifestOf(tree: Tree, path: string): PackageFile {
  const file = path.replace(/^(plugins\/[^/]+)\/.*$/, '$1/package.json');
  return JSON.parse(tree.get(file) ?? '{}') as PackageFile;
}

function sizeBreach(path: string, text: string): readonly string[] {
  const lines = text.trimEnd().split('\n').length;
  if (isGenerated(path) || lines <= budget) return [];
  return [`${path} has ${lines} lines; ${budget} is the wall. Split it by purpose.`];
}

function wordBreaches(tree: Tree): readonly string[] {
  const folders = [...tree.keys()]
    .map(path => /^plugins\/([^/]+)\//.exec(path)?.[1])
    .filter(name => name !== undefined && !sharedWords.has(name));
  const words = [...new Set([...pluginWords, ...folders])];
  const pattern = new RegExp(`(?<![A-Za-z0-9])(?:${words.join('|')})(?![A-Za-z0-9])`, 'gi');
  return [...tree].flatMap(([path, text]) => {
    if (!path.startsWith('kernel/') || !isSource(path) || /\.(?:test|fixture)\.ts$/.test(path) || isGenerated(path)) return [];
    const spoken = new Set([...withoutExamples(text).matchAll(pattern)].map(match => match[0].toLowerCase()));
    return [...spoken].map(word => `${path} says "${word}", which only a plugin may know. Name what the kernel does instead.`);
  });
}

/** Plugin names that are also words of the kernel or of everyday language. */
const sharedWords: ReadonlySet<string | undefined> = new Set([
  'template',
  'extensions',
  'channels',
  'settings',
  'providers',
  'startup',
  'usage',
]);

/** Without the uses that are no dependency: ids as examples in comments, and words with another meaning. */
function withoutExamples(text: string): string {
  return text
    .replace(/@atelier\/[a-z-]+(?::[A-Za-z]+@\d+)?/g, '')
    .replace(/'[a-z-]+\/[a-z-]+'|'node:[a-z_/]+'/g, '')
    .replace(/\bATELIER_[A-Z_]+\b/g, '')
    .replace(plainPhrases, '');
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function whole(pattern: RegExp): RegExp {
  return new RegExp(`^(?:${pattern.source})$`);
}
