import { describe, expect, test } from 'vitest';
import { importsOf } from './support/imports.ts';
import { breaches } from './support/layers.ts';
import { repositoryTree } from './support/tree.ts';

test('no file of this repository breaches a wall', () => {
  const tree = repositoryTree();
  expect(tree.size).toBeGreaterThan(50);
  expect(breaches(tree)).toEqual([]);
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
  ].join('\n');
  expect(importsOf(source)).toEqual(['a', './b.ts', 'c/d', 'side-effect', './e.ts', 'f', 'g']);
});

const notes = {
  name: '@atelier/notes',
  dependencies: { yaml: '1.0.0' },
  atelier: { requires: { '@atelier/search': '^1.0.0' } },
};

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
