import { expect, test } from 'vitest';
import { changedFiles } from './changed-files.ts';

const file = { path: 'a.txt', kind: 'modified', added: 1, removed: 2 } as const;

test('entries that are no changed files are left out, and so are those beyond the limit', () => {
  const hostile = [
    undefined,
    null,
    'a.txt',
    { ...file, path: '' },
    { ...file, path: 'a'.repeat(5000) },
    { ...file, kind: 'renamed' },
    { ...file, added: -1 },
    { ...file, removed: Number.NaN },
    { ...file, binary: 'yes', more: 'x' },
    { ...file, path: 'b.bin', binary: true },
  ];
  expect([changedFiles(undefined), changedFiles('x'), changedFiles(hostile), changedFiles(new Array(1000).fill(file)).length]).toEqual([
    [],
    [],
    [file, { ...file, path: 'b.bin', binary: true }],
    200,
  ]);
});
