import { expect, test } from 'vitest';
import { physicalStyles } from './support/logical-styles.ts';
import { repositoryTree } from './support/tree.ts';

test('no style of ours names a left or a right, so that a language that is read from the right is mirrored', () => {
  const tree = repositoryTree();
  expect(physicalStyles(tree)).toEqual([]);
});

test('planted: a side in a name, in a value, and in the second and fourth of four values', () => {
  const lines = [
    '.a { margin-left: 4px; }',
    '.b { border-top-right-radius: 4px; }',
    '.c { position: absolute; left: 0; }',
    '.d { text-align: right; }',
    '.e { padding: 1px 2px 3px 4px; }',
    '.f { padding: 1px 2px 3px 2px; margin-inline: 1px 2px; inset-inline-start: 0; text-align: start; }',
    'const row = { left: line, right: line };',
  ];
  expect(
    physicalStyles(new Map([['plugins/notes/ui/notes.ts', lines.join('\n')]])).map(one => one.replace('plugins/notes/ui/notes.ts:', '')),
  ).toEqual([
    '1 says margin-left',
    '2 says border-top-right-radius',
    '3 says left',
    '4 says text-align: right',
    '5 says padding: 1px 2px 3px 4px;',
  ]);
});
