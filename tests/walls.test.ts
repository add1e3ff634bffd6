import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyRepository } from './support/repository-copy.ts';

/** What each layer's compiler must refuse, and the error it must refuse it with. */
const planted = [
  ['kernel/api/planted-page.ts', 'export const title = document.title;', 'TS2584'],
  ['kernel/api/planted-node.ts', 'export const home = process.cwd();', 'TS2591'],
  ['kernel/host/planted.ts', 'export const title = document.title;', 'TS2584'],
  ['kernel/main/planted-page.ts', 'export const title = document.title;', 'TS2584'],
  ['kernel/main/planted-enum.ts', 'export enum Odd { One }', 'TS1294'],
  ['kernel/main/planted-import.ts', "export { shellStyles } from '../../shell/ui/shell-styles.ts';", 'TS6307'],
  ['kernel/ui/planted.ts', 'export const home = process.cwd();', 'TS2591'],
  ['plugins/template/contract/planted-page.ts', 'export const title = document.title;', 'TS2584'],
  ['plugins/template/contract/planted-import.ts', "export { errors } from '../main/errors.ts';", 'TS6307'],
  ['plugins/template/main/planted-page.ts', 'export const title = document.title;', 'TS2584'],
  ['plugins/template/main/planted-import.ts', "export { elements } from '../ui/index.ts';", 'TS6307'],
  ['plugins/template/ui/planted.ts', 'export const home = process.cwd();', 'TS2591'],
  ['shell/browser/planted.ts', 'export const title = document.title;', 'TS2584'],
  ['shell/cli/planted.ts', 'export const title = document.title;', 'TS2584'],
  ['shell/ui/planted.ts', 'export const home = process.cwd();', 'TS2591'],
] as const;

test('the compiler refuses in each layer what it does not have: a page, a process, an enum, another project', () => {
  using copy = copyRepository();
  for (const [path, text] of planted) writeFileSync(join(copy.root, path), `${text}\n`);
  const tsc = ['node_modules/typescript/bin/tsc', '-b', 'tsconfig.json', '--pretty', 'false'];
  const { status, stdout } = spawnSync(process.execPath, tsc, { cwd: copy.root, encoding: 'utf8' });
  const refused = new Set([...stdout.matchAll(/^(\S+)\(\d+,\d+\): error (TS\d+)/gm)].map(([, path, code]) => `${path} ${code}`));
  expect({ failed: status !== 0, missed: planted.map(([path, , code]) => `${path} ${code}`).filter(name => !refused.has(name)) }).toEqual({
    failed: true,
    missed: [],
  });
});

test('the inside of a package cannot be imported from outside', () => {
  const insides = ['@atelier/template/main/index.ts', '@atelier/template/ui/index.ts', '@atelier/kernel/main/kernel.ts'];
  const program = `for (const name of ${JSON.stringify(insides)}) console.log(await import(name).then(() => 'loaded', error => error.code));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  expect(stdout.trim().split('\n')).toEqual(insides.map(() => 'ERR_PACKAGE_PATH_NOT_EXPORTED'));
});

test('Biome refuses an `any`, a test that is skipped or alone, and a file that is not formatted', () => {
  using copy = copyRepository();
  const files = {
    'kernel/main/planted-any.ts': 'export const odd: any = 1;\n',
    'tests/planted-skip.test.ts': "import { test } from 'vitest';\n\ntest.skip('later', () => {});\n",
    'tests/planted-only.test.ts': "import { test } from 'vitest';\n\ntest.only('mine', () => {});\n",
    'kernel/main/planted-format.ts': 'export  const even = 2\n',
    'kernel/main/planted-fine.ts': 'export const even = 2;\n',
  };
  for (const [path, text] of Object.entries(files)) writeFileSync(join(copy.root, path), text);
  const biome = ['node_modules/@biomejs/biome/bin/biome', 'check', '--colors=off', ...Object.keys(files)];
  const { status, stdout, stderr } = spawnSync(process.execPath, biome, { cwd: copy.root, encoding: 'utf8' });
  const refused = [...(stdout + stderr).matchAll(/^(\S*planted-\S+?\.ts)(?::\d+:\d+)? (\S+)/gm)].map(([, path, rule]) => `${path} ${rule}`);
  expect({ failed: status !== 0, refused: refused.toSorted() }).toEqual({
    failed: true,
    refused: [
      'kernel/main/planted-any.ts lint/suspicious/noExplicitAny',
      'kernel/main/planted-format.ts format',
      'tests/planted-only.test.ts lint/suspicious/noFocusedTests',
      'tests/planted-skip.test.ts lint/suspicious/noSkippedTests',
    ],
  });
});
