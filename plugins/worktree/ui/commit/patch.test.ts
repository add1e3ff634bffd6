import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../../../../kernel/testing/temp-folder.ts';
import { partsOf, patchOfLines } from './patch.ts';

test('a separator of lines in a file begins no part of its own: what is shown as one part is staged as that part', () => {
  const head = 'diff --git a/a b/a\n--- a/a\n+++ b/a\n';
  const diff = `${head}@@ -1 +1,2 @@\n a\n+x\u2028@@ -9 +9 @@\u2028-gone\r@@ -1 +1 @@\n@@ -20 +21 @@\n-b\n+c\n`;
  const parts = partsOf(diff, from => `${from}`);
  expect(parts.map(({ heading, lines, patch }) => [heading, lines.length, patch.startsWith(head)])).toEqual([
    ['1', 2, true],
    ['21', 2, true],
  ]);
});

test('only the chosen lines go into the index, or out of it, as git itself applies them', () => {
  using temp = tempFolder();
  const folder = join(temp.path, 'tides');
  mkdirSync(folder);
  const git = (args: readonly string[], input = '') => execFileSync('git', args, { cwd: folder, encoding: 'utf8', input });
  const write = (lines: string) => writeFileSync(join(folder, 'a.txt'), lines.split(' ').join('\r\n'));
  git(['init', '-q']);
  write('one two three four five ');
  git(['add', '-A']);
  write('one TWO TOO three FIVE six');
  const partOf = (args: readonly string[]) => {
    const [part] = partsOf(git(['diff', ...args]), () => '');
    if (part === undefined) throw new Error('there is no part');
    return part;
  };
  const staging = partOf([]);
  const wanted = new Set(
    staging.lines.filter(({ text, kind }) => (kind === 'added' && text === 'TOO') || (kind === 'removed' && text === 'four')),
  );
  git(['apply', '--cached', '-'], patchOfLines(staging, wanted, false));
  const staged = git(['show', ':a.txt']).split('\r\n');
  git(['add', '-A']);
  git(['-c', 'user.name=t', '-c', 'user.email=t@t', 'commit', '-qm', 'first']);
  write('zero one three FIVE six');
  git(['add', '-A']);
  const out = partOf(['--cached']);
  const back = new Set(out.lines.filter(({ text }) => text === 'TWO'));
  git(['apply', '--cached', '--reverse', '-'], patchOfLines(out, back, true));
  expect([staged, git(['show', ':a.txt']).split('\r\n')]).toEqual([
    ['one', 'two', 'TOO', 'three', 'five', ''],
    ['zero', 'one', 'TWO', 'three', 'FIVE', 'six'],
  ]);
});

test('some lines of a file that was removed, or is new, are taken too: the file stays with the others', () => {
  using temp = tempFolder();
  const folder = join(temp.path, 'tides');
  mkdirSync(folder);
  const git = (args: readonly string[], input = '') => execFileSync('git', args, { cwd: folder, encoding: 'utf8', input });
  const lineOf = (args: readonly string[], wanted: string, isReverse: boolean) => {
    const [part] = partsOf(git(['diff', ...args]), () => '');
    if (part === undefined) throw new Error('there is no part');
    return patchOfLines(part, new Set(part.lines.filter(({ text }) => text === wanted)), isReverse);
  };
  git(['init', '-q']);
  writeFileSync(join(folder, 'gone é.txt'), '1\n2\n3\n');
  git(['add', '-A']);
  rmSync(join(folder, 'gone é.txt'));
  git(['apply', '--cached', '-'], lineOf([], '2', false));
  writeFileSync(join(folder, 'new.txt'), '1\n2\n3\n');
  git(['add', 'new.txt']);
  git(['apply', '--cached', '--reverse', '-'], lineOf(['--cached', '--', 'new.txt'], '2', true));
  expect([git(['show', ':gone é.txt']), git(['show', ':new.txt'])]).toEqual(['1\n3\n', '1\n3\n']);
});
