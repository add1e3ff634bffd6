import { expect, test } from 'vitest';
import { reachedTests, usersOf } from './changed/reach.ts';
import { repositoryFiles, repositoryTree } from './support/tree.ts';

const isTest = (path: string) => path.endsWith('.test.ts');
const planted = new Map([
  ['kernel/package.json', '{"name":"@atelier/kernel","exports":{".":"./api/index.ts"}}'],
  ['kernel/api/index.ts', "export * from './names.ts';"],
  ['kernel/api/names.ts', ''],
  ['kernel/api/names.test.ts', "import './names.ts';"],
  ['plugins/notes/package.json', '{"name":"@atelier/notes","atelier":{"requires":{"@atelier/store":"^1"}}}'],
  ['plugins/notes/contract/notes.schema.json', '{}'],
  ['plugins/notes/contract/index.ts', "export * from './generated/notes.ts';"],
  ['plugins/notes/main/index.ts', "import '@atelier/kernel'; new URL('./worker-process.ts', import.meta.url);"],
  ['plugins/notes/main/worker-process.ts', ''],
  ['plugins/notes/main/notes.test.ts', "await testKernel({ plugins: ['@atelier/notes'] });"],
  ['plugins/notes/ui/list.ts', "import '../contract/index.ts';"],
  ['plugins/notes/ui/list.test.ts', "import './list.ts';"],
  ['plugins/store/package.json', '{"name":"@atelier/store"}'],
  ['plugins/store/main/index.ts', ''],
  ['plugins/store/text/en.json', '{}'],
  ['shell/cli/build.ts', ''],
  ['tests/e2e/app.ts', "import { ensureBuilt } from '../../shell/cli/build.ts';"],
  ['tests/e2e/app.test.ts', "import './app.ts';"],
  ['tests/support/tree.ts', ''],
  ['tests/layers.test.ts', "import './support/tree.ts';"],
]);
const always = 'tests/layers.test.ts';
const built = 'tests/e2e/app.test.ts';

test.each([
  ['what is imported', 'kernel/api/names.ts', ['kernel/api/names.test.ts', 'plugins/notes/main/notes.test.ts', built, always]],
  ['a process that is started', 'plugins/notes/main/worker-process.ts', ['plugins/notes/main/notes.test.ts', built, always]],
  [
    'a schema that types are generated from',
    'plugins/notes/contract/notes.schema.json',
    ['plugins/notes/main/notes.test.ts', 'plugins/notes/ui/list.test.ts', built, always],
  ],
  ['a manifest', 'plugins/notes/package.json', ['plugins/notes/main/notes.test.ts', built, always]],
  ['a text of a plugin that another one requires', 'plugins/store/text/en.json', ['plugins/notes/main/notes.test.ts', built, always]],
  ['a view', 'plugins/notes/ui/list.ts', ['plugins/notes/ui/list.test.ts', built, always]],
  ['a test', 'plugins/notes/ui/list.test.ts', ['plugins/notes/ui/list.test.ts', always]],
  ['a file that is gone', 'plugins/notes/main/gone.ts', ['plugins/notes/main/notes.test.ts', built, always]],
  ['a page to read', 'README.md', [always]],
])('a change of %s reaches the tests that it can break, and no other', (_what, changed, reached) => {
  expect(reachedTests([changed], planted, isTest).toSorted()).toEqual(reached.toSorted());
});

test('what every test stands on reaches all of them', () => {
  const all = [...planted.keys()].filter(isTest);
  expect([reachedTests(['package-lock.json'], planted, isTest), reachedTests(['tests/support/leak-guard.ts'], planted, isTest)]).toEqual([
    all,
    all,
  ]);
});

test('in this repository every source of the program reaches a test that starts it', () => {
  const tree = repositoryTree();
  const sources = repositoryFiles().filter(
    path => /^(?:kernel\/(?:api|main|host|ui)|plugins\/[^/]+)\/.+\.ts$/.test(path) && !/\.(?:test|fixture)\.ts$/.test(path),
  );
  const users = usersOf(tree);
  expect(sources.filter(path => !reachedTests([path], tree, isTest, users).includes('tests/e2e/app.test.ts'))).toEqual([]);
});
