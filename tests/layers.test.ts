import { describe, expect, test } from 'vitest';
import { importsOf, resolveImport } from './support/imports.ts';
import { breaches } from './support/layers.ts';
import { reachBreaches } from './support/reach.ts';
import { repositoryTree } from './support/tree.ts';

test('no file of this repository breaches a wall', () => {
  const tree = repositoryTree();
  expect(tree.size).toBeGreaterThan(50);
  expect([...breaches(tree), ...reachBreaches(tree)]).toEqual([]);
});

test('imports are found however they are written', () => {
  const source = [
    "import a from 'a';",
    "import type { B } from './b.ts';",
    'import {\n  c,\n  d,\n} from "c/d";',
    "import 'side-effect';",
    "export * from './e.ts';",
    "const f = await import('f');",
    "type G = import('g').G;",
    "// import h from 'h';",
    "const text = 'nothing from here';",
    '/* later */ const told = "import i from \'i\'";',
  ].join('\n');
  expect(importsOf(source)).toEqual(['a', './b.ts', 'c/d', 'side-effect', './e.ts', 'f', 'g']);
});

test.each([
  ['in a template without holes', 'const m = await import(`./a.ts`);'],
  ['after a comment in the call', "const m = await import(\n// why\n'./a.ts');"],
  ['with a second argument', "const m = await import('./a.ts', { with: { type: 'json' } });"],
  ['after a semicolon', "const a = 1; import x from './a.ts';"],
  ['exported after a semicolon', "const a = 1; export { x } from './a.ts';"],
  ['after a block comment', "/* why */ import x from './a.ts';"],
  ['around a comment with a quote', "import /* it's */ x from './a.ts';"],
  ['after a line that begins with a star', "import {\n a,\n} /* b\n * c */ from './a.ts';"],
  ['in a factor', "const y = 2\n* (await import('./a.ts')).x;"],
  ['with an escape', "import x from './\\u0061.ts';"],
  ['by default and by name', "import x, { y } from './a.ts';"],
  ['with a namespace', "export * as x from './a.ts';"],
  ['by the old form of TypeScript', "import x = require('./a.ts');"],
  ['by `require`', "const x = require('./a.ts', 1);"],
  ['by `require.resolve`', 'const x = require.resolve(`./a.ts`);'],
  ['by `import.meta.resolve`', "const x = import.meta.resolve('./a.ts');"],
])('an import is found %s', (_how, source) => {
  expect(importsOf(source)).toEqual(['./a.ts']);
});

test('an escaped path and a query are resolved to the file they mean', () => {
  const from = 'plugins/notes/main/index.ts';
  expect(['./%2e%2e/%61.ts', './a.ts?x', '../main/./a.ts'].map(one => resolveImport(from, one))).toEqual([
    'plugins/notes/a.ts',
    'plugins/notes/main/a.ts',
    'plugins/notes/main/a.ts',
  ]);
});

const notes = {
  name: '@atelier/notes',
  dependencies: { yaml: '1.0.0' },
  atelier: { requires: { '@atelier/search': '^1.0.0' } },
};

const inNotes = 'plugins/notes/main/odd.ts';

describe.each([
  ['a file that fits no row', 'kernel/odd/file.ts', '', /fits no row/],
  ['a file beside the layers', 'stray.ts', '', /fits no row/],
  ['main code in the api', 'kernel/api/odd.ts', "import { readFileSync } from 'node:fs';", /kernel\/api may not/],
  ['an import upward', 'kernel/main/odd.ts', "import '../../shell/ui/main.ts';", /kernel\/main may not/],
  ['a path into another package', 'shell/browser/odd.ts', "import '../../kernel/main/kernel.ts';", /shell\/browser may not/],
  ['an import in a type', 'shell/ui/odd.ts', "export type A = import('node:fs').Stats;", /shell\/ui may not/],
  ['a package no row names', 'kernel/main/odd.ts', "import lodash from 'lodash';", /kernel\/main may not/],
  ['a second door', 'kernel/main/odd.ts', "import Sqlite from 'better-sqlite3';", /one door is kernel\/main\/storage\/storage\.ts/],
  ['electron outside its folder', 'shell/browser/odd.ts', "import 'electron';", /shell\/browser may not/],
  ['another plugin’s inside', 'plugins/notes/main/odd.ts', "import '../../search/main/index.ts';", /plugins\/\*\/main may not/],
  ['a contract that is not listed', 'plugins/notes/main/odd.ts', "import '@atelier/agent/contract';", /Add "@atelier\/agent"/],
  ['a dependency that is not listed', 'plugins/notes/main/odd.ts', "import 'katex';", /plugins\/\*\/main may not/],
  ['a main side in a page', 'plugins/notes/ui/odd.ts', "import '../main/index.ts';", /plugins\/\*\/ui may not/],
  ['a page in a contract', 'plugins/notes/contract/odd.ts', "import 'lit';", /plugins\/\*\/contract may not/],
  ['createRequire', inNotes, "import { createRequire } from 'node:module';", /says createRequire.+Write import\('…'\)/],
  ['createRequire by its name in a string', inNotes, "module['createRequire'](import.meta.url);", /says createRequire/],
  ['require', inNotes, "require('../contract/index.ts');", /says require\(/],
  ['require.resolve', inNotes, "require.resolve('yaml');", /says require\.resolve\(/],
  ['getBuiltinModule', inNotes, "process.getBuiltinModule('node:fs');", /says getBuiltinModule/],
  ['getBuiltinModule without a dot', inNotes, "process['getBuiltinModule']('node:fs');", /says getBuiltinModule/],
  ['getBuiltinModule out of process', inNotes, 'const { getBuiltinModule: load } = process;', /says getBuiltinModule/],
  ['a computed import', inNotes, "await import('../../search/' + 'main/index.ts');", /says import\('\.\.\/\.\.\/search\/' \+/],
  ['an import of a name', inNotes, "const where = '../../search/main/index.ts';\nawait import(where);", /says import\(where\)/],
  ['an import of a pattern', inNotes, "import.meta.glob('../contract/*.ts');", /says import\.meta\.glob/],
  ['an address of data', inNotes, "await import('data:text/javascript,export {}');", /Write a package's name/],
  ['an address of a file', inNotes, "await import('file:///plugins/search/main/index.ts');", /Write a package's name/],
  ['steps behind a package', inNotes, "await import('yaml/../../plugins/search/main/index.ts');", /Write a package's name/],
  ['steps behind node:', inNotes, "await import('node:../../search');", /Write a package's name/],
  ['an escaped path', inNotes, "await import('../main/%2e%2e/%2e%2e/search/main/index.ts');", /Write a package's name/],
  ['a fixture in the product', inNotes, "import './notes.fixture.ts';", /which is there for tests/],
  ['a test in the product', inNotes, "export * from './notes.test.ts';", /which is there for tests/],
  ['a folder of tests in the product', inNotes, "import './test/notes.ts';", /which is there for tests/],
  ['a template without holes', inNotes, 'await import(`../../search/main/index.ts`);', /plugins\/\*\/main may not/],
  ['an import after a semicolon', inNotes, "const a = 1; import b from '../../search/main/index.ts';", /plugins\/\*\/main may not/],
  ['an import in a CommonJS file', 'plugins/notes/main/odd.cjs', "import('../../search/main/index.ts');", /plugins\/\*\/main may not/],
  ['JSX', 'plugins/notes/main/odd.tsx', 'const a = <b></b>;', /cannot be parsed/],
  ['401 lines', 'kernel/main/odd.ts', 'export {};\n'.repeat(401), /401 lines/],
  ['a plugin’s word in the kernel', 'kernel/main/odd.ts', 'export const title = "Forget this memory";', /says "memory"/],
  ['a plugin folder’s word in the kernel', 'kernel/main/odd.ts', '// Asks the notes first.', /says "notes"/],
])('a planted violation: %s', (_name, path, text, sentence) => {
  test('is found', () => {
    const tree = new Map([
      ['plugins/notes/package.json', JSON.stringify(notes)],
      [path, text],
    ]);
    expect(breaches(tree)).toEqual([expect.stringMatching(sentence)]);
  });
});

test('what the table allows is no breach', () => {
  const tree = new Map([
    ['plugins/notes/package.json', JSON.stringify(notes)],
    [
      'plugins/notes/main/index.ts',
      "import 'node:fs'; \nimport '@atelier/kernel';\nimport '@atelier/search/contract';\nimport '../contract/index.ts';\nimport 'yaml';",
    ],
    ['plugins/notes/ui/index.ts', "import 'lit/decorators.js';\nimport '@atelier/kernel/ui';"],
    ['kernel/main/storage/storage.ts', "import Sqlite from 'better-sqlite3';"],
    ['kernel/main/sizes.ts', "/** As in '@atelier/memory:Memory@1'. */\nexport const memoryBytes = 0;"],
    ['schemas/generated/manifest.ts', 'export {};\n'.repeat(2_000)],
  ]);
  expect(breaches(tree)).toEqual([]);
});

/** A plugin whose only program is its main side. */
const entry = ['plugins/notes/package.json', JSON.stringify({ name: '@atelier/notes', atelier: { main: './main/index.ts' } })] as const;
const main = 'plugins/notes/main/index.ts';
const outOfIt = /a path out of its own package or data folder/;

describe.each<[name: string, files: Readonly<Record<string, string>>, sentence: RegExp]>([
  ['a path from the data folder upwards', { [main]: "const all = join(ctx.paths.data, '..', '..');" }, outOfIt],
  ['a path through another plugin’s folder', { [main]: "join(realpathSync(folder), '../agent/engine');" }, outOfIt],
  ['the folder of the folder', { [main]: 'const profile = dirname(dirname(resolve(folder)));' }, outOfIt],
  ['the folder of the data folder', { [main]: 'const data = dirname(ctx.paths.data);' }, outOfIt],
  ['an address out of the package', { [main]: "new URL('../../search/main/index.ts', import.meta.url);" }, outOfIt],
  ['a path out of the package', { [main]: "join(import.meta.dirname, '..', '..', 'search');" }, outOfIt],
  ['a path out by a template', { [main]: 'const other = `$' + '{ctx.paths.data}/../other`;' }, outOfIt],
  ['a path upwards through a name', { [main]: "const up = '..';\njoin(ctx.paths.data, up, up, 'key');" }, outOfIt],
  ['a path upwards over several lines', { [main]: "join(\n  ctx.paths.data,\n  '..',\n  'key',\n);" }, outOfIt],
  ['a path upwards behind a semicolon', { [main]: "join(ctx.paths.data, f(';'), '..');" }, outOfIt],
  ['a path upwards by a method in brackets', { [main]: "path['join'](ctx.paths.data, '..');" }, outOfIt],
  ['a path upwards that is spread', { [main]: "join(ctx.paths.data, ...['..', '..']);" }, outOfIt],
  ['a path upwards on a condition', { [main]: "join(ctx.paths.data, isUp ? '..' : '.');" }, outOfIt],
  ['a path that is normalised', { [main]: "normalize(ctx.paths.data + '/../../key');" }, outOfIt],
  ['a concatenation', { [main]: "readFileSync(ctx.paths.data + '/../../key');" }, outOfIt],
  ['a concatenation of steps', { [main]: "readFileSync(ctx.paths.data + sep + '..' + sep + 'key');" }, outOfIt],
  ['a template with a folder before the steps', { [main]: 'readFileSync(`$' + '{ctx.paths.data}/x/../../key`);' }, outOfIt],
  ['a template with a template in it', { [main]: 'readFileSync(`$' + '{f({ a: `}` })}/../key`);' }, outOfIt],
  ['the folder of a name of the data folder', { [main]: 'const data = ctx.paths.data;\ndirname(data);' }, outOfIt],
  ['the folder of the data folder by destructuring', { [main]: 'const { data } = ctx.paths;\ndirname(data);' }, outOfIt],
  ['a path from the file', { [main]: "resolve(dirname(import.meta.filename), '../../../search');" }, outOfIt],
  ['an address from a name', { [main]: "const here = import.meta.url;\nnew URL('../../search/main/index.ts', here);" }, outOfIt],
  ['an address that is concatenated', { [main]: "new URL('../..' + '/search/main/index.ts', import.meta.url);" }, outOfIt],
  ['an address in a template', { [main]: 'new Worker(new URL(`../../search/main/index.ts`, import.meta.url));' }, outOfIt],
  ['a name of the profile', { [main]: "const key = join(host.paths.userData, 'key');" }, /spells a name of the profile/],
  ['a name of the profile in a template', { [main]: 'const key = `$' + '{host.paths.userData}/key`;' }, /spells a name of the profile/],
  ['a name of the profile behind a sign', { [main]: "const key = host.paths.userData + '/key';" }, /spells a name of the profile/],
  ['a name of the profile over several lines', { [main]: "join(\n  userData,\n  'key',\n);" }, /spells a name of the profile/],
  ['a name of the profile by a constant', { [main]: "const name = 'key';\njoin(userData, name);" }, /spells a name of the profile/],
  [
    'a name of the profile behind another name',
    { [main]: "const root = host.paths.userData;\njoin(root, 'key');" },
    /spells a name of the profile/,
  ],
  [
    'a name of the profile from the environment',
    { [main]: "const key = process.env.ATELIER_USER_DATA_DIR + '/key';" },
    /spells a name of the profile/,
  ],
  [
    'a module that only a test reaches',
    { [main]: '', 'plugins/notes/main/proof.ts': '', 'plugins/notes/main/proof.test.ts': "import './proof.ts';" },
    /proof\.ts is reached by no program/,
  ],
  [
    'a module that only a comment names',
    { [main]: "const a = 1; // see 'proof.ts' one day", 'plugins/notes/main/proof.ts': '' },
    /proof\.ts is reached by no program/,
  ],
  [
    'a module that a sentence names',
    { [main]: "throw new Error('no proof.ts here');", 'plugins/notes/main/proof.ts': '' },
    /proof\.ts is reached by no program/,
  ],
  ['a circle of one file', { [main]: "import { a } from './index.ts';\nexport const a = 1;" }, /import each other/],
  [
    'a circle by types in braces, whose modules are loaded all the same',
    {
      [main]: "import './a.ts';",
      'plugins/notes/main/a.ts': "import { type B } from './b.ts';\nexport type A = B;",
      'plugins/notes/main/b.ts': "import { type A } from './a.ts';\nexport type B = A;",
    },
    /a\.ts, plugins\/notes\/main\/b\.ts import each other/,
  ],
  [
    'a circle by imports that a module waits for',
    {
      [main]: "import './a.ts';",
      'plugins/notes/main/a.ts': "const b = await import('./b.ts');",
      'plugins/notes/main/b.ts': "const a = await import('./a.ts');",
    },
    /a\.ts, plugins\/notes\/main\/b\.ts import each other/,
  ],
  [
    'a circle by an import in a function',
    {
      [main]: "import './a.ts';",
      'plugins/notes/main/a.ts': "export const b = async () => (await import('./b.ts')).b;",
      'plugins/notes/main/b.ts': "import './a.ts';",
    },
    /a\.ts, plugins\/notes\/main\/b\.ts import each other/,
  ],
  [
    'a circle behind a semicolon, a query and a comment',
    {
      [main]: "import './a.ts';",
      'plugins/notes/main/a.ts': "const q = 1; import { b /* it's */ } from './b.js?x';",
      'plugins/notes/main/b.ts': "import {} from './a.js';",
    },
    /a\.ts, plugins\/notes\/main\/b\.ts import each other/,
  ],
  [
    'a circle of two files',
    {
      [main]: "import './a.ts';",
      'plugins/notes/main/a.ts': "import { b } from './b.ts';",
      'plugins/notes/main/b.ts': "export * from './a.ts';",
    },
    /a\.ts, plugins\/notes\/main\/b\.ts import each other/,
  ],
  [
    'a circle by way of a folder',
    {
      [main]: "import { one } from './one.ts';",
      'plugins/notes/main/one.ts': "import type { T } from './index.ts';\nimport { two, type Two } from './files/two.ts';",
      'plugins/notes/main/files/two.ts': "import '../three.ts';",
      'plugins/notes/main/three.ts': "import { one } from './one.ts';",
    },
    /files\/two\.ts, plugins\/notes\/main\/one\.ts, plugins\/notes\/main\/three\.ts import each other/,
  ],
])('a planted way out: %s', (_name, files, sentence) => {
  test('is found', () => {
    expect(reachBreaches(new Map([entry, ...Object.entries(files)]))).toEqual([expect.stringMatching(sentence)]);
  });
});

test('what stays within, what a program names, and types that name each other are no breach', () => {
  const tree = new Map([
    entry,
    [
      main,
      "import { a } from './a.ts';\nnew URL('../engine/helper.ts', import.meta.url);\njoin(import.meta.dirname, '..', 'text');\nconst isUp = name === '..' || name.startsWith('../');",
    ],
    [
      'plugins/notes/main/a.ts',
      "import type { B } from './b.ts';\nexport type { B as C } from './b.ts';\nexport type D = import('./b.ts').B;",
    ],
    ['plugins/notes/main/b.ts', "import { a } from './a.ts';\n// join(ctx.paths.data, '..')"],
    ['plugins/notes/engine/helper.ts', ''],
    ['plugins/notes/engine/find-process.ts', ''],
  ]);
  expect(reachBreaches(tree)).toEqual([]);
});
