import { dirname, posix } from 'node:path';
import { importsOf, resolveImport } from './imports.ts';
import { pathBreaches } from './paths-out.ts';
import { entryPoints } from './reach-table.ts';
import { readSource } from './source.ts';
import { isForTests, isGenerated, isSource, packageFolder, type Tree } from './tree.ts';

/** All paths that leave their package or data folder, production modules that only a test reaches, and import cycles at run time, `import()` included. */
export function reachBreaches(tree: Tree): readonly string[] {
  const sources = [...tree].filter(([path]) => isProduction(path));
  return [...sources.flatMap(([path, text]) => pathBreaches(path, text)), ...unreachable(tree), ...cycles(tree, new Map(sources))];
}

function isProduction(path: string): boolean {
  return isSource(path) && !isGenerated(path) && /^(?:kernel|plugins|schemas|shell|registry-dev)\//.test(path) && !isForTests(path);
}

/** Modules that no entry point reaches, neither by an import nor by a name in a string. */
function unreachable(tree: Tree): readonly string[] {
  const files = [...tree.keys()].filter(path => isSource(path) && !isForTests(path));
  const byName = Map.groupBy(files, path => posix.basename(path));
  const reached = new Set<string>();
  const waiting = files.filter(path => entryPoints.some(pattern => pattern.test(path)));
  for (const [path, text] of tree) if (/(?:^|\/)package\.json$|\.html$/.test(path)) waiting.push(...named(tree, byName, path, text));
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    const text = tree.get(path) ?? '';
    waiting.push(
      ...importsOf(text)
        .map(one => resolveImport(path, one))
        .flatMap(one => fileOf(tree, one)),
      ...named(tree, byName, path, text),
    );
  }
  return files
    .filter(path => isProduction(path) && !reached.has(path))
    .map(path => `${path} is reached by no program, page or package; a test at most. Delete it, or prove what it proves on what ships.`);
}

/** The file of the repository that an import resolves to, also by package name. */
function fileOf(tree: Tree, target: string): readonly string[] {
  const plain = target.replace(/\?.*$/, '');
  const inside = plain.replace(/^@atelier\/schemas\/(profile\/)?/, (_, profile) => (profile ? 'schemas/profile/' : 'schemas/generated/'));
  return [inside, inside.replace(/\.js$/, '.ts')].filter(path => tree.has(path));
}

/** Files that strings of a text name: relative to the file, relative to its package, or by bare name within the package. */
function named(tree: Tree, byName: ReadonlyMap<string, readonly string[]>, path: string, text: string): readonly string[] {
  const own = packageFolder(path);
  return namesIn(path, text).flatMap(name => {
    const near = [posix.join(dirname(path), name), posix.join(own, name), name].flatMap(one => fileOf(tree, one));
    const bare = name.includes('/') ? [] : (byName.get(name) ?? []).filter(one => packageFolder(one) === own);
    return [...near, ...bare];
  });
}

const inString = /^\/?([\w@./$-]*[\w-]+\.(?:ts|mjs|cjs|js))(?:\?.*)?$/;
const inText = /['"`(\s]([\w@./$-]*[\w-]+\.(?:ts|mjs|js))(?=['"`?)\s])/g;

/** File names: whole strings of a source file, any word of another file. Names in comments and sentences do not count. */
function namesIn(path: string, text: string): readonly string[] {
  if (!isSource(path)) return [...text.matchAll(inText)].map(([, name = '']) => name);
  return readSource(text).strings.flatMap(one => inString.exec(one)?.slice(1) ?? []);
}

/** Import cycles at run time: `import type` is erased, but `import { type A }` and `import()` load their module. */
function cycles(tree: Tree, sources: ReadonlyMap<string, string>): readonly string[] {
  const loaded = (path: string, text: string): readonly string[] =>
    readSource(text)
      .imports.filter(({ loads }) => loads)
      .flatMap(({ specifier }) => fileOf(tree, resolveImport(path, specifier)))
      .filter(one => sources.has(one));
  const next = new Map([...sources].map(([path, text]) => [path, loaded(path, text)]));
  return components(next)
    .filter(([one = '', ...more]) => more.length > 0 || next.get(one)?.includes(one) === true)
    .map(one => `${one.toSorted().join(', ')} import each other in a circle. Move what both need into a file of its own.`);
}

/** The strongly connected components (Tarjan). */
function components(next: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const [index, low, onStack, stack, found] = [
    new Map<string, number>(),
    new Map<string, number>(),
    new Set<string>(),
    [] as string[],
    [] as string[][],
  ];
  const visit = (path: string): void => {
    index.set(path, index.size);
    low.set(path, index.get(path) ?? 0);
    stack.push(path);
    onStack.add(path);
    for (const to of next.get(path) ?? []) {
      if (!index.has(to)) visit(to);
      if (onStack.has(to)) low.set(path, Math.min(low.get(path) ?? 0, low.get(to) ?? 0));
    }
    if (low.get(path) !== index.get(path)) return;
    const component = stack.splice(stack.indexOf(path));
    for (const one of component) onStack.delete(one);
    found.push(component);
  };
  for (const path of next.keys()) if (!index.has(path)) visit(path);
  return found;
}
