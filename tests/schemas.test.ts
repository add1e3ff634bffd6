import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { differences, write } from '../schemas/generate/compare.ts';
import { find, outputsOf } from '../schemas/generate/outputs.ts';

const repository = join(import.meta.dirname, '..');
const copies: string[] = [];

afterEach(() => {
  for (const copy of copies.splice(0)) rmSync(copy, { recursive: true });
});

test('every committed file that comes of a schema is what the generator makes of it today', async () => {
  const outputs = await outputsOf(repository);

  expect(outputs.size).toBeGreaterThan(30);
  expect(differences(repository, outputs)).toEqual([]);
});

test('the generator makes the same of the same', async () => {
  expect(await outputsOf(repository)).toEqual(await outputsOf(repository));
});

test('a file that was edited, lost or left over is found, and writing puts all three right', async () => {
  const copy = copyOfSchemas();
  const outputs = await outputsOf(copy);
  const before = differences(copy, outputs);
  const orphan = join(copy, 'schemas/generated/gone.ts');
  cpSync(join(copy, 'schemas/generated/frame.ts'), orphan);
  appendFileSync(join(copy, 'schemas/generated/manifest.validate.js'), '\n');
  rmSync(join(copy, 'schemas/generated/files/auth.ts'));

  expect({ before, after: differences(copy, outputs), written: write(copy, outputs).length, last: differences(copy, outputs) }).toEqual({
    before: [],
    after: [
      { path: 'schemas/generated/files/auth.ts', kind: 'missing' },
      { path: 'schemas/generated/gone.ts', kind: 'left over' },
      { path: 'schemas/generated/manifest.validate.js', kind: 'differs' },
    ],
    written: 3,
    last: [],
  });
  expect(existsSync(orphan)).toBe(false);
});

test('a schema that changed without its output fails the check, which names the files and writes none', () => {
  const copy = copyOfSchemas();
  symlinkSync(join(repository, 'node_modules'), join(copy, 'node_modules'), 'junction');
  const frame = join(copy, 'schemas/frame.schema.json');
  const good = spawnSync(process.execPath, [join(copy, 'schemas/generate.ts'), '--check'], { encoding: 'utf8' });
  writeFileSync(frame, readFileSync(frame, 'utf8').replace('"maxLength": 48', '"maxLength": 49'));
  const bad = spawnSync(process.execPath, [join(copy, 'schemas/generate.ts'), '--check'], { encoding: 'utf8' });

  expect({ good: good.status, bad: bad.status, said: bad.stderr.split('\n')[0] }).toEqual({
    good: 0,
    bad: 1,
    said: 'differs: schemas/generated/frame.validate.js',
  });
  expect(readFileSync(join(copy, 'schemas/generated/frame.validate.js'), 'utf8')).toContain('limit: 48');
});

test('no committed validator imports anything, asks for anything, or makes code from strings', () => {
  const files = find(repository, ['{kernel,schemas,plugins,registry-dev}/**/*.validate.js']);

  expect(files.length).toBeGreaterThan(10);
  expect(
    files.filter(file => /\brequire\(|^import\b|\bimport\(|new Function|\beval\(/m.test(readFileSync(join(repository, file), 'utf8'))),
  ).toEqual([]);
});

test('every committed validator loads where making code from strings is forbidden', () => {
  const files = find(repository, ['{kernel,schemas,plugins,registry-dev}/**/*.validate.js']);
  const script = `for (const file of ${JSON.stringify(files)}) await import(${JSON.stringify(`file://${repository}/`)} + file); console.log('loaded');`;
  const args = ['--disallow-code-generation-from-strings', '--input-type=module', '--eval', script];

  expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toBe('loaded\n');
});

function copyOfSchemas(): string {
  const copy = mkdtempSync(join(tmpdir(), 'atelier-schemas-'));
  copies.push(copy);
  mkdirSync(join(copy, 'schemas'));
  cpSync(join(repository, 'schemas'), join(copy, 'schemas'), { recursive: true });
  return copy;
}
