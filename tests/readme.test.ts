import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAuthored } from '@atelier/kernel/authoring';
import { testKernel } from '@atelier/kernel/testing';
import { expect, onTestFinished, test } from 'vitest';
import { usages } from '../shell/cli/extension/usage.ts';
import { fences, namedScripts, treePaths } from './support/readme.ts';
import { repositoryFiles } from './support/tree.ts';

const readmes = repositoryFiles().filter(path =>
  /^(?:README\.md|plugins\/[^/]+\/README\.md|kernel\/README\.md|registry-dev\/README\.md)$/.test(path),
);
const textOf = (path: string) => readFileSync(path, 'utf8');

/** What the compiler has against the fences, each as a file of its own inside this repository. */
function complaints(sources: ReadonlyMap<string, string>): string {
  mkdirSync('.build', { recursive: true });
  const folder = mkdtempSync(join('.build', 'readme-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, source] of sources) writeFileSync(join(folder, name), source);
  const compilerOptions = {
    composite: false,
    noEmit: true,
    emitDeclarationOnly: false,
    lib: ['esnext', 'dom', 'dom.iterable'],
    types: ['node'],
    typeRoots: ['../../node_modules/@types'],
    experimentalDecorators: true,
    useDefineForClassFields: false,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ extends: '../../tsconfig.base.json', compilerOptions, include: ['*.ts'] }));
  const { stdout } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', folder, '--pretty', 'false'], {
    encoding: 'utf8',
  });
  return stdout.replaceAll(`${folder}/`, '');
}

test('every piece of TypeScript in the README files compiles', () => {
  const sources = new Map(
    readmes.flatMap(path => fences(textOf(path), 'ts').map((code, index) => [`${path.replaceAll(/[/.]/g, '-')}-${index}.ts`, code])),
  );
  expect(sources.size).toBeGreaterThan(0);
  expect(complaints(sources)).toBe('');
});

test('a fence that does not compile is found', () => {
  expect(
    complaints(new Map([['a.ts', "import { defineExtension } from '@atelier/kernel';\nexport default defineExtension(1);\n"]])),
  ).toMatch(/^a\.ts\(2,\d+\): error TS/);
});

test('the extension of the README is listed, runs isolated and counts, as it stands there', async () => {
  const readme = textOf('README.md');
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
  const manifests = fences(textOf('registry-dev/README.md'), 'json');
  const problems = manifests.flatMap(manifest => {
    writeFileSync(join(folder, 'package.json'), manifest);
    return readAuthored(folder).problems.map(problem => problem.message);
  });
  expect({ some: manifests.length > 3, problems }).toEqual({ some: true, problems: [] });
});

test('every command and option of the cookbook is one that there is', () => {
  const lines = readmes
    .flatMap(path => fences(textOf(path), 'sh').flatMap(fence => fence.split('\n')))
    .filter(line => line.includes('atelier extension '));
  const unknown = lines.flatMap(line => {
    const [, name = '', rest = ''] = /atelier extension (\w+)(.*)/.exec(line) ?? [];
    const usage = usages.find(each => each.name === name);
    const options = [...rest.matchAll(/--([a-z-]+)/g)].map(match => match[1] ?? '');
    return usage === undefined ? [line] : options.filter(option => !usage.options.some(each => each.name === option));
  });
  expect({ some: lines.length > 3, unknown }).toEqual({ some: true, unknown: [] });
});

test('a right that the extension of the README did not ask for is refused with the line to add', async () => {
  const main = `export default { activate: ctx => void ctx.handle('word-count.count', () => ctx.fetch('https://example.org')) };`;
  const files = { 'package.json': fences(textOf('README.md'), 'json')[0] ?? '', 'main.ts': main };
  await using kernel = await testKernel({ extensions: [{ id: 'word-count', installed: true, files }] });
  await expect(kernel.run('word-count.count', {})).rejects.toMatchObject({
    message: expect.stringMatching(/Add .*net.* to atelier\.rights/),
  });
});

test('every npm script that a README names exists', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
  const missing = readmes.flatMap(path =>
    namedScripts(textOf(path))
      .filter(name => !Object.hasOwn(scripts, name))
      .map(name => `${path}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test('the map of the tree names what is there, and all of the top level', () => {
  const paths = treePaths(textOf('README.md'));
  const top = new Set(
    repositoryFiles()
      .filter(path => path.includes('/') && !path.startsWith('.'))
      .map(path => path.slice(0, path.indexOf('/'))),
  );
  expect({ gone: paths.filter(path => !existsSync(path)), unnamed: [...top].filter(folder => !paths.includes(folder)) }).toEqual({
    gone: [],
    unnamed: [],
  });
});

test('the top level holds the folders of the architecture and nothing else but files of configuration', () => {
  const folders = ['kernel', 'plugins', 'registry-dev', 'schemas', 'shell', 'tests'];
  const files = /^(?:package(?:-lock)?\.json|README\.md|biome\.json|tsconfig(?:\.base)?\.json|vitest(?:\.(?:long|apart))?\.config\.ts)$/;
  const top = [...new Set(repositoryFiles().map(path => path.split('/')[0] ?? ''))].filter(name => !name.startsWith('.'));
  expect({
    folders: top.filter(name => folders.includes(name)),
    strange: top.filter(name => !folders.includes(name) && !files.test(name)),
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
  ].join('\n');
  expect({ scripts: namedScripts(page), tree: treePaths(page), code: fences(page, 'ts') }).toEqual({
    scripts: ['check', 'start'],
    tree: ['kernel', 'kernel/api', 'tests'],
    code: ['a;\n'],
  });
});
