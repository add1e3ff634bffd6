import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { readAuthored } from '@atelier/kernel/authoring';
import { testKernel } from '@atelier/kernel/testing';
import { validateChannelFile } from '@atelier/schemas/channel.validate.js';
import { expect, onTestFinished, test } from 'vitest';
import { usages } from '../shell/cli/extension/usage.ts';
import { complaints } from './support/fence-compiler.ts';
import { fences, missingPaths, namedScripts, treePaths, unnamedFolders } from './support/readme.ts';
import { absentReferences } from './support/references.ts';
import { repositoryFiles, repositoryTree } from './support/tree.ts';

const files = repositoryFiles();
const readmes = files.filter(path => /(?:^|\/)README\.md$/.test(path));
const cookbook = 'registry-dev/README.md';
const textOf = (path: string) => readFileSync(path, 'utf8');

test('every piece of TypeScript in the README files compiles, and every piece of JavaScript can be parsed', () => {
  const sources = new Map(
    readmes.flatMap(path =>
      ['ts', 'js'].flatMap(language =>
        fences(textOf(path), language).map((code, index) => [`${path.replaceAll(/[/.]/g, '-')}-${index}.${language}`, code] as const),
      ),
    ),
  );
  expect([...sources.keys()].map(name => name.slice(name.lastIndexOf('.')))).toEqual(expect.arrayContaining(['.ts', '.js']));
  expect(complaints(sources)).toBe('');
});

test('a fence that does not compile is found', () => {
  // One by one: the compiler compares no types while a file cannot be parsed.
  const planted = complaints(
    new Map([['a.ts', "import { defineExtension } from '@atelier/kernel';\nexport default defineExtension(1);\n"]]),
  );
  expect(planted).toMatch(/^a\.ts\(2,\d+\): error TS/);
  expect(complaints(new Map([['b.js', 'export const b = ;\n']]))).toMatch(/^b\.js\(1,\d+\): error TS/);
});

test('the extension of the cookbook is listed, runs isolated and counts, as it stands there', async () => {
  const readme = textOf(cookbook);
  const [manifest = ''] = fences(readme, 'json');
  const [main = ''] = fences(readme, 'ts');
  const files = { 'package.json': manifest, 'main.ts': main };
  await using kernel = await testKernel({ extensions: [{ id: 'word-count', installed: true, files }] });
  const counted = [
    await kernel.run('word-count.count', { text: 'one two' }),
    await kernel.run('word-count.count', { text: ' and  another three' }),
  ];
  const logs = kernel.host.paths.userData;
  const lines = readdirSync(join(logs, 'logs')).flatMap(name =>
    textOf(join(logs, 'logs', name))
      .trim()
      .split('\n'),
  );
  const { displayName, state, problems } = kernel.statuses()[0] ?? {};
  expect({
    displayName,
    state,
    problems,
    counted,
    said: lines.map(line => JSON.parse(line)).findLast(({ source }) => source === 'word-count')?.text,
  }).toEqual({ displayName: 'Word count', state: 'active', problems: [], counted: [2, 5], said: 'ready to count' });
});

test('every manifest of the cookbook is one that the kernel takes', () => {
  const folder = mkdtempSync(join('.build', 'cookbook-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const manifests = fences(textOf(cookbook), 'json');
  const problems = manifests.flatMap(manifest => {
    writeFileSync(join(folder, 'package.json'), manifest);
    return readAuthored(folder).problems.map(problem => problem.message);
  });
  expect({ some: manifests.length > 3, problems }).toEqual({ some: true, problems: [] });
});

test('every channel file of the cookbook is one that the kernel takes', () => {
  const channels = fences(textOf(cookbook), 'json channel').map(text => JSON.parse(text) as unknown);
  expect(channels.length).toBeGreaterThan(0);
  expect(channels.filter(channel => !validateChannelFile(channel))).toEqual([]);
});

test('every command and option for authors that a README names exists', () => {
  const lines = readmes
    .flatMap(path => fences(textOf(path), 'sh').flatMap(fence => fence.split('\n')))
    .filter(line => /atelier (?:-- )?extension /.test(line));
  const unknown = lines.flatMap(line => {
    const [, name = '', rest = ''] = /atelier (?:-- )?extension (\w+)(.*)/.exec(line) ?? [];
    const usage = usages.find(each => each.name === name);
    const options = [...rest.matchAll(/--([a-z-]+)/g)].map(match => match[1] ?? '');
    return usage === undefined ? [line] : options.filter(option => !usage.options.some(each => each.name === option));
  });
  expect({ some: lines.length > 6, unknown }).toEqual({ some: true, unknown: [] });
});

test('a right that the extension of the cookbook did not ask for is refused with the line to add', async () => {
  const main = `export default { activate: ctx => void ctx.handle('word-count.count', () => ctx.fetch('https://example.org')) };`;
  const files = { 'package.json': fences(textOf(cookbook), 'json')[0] ?? '', 'main.ts': main };
  await using kernel = await testKernel({ extensions: [{ id: 'word-count', installed: true, files }] });
  await expect(kernel.run('word-count.count', {})).rejects.toMatchObject({
    message: expect.stringMatching(/Add .*net.* to atelier\.rights/),
  });
});

test('every npm script that a README names exists', () => {
  const scriptsOf = (path: string) => Object.keys((JSON.parse(textOf(path)) as { scripts?: Record<string, string> }).scripts ?? {});
  const missing = readmes.flatMap(path => {
    // An example is a package of its own, with scripts of its own.
    const beside = join(dirname(path), 'package.json');
    const scripts = new Set([...scriptsOf('package.json'), ...(existsSync(beside) ? scriptsOf(beside) : [])]);
    return namedScripts(textOf(path))
      .filter(name => !scripts.has(name))
      .map(name => `${path}: ${name}`);
  });
  expect(missing).toEqual([]);
});

test('every map of a tree names what is there: all of its top, and all of a folder of which it names a part', () => {
  // What nobody has added to git yet, as a plugin that was created just now, may be named later.
  const tracked = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0').filter(existsSync);
  const maps = readmes.filter(path => treePaths(textOf(path)).length > 0);
  const wrong = maps.flatMap(path => {
    const own = dirname(path);
    const paths = treePaths(textOf(path));
    const inside = tracked.filter(file => own === '.' || file.startsWith(`${own}/`)).map(file => relative(own, file));
    const gone = paths.filter(each => !existsSync(join(own, each)));
    const twice = paths.filter((each, at) => paths.indexOf(each) !== at);
    const unnamed = unnamedFolders(
      paths,
      inside.filter(file => !file.startsWith('.')),
    );
    return [
      ...gone.map(each => `${path}: ${each} is gone`),
      ...twice.map(each => `${path}: ${each} is named twice`),
      ...unnamed.map(each => `${path}: ${each} is not named`),
    ];
  });
  expect({ maps: maps.includes('README.md') && maps.length > 3, wrong }).toEqual({ maps: true, wrong: [] });
});

test('every link and path that a README names leads to something', () => {
  const missing = readmes.flatMap(path => missingPaths(path, textOf(path), files).map(each => `${path}: ${each}`));
  expect(missing).toEqual([]);
});

test('no comment, test, description or README names a document that is not in the repository', () => {
  expect(absentReferences(repositoryTree())).toEqual([]);
});

// In pieces, or this file would be read as saying it.
const section = ['2', '13'].join('.');
test.each([
  ['a folder beside the repository', 'kernel/main/a.ts', `// See ../${'shared'}/architecture.`, /outside of this repository/],
  ['a section of a document', 'kernel/main/a.ts', `/** Architecture ${section}. */`, /names a section/],
  ['a number in place of a section', 'kernel/main/a.ts', `const a = 1;\n\n/** ${section}: it is shown. */`, /names a section/],
  ['the same in the name of a test', 'kernel/main/a.test.ts', `test('${section}: it is shown', () => {});`, /names a section/],
  ['a document', 'shell/ui/page.css', `/* As ${'performance'}.md wants it. */`, /not in this repository/],
  ['a document in a README', 'kernel/README.md', `Described in \`${'decisions'}.md\`.`, /not in this repository/],
  ['a specification', 'kernel/main/a.ts', `let a = 1; // what ${'the'} spec calls b`, /names a specification/],
  ['an issue', 'plugins/x/contract/x.channel.json', `{ "description": "As in ${'issue'} 4." }`, /names an issue/],
  ['a drawing', 'shell/ui/page.css', `/* The head of the ${'mock'}-up. */`, /names a drawing/],
  ['a claim that nobody made', 'kernel/main/a.ts', `// ${'X'}99: it is gone.`, /not in tests\/claims\.json/],
])('a planted reference is found: %s', (_name, path, text, sentence) => {
  expect(absentReferences(new Map([[path, text]]))).toEqual([expect.stringMatching(sentence)]);
});

test('a reference that resolves, and words that only look like one, are left alone', () => {
  const tree = new Map([
    ['tests/claims.md', ''],
    ['kernel/main/a.ts', '// D6: tests/claims.md says which test. Files of 1.1 KB, from 1.2 on; see https://example.org/spec.md section.'],
    ['kernel/main/b.ts', "const spec = 'the spec';\nconst order = { design: 4 };"],
  ]);
  expect(absentReferences(tree)).toEqual([]);
});

test('the top level holds these folders and nothing else but files of configuration', () => {
  const folders = ['kernel', 'plugins', 'registry-dev', 'schemas', 'shell', 'tests'];
  const configuration =
    /^(?:package(?:-lock)?\.json|README\.md|biome\.json|tsconfig(?:\.base)?\.json|vitest(?:\.(?:long|apart))?\.config\.ts)$/;
  const top = [...new Set(files.map(path => path.split('/')[0] ?? ''))].filter(name => !name.startsWith('.'));
  expect({
    folders: top.filter(name => folders.includes(name)),
    strange: top.filter(name => !folders.includes(name) && !configuration.test(name)),
  }).toEqual({
    folders,
    strange: [],
  });
});

test('the readers of a README see what is written there', () => {
  const page = [
    'Run `npm run check`, then `npm start`.',
    '```tree',
    'kernel/  the kernel',
    '  api/  for authors',
    'tests/',
    '```',
    '```ts',
    'a;',
    '```',
    'See [the tests](tests/README.md), [gone](tests/gone.md) and [elsewhere](https://example.org/a.md).',
    '`kernel/api` and `kernel/main/*` are there, `kernel/odd/` and `other/odd.ts` are not; `.build/x` and `auth.json` are no paths of ours.',
  ].join('\n');
  const there = ['kernel/api/a.ts', 'kernel/main/b.ts', 'plugins/x/a.ts', 'tests/README.md'];
  const tree = treePaths(page);
  expect({
    scripts: namedScripts(page),
    tree,
    unnamed: unnamedFolders(tree, there),
    missing: missingPaths('README.md', page, there),
    code: fences(page, 'ts'),
  }).toEqual({
    scripts: ['check', 'start'],
    tree: ['kernel', 'kernel/api', 'tests'],
    unnamed: ['kernel/main', 'plugins'],
    missing: ['tests/gone.md', 'kernel/odd', 'other/odd.ts'],
    code: ['a;\n'],
  });
});
