import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../../../../kernel/testing/temp-folder.ts';
import { projectScript, scriptIn } from './project-script.ts';

test.each([
  ['a text over several lines', "version = 1\n[setup]\nscript = '''\nnpm ci\nnpm run build\n'''\n", '\nnpm ci\nnpm run build\n'],
  ['the same with escapes', '[setup]\nscript = """\necho \\"a\\"\n"""', '\necho "a"\n'],
  ['a text in one line', '[ setup ]\nscript = "npm ci && echo \\"ok\\"" # all', 'npm ci && echo "ok"'],
  ['a literal text', "[setup]\nscript = 'echo \\n'", 'echo \\n'],
  [
    'a text in another table that looks like the table',
    "[a]\nabout = '''\n[setup]\nscript = \"evil\"\n'''\n[setup]\nscript = 'good'",
    'good',
  ],
  ['a script of another table', "[[actions]]\nscript = 'no'\n[cleanup]\nscript = 'no'", undefined],
  ['a text without an end', "[setup]\nscript = '''\nnpm ci", undefined],
  ['a number', '[setup]\nscript = 7', undefined],
])('the set-up script of a project is read from %s', (_name, toml, script) => {
  expect(scriptIn(toml)).toBe(script);
});

test('a link in place of the file or of a folder above it shows no other file', async () => {
  using folder = tempFolder();
  const text = "[setup]\nscript = 'npm ci'";
  mkdirSync(folder.file('real/environments'), { recursive: true });
  writeFileSync(folder.file('real/environments/environment.toml'), text);
  mkdirSync(folder.file('linked'));
  symlinkSync(folder.file('real'), folder.file('linked/.codex'));
  mkdirSync(folder.file('plain/.codex/environments'), { recursive: true });
  writeFileSync(folder.file('plain/.codex/environments/environment.toml'), text);
  const read = (name: string) => projectScript(join(folder.path, name));
  expect([await read('plain'), await read('linked'), await read('none')]).toEqual(['npm ci', undefined, undefined]);
});
