import { dirname, posix } from 'node:path';
import { importsOf, resolveImport } from '../support/imports.ts';
import { isSource, type Tree } from '../support/tree.ts';

/** What uses a file without importing it: whoever fits `user` can be changed by whatever fits `used`. */
interface Use {
  readonly user: RegExp;
  readonly used: RegExp;
}

/** What pages and programs are built from. */
const program = /^(?:kernel|plugins|schemas|shell\/(?!cli\/))(?!.*\.test\.ts$).+/;
const schemas = '@atelier/schemas/';
const commandLine = 'shell/cli/atelier.mjs';

/** What imports do not show. */
const uses: readonly Use[] = [
  // They build pages and programs, and start them.
  { user: /^shell\/cli\/build\.ts$/, used: program },
  { user: /^shell\/build\/(?:stage|package-app|kernel-package|bundled-plugins)\.ts$/, used: program },
  // They start all of our plugins, from their folder.
  { user: /^tests\/support\/(?:whole-program|pages|built)\.ts$/, used: program },
  // The kernel hands its own files to processes that it starts, as texts.
  { user: /^kernel\/main\/start\.ts$/, used: /^(?:kernel\/(?:api|main)|schemas\/generated)\/(?!.*\.test\.ts$).+/ },
  { user: /^plugins\/agent\/main\/.+\.ts$/, used: /^plugins\/agent\/engine\/(?!.*\.test\.ts$).+/ },
  { user: /^tests\/support\/repository-copy\.ts$/, used: program },
  { user: /^registry-dev\/(?:publish|start)\.ts$/, used: /^registry-dev\/(?!.*\.test\.ts$).+/ },
  // They read the whole repository.
  { user: /^tests\/support\/tree\.ts$/, used: /.+/ },
  { user: /^tests\/(?:walls|schemas|projects)\.test\.ts$/, used: /.+/ },
];

/** Whatever has one of these as its beginning has it in every test. */
const everywhere =
  /^(?:package(?:-lock)?\.json|vitest[^/]*\.config\.ts|tests\/support\/(?:global-setup|leak-guard|open-resources|open-timers)\.ts)$/;

/** The test files that a change of these files can reach, by what imports what and what else uses what. */
export function reachedTests(
  changed: readonly string[],
  tree: Tree,
  isTest: (path: string) => boolean,
  users = usersOf(tree, changed),
): readonly string[] {
  const tests = [...tree.keys()].filter(isTest);
  if (changed.some(path => everywhere.test(path))) return tests;
  const reached = new Set<string>();
  const visit = (path: string): void => {
    if (reached.has(path)) return;
    reached.add(path);
    for (const user of users.get(path) ?? []) visit(user);
  };
  for (const path of changed) visit(path);
  return tests.filter(test => reached.has(test));
}

/** Stands for a plugin as a kernel starts it: with everything in its folder but its views, and the plugins it requires. */
const started = (name: string): string => `started ${name}`;

const fileNames = /['"`]([\w@./-]+\.(?:ts|mjs|cjs|js|json|css|html))['"`]/g;

/** Who uses each file. */
export function usersOf(tree: Tree, changed: readonly string[] = []): ReadonlyMap<string, ReadonlySet<string>> {
  const users = new Map<string, Set<string>>();
  const add = (used: string, user: string): void => void (users.get(used) ?? users.set(used, new Set()).get(used))?.add(user);
  const paths = [...new Set([...tree.keys(), ...changed])];
  const packages = packagesOf(tree);
  for (const [name, { folder, isPlugin, entries, needs }] of packages) {
    const views = `${folder}/ui/`;
    const isPart = (path: string) => path.startsWith(`${folder}/`) && !path.startsWith(views) && !path.endsWith('.test.ts');
    if (isPlugin) for (const path of paths.filter(isPart)) add(path, started(name));
    for (const need of needs) add(started(need), started(name));
    // Types and validators are generated from schemas, and are in no commit.
    const contract = paths.filter(path => path.startsWith(`${folder}/contract/`));
    for (const path of contract) if (!isSource(path)) for (const user of contract.filter(isSource)) add(path, user);
    for (const [specifier, file] of Object.entries(entries)) add(file, specifier);
  }
  for (const path of paths) if (path.startsWith('schemas/')) add(path, schemas);
  for (const [path, text] of tree) {
    if (!isSource(path)) continue;
    for (const specifier of importsOf(text)) add(specifier.startsWith(schemas) ? schemas : resolveImport(path, specifier), path);
    if (text.includes('atelier.mjs') && path !== commandLine) add(commandLine, path);
    // What the command line names are scripts of the repository, which no test runs through it.
    for (const [, named = ''] of path.startsWith('shell/cli/') ? [] : text.matchAll(fileNames)) {
      add(posix.normalize(posix.join(dirname(path), named)), path);
      add(named, path);
    }
    // A test starts our plugins by their ids, and whatever they need with them.
    if (/\.(?:test|fixture)\.ts$|^tests\//.test(path)) for (const [name] of text.matchAll(/@atelier\/[a-z-]+/g)) add(started(name), path);
  }
  for (const { user, used } of uses) {
    const all = paths.filter(path => user.test(path));
    for (const path of paths) if (used.test(path)) for (const one of all) if (one !== path) add(path, one);
  }
  return users;
}

interface Package {
  readonly folder: string;
  readonly isPlugin: boolean;
  /** The files behind what may be imported of it. */
  readonly entries: Readonly<Record<string, string>>;
  /** The plugins that it starts with. */
  readonly needs: readonly string[];
}

function packagesOf(tree: Tree): ReadonlyMap<string, Package> {
  const manifests = [...tree].filter(([path]) => /^(?:[a-z-]+|plugins\/[^/]+)\/package\.json$/.test(path));
  return new Map(
    manifests.map(([path, text]) => {
      const {
        name,
        exports = {},
        atelier,
      } = JSON.parse(text) as {
        name: string;
        exports?: Readonly<Record<string, string | { readonly default?: string; readonly types?: string }>>;
        atelier?: { readonly requires?: object };
      };
      const folder = dirname(path);
      const entries = Object.entries(exports).flatMap(([key, target]) => {
        const file = typeof target === 'string' ? target : (target.default ?? target.types);
        return file === undefined ? [] : [[posix.join(name, key), posix.join(folder, file)] as const];
      });
      const needs = Object.keys(atelier?.requires ?? {});
      return [name, { folder, isPlugin: path.startsWith('plugins/'), entries: Object.fromEntries(entries), needs }];
    }),
  );
}
