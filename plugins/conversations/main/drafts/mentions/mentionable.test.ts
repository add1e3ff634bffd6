import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { testGit } from '../../../../../tests/support/test-git.ts';
import { listFiles } from './list-files.ts';
import { MentionableFiles } from './mentionable-files.ts';
import { rankFiles, searchable } from './rank-files.ts';

const { signal } = new AbortController();
const scratch = mkdtempSync(join(tmpdir(), 'atelier-views-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const git = testGit(scratch).reading;

function folderWith(files: readonly string[], git: boolean): string {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-mentions-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const file of files) put(folder, file);
  if (git) execFileSync('git', ['init', '--quiet'], { cwd: folder });
  return folder;
}

function put(folder: string, file: string, content = ''): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), content);
}

const pathsOf = async (folder: string) => (await listFiles(folder, git, signal)).paths.toSorted();

test('the files of a repository are those that Git does not ignore, whatever characters are in their names', async () => {
  const odd = ['a b.ts', 'quote".ts', 'line\nbreak.ts', 'é/ümlaut.ts', '\u202ertl.ts', '-dash.ts', '👩‍💻.md'];
  const folder = folderWith(['src/app.ts', 'dist/out.js', 'node_modules/x/index.js', ...odd], true);
  put(folder, '.gitignore', 'dist/\nnode_modules/\n');
  execFileSync('git', ['add', 'src/app.ts'], { cwd: folder });
  expect(await pathsOf(folder)).toEqual(['.gitignore', 'src/app.ts', ...odd].toSorted());
});

test('G1: a folder without Git is walked, and what is in a repository’s own settings is not run', async () => {
  const plain = folderWith(['a.txt', 'deep/er/b.txt', 'node_modules/x.js'], false);
  const hostile = folderWith(['a.txt'], true);
  execFileSync('git', ['config', 'core.fsmonitor', `touch ${join(hostile, 'ran')};`], { cwd: hostile });
  expect({ plain: await pathsOf(plain), hostile: await pathsOf(hostile), ran: existsSync(join(hostile, 'ran')) }).toEqual({
    plain: ['a.txt', 'deep/er/b.txt'],
    hostile: ['a.txt'],
    ran: false,
  });
});

test('a deleted folder is an error, also when its files were listed before', async () => {
  let time = 0;
  const files = new MentionableFiles(git, signal, () => time);
  const folder = folderWith(['a.txt'], false);
  const before = await files.find(folder, 'a', 10);
  rmSync(folder, { recursive: true });
  time = 10_000;
  expect({ before, after: await files.find(folder, '', 10).catch(error => error.code) }).toEqual({
    before: { files: [{ path: 'a.txt', folder: false }], more: false },
    after: 'conversations/folder-gone',
  });
});

test('the best match is first: the whole name, its beginning, a word in it, the path, then letters far from each other', () => {
  const all = searchable([
    'lib/zone.ts',
    'src/zone.test.ts',
    'src/time-zone.ts',
    'zone/index.ts',
    'src/amazone.ts',
    'src/z/o/n/e.md',
    'README.md',
  ]);
  const found = (typed: string) => rankFiles(all, typed, 20).files.map(({ path, folder }) => (folder ? `${path}/` : path));
  expect({
    zone: found('zone'),
    accents: found('ZÖNE').length,
    path: found('src/zo'),
    none: found('zzz'),
    all: found('').slice(0, 5),
  }).toEqual({
    zone: ['zone/', 'lib/zone.ts', 'src/zone.test.ts', 'src/time-zone.ts', 'src/amazone.ts', 'zone/index.ts', 'src/z/o/n/e.md'],
    accents: 7,
    path: ['src/zone.test.ts', 'src/z/o/', 'src/z/o/n/', 'src/amazone.ts', 'src/z/o/n/e.md', 'src/time-zone.ts'],
    none: [],
    all: ['lib/', 'src/', 'zone/', 'README.md', 'src/z/'],
  });
});

test('a hundred thousand files are listed whole and found by a few letters', async () => {
  const folder = folderWith([], true);
  // As many as an index can hold, without as many files on the disk.
  const blob = execFileSync('git', ['hash-object', '-w', '--stdin'], { cwd: folder, input: '' }).toString().trim();
  const lines = Array.from({ length: 100_000 }, (_, index) => `100644 ${blob}\tpackages/p${index % 300}/src/file-${index}.ts`);
  execFileSync('git', ['update-index', '--index-info'], { cwd: folder, input: lines.join('\n') });
  const files = new MentionableFiles(git, signal, () => 0);
  const { files: found, more } = await files.find(folder, 'file-77777', 5);
  const none = await files.find(folder, 'nothing-of-the-kind', 5);
  expect({ found, more, none }).toEqual({
    found: [{ path: `packages/p${77_777 % 300}/src/file-77777.ts`, folder: false }],
    more: false,
    none: { files: [], more: false },
  });
});
