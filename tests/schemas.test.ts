import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { differences, write } from '../schemas/generate/compare.ts';
import { find, type Outputs, typeOutputs, validatorOutputs } from '../schemas/generate/outputs.ts';

const repository = join(import.meta.dirname, '..');
const ofRepository = outputsOf(repository);
const copies: string[] = [];

afterEach(() => {
  for (const copy of copies.splice(0)) rmSync(copy, { recursive: true });
});

test('every type and every validator that comes of a schema is what the generator makes of it today', async () => {
  const [types, validators] = await ofRepository;

  expect([types.files.size > 15, validators.files.size > 30]).toEqual([true, true]);
  expect([differences(repository, types), differences(repository, validators)]).toEqual([[], []]);
});

test('git knows the types and ignores the validators', async () => {
  const [types, validators] = await ofRepository;
  const ignored = (paths: Iterable<string>) =>
    spawnSync('git', ['check-ignore', '--no-index', '--stdin'], { cwd: repository, input: [...paths].join('\n'), encoding: 'utf8' })
      .stdout.split('\n')
      .filter(path => path !== '');

  expect([ignored(types.files.keys()), ignored(validators.files.keys())]).toEqual([[], [...validators.files.keys()]]);
});

test('the generator makes the same of the same', async () => {
  const files = (outputs: readonly Outputs[]) => outputs.map(each => each.files);
  expect(files(await outputsOf(repository))).toEqual(files(await ofRepository));
});

test('a file that was edited, lost or left over is found by the step that writes it, and writing puts all of them right', async () => {
  const copy = copyOfSchemas();
  const [types, validators] = await outputsOf(copy);
  const found = () => [differences(copy, types), differences(copy, validators)];
  const before = found();
  const orphans = ['schemas/generated/gone.ts', 'plugins/gone/contract/gone.channel.validate.js'].map(path => join(copy, path));
  for (const orphan of orphans) cpSync(join(copy, 'schemas/generated/frame.ts'), orphan);
  appendFileSync(join(copy, 'schemas/generated/manifest.validate.js'), '\n');
  rmSync(join(copy, 'schemas/generated/files/auth.ts'));

  expect({ before, after: found(), written: [write(copy, types).length, write(copy, validators).length], last: found() }).toEqual({
    before: [[], []],
    after: [
      [
        { path: 'schemas/generated/files/auth.ts', kind: 'missing' },
        { path: 'schemas/generated/gone.ts', kind: 'left over' },
      ],
      [
        { path: 'plugins/gone/contract/gone.channel.validate.js', kind: 'left over' },
        { path: 'schemas/generated/manifest.validate.js', kind: 'differs' },
      ],
    ],
    written: [2, 2],
    last: [[], []],
  });
  // A folder that only held what git does not know goes with it, or its plugin would seem to be there.
  expect([...orphans, join(copy, 'plugins')].map(path => existsSync(path))).toEqual([false, false, false]);
});

test('a schema whose types changed fails the check, which names the file and writes none', () => {
  const copy = copyOfSchemas();
  symlinkSync(join(repository, 'node_modules'), join(copy, 'node_modules'), 'junction');
  const schema = join(copy, 'schemas/points/views.schema.json');
  const good = spawnSync(process.execPath, [join(copy, 'schemas/generate.ts'), '--check'], { encoding: 'utf8' });
  writeFileSync(schema, readFileSync(schema, 'utf8').replace('"description": "', '"description": "Changed. '));
  const before = readFileSync(join(copy, 'schemas/generated/points/views.ts'), 'utf8');
  const bad = spawnSync(process.execPath, [join(copy, 'schemas/generate.ts'), '--check'], { encoding: 'utf8' });

  expect({ good: good.status, bad: bad.status, said: bad.stderr.split('\n').slice(0, 2) }).toEqual({
    good: 0,
    bad: 1,
    said: ['differs: schemas/generated/extension-package.schema.json', 'differs: schemas/generated/points/views.ts'],
  });
  expect(readFileSync(join(copy, 'schemas/generated/points/views.ts'), 'utf8')).toBe(before);
});

test('no validator imports anything, asks for anything, or makes code from strings', () => {
  const files = find(repository, ['{kernel,schemas,plugins,registry-dev}/**/*.validate.js']);

  expect(files.length).toBeGreaterThan(10);
  expect(
    files.filter(file => /\brequire\(|^import\b|\bimport\(|new Function|\beval\(/m.test(readFileSync(join(repository, file), 'utf8'))),
  ).toEqual([]);
});

test('every validator loads where making code from strings is forbidden', () => {
  const files = find(repository, ['{kernel,schemas,plugins,registry-dev}/**/*.validate.js']);
  const script = `for (const file of ${JSON.stringify(files)}) await import(${JSON.stringify(`file://${repository}/`)} + file); console.log('loaded');`;
  const args = ['--disallow-code-generation-from-strings', '--input-type=module', '--eval', script];

  expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toBe('loaded\n');
});

function outputsOf(root: string): Promise<[Outputs, Outputs]> {
  return Promise.all([typeOutputs(root), validatorOutputs(root)]);
}

function copyOfSchemas(): string {
  const copy = mkdtempSync(join(tmpdir(), 'atelier-schemas-'));
  copies.push(copy);
  mkdirSync(join(copy, 'schemas'));
  cpSync(join(repository, 'schemas'), join(copy, 'schemas'), { recursive: true });
  return copy;
}
