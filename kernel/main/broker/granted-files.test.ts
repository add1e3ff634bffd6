import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FileRight, type Files, isAppError } from '@atelier/kernel';
import { expect, test } from 'vitest';
import { grantedFiles } from './granted-files.ts';

type Right = Pick<FileRight, 'glob' | 'mode'>;

function place(rights: readonly Right[]) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'atelier-files-')));
  const root = join(folder, 'project');
  mkdirSync(join(root, 'notes'), { recursive: true });
  mkdirSync(join(folder, 'outside'));
  writeFileSync(join(folder, 'outside', 'secret.md'), 'secret');
  writeFileSync(join(root, 'notes', 'a.md'), 'text');
  writeFileSync(join(root, 'notes', 'b.key'), 'key');
  const files = grantedFiles({ id: '@acme/notes', root, rights: () => rights, maxBytes: 100 });
  return { folder, root, files, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
}

const anything: readonly Right[] = [{ glob: '**', mode: 'write' }];
const text = async (files: Files, path: string) => new TextDecoder().decode(await files.read(path));

async function codeOf(action: Promise<unknown>): Promise<string> {
  try {
    await action;
    return 'done';
  } catch (error) {
    return isAppError(error) ? error.code : String(error);
  }
}

test('only files that a glob matches are read, listed and written, in the mode that was granted', async () => {
  using at = place([
    { glob: '**/*.md', mode: 'read' },
    { glob: 'out/**', mode: 'write' },
  ]);
  await at.files.write('out/deep/c.txt', 'written');
  await at.files.write('out/deep/c.txt', 'again');
  expect({
    read: [await text(at.files, 'notes/a.md'), await text(at.files, './notes/../notes/a.md'), await text(at.files, 'out/deep/c.txt')],
    list: [await at.files.list('notes'), await at.files.list('.'), await at.files.list('out/deep')],
    codes: await Promise.all(
      [at.files.read('notes/b.key'), at.files.write('notes/a.md', 'x'), at.files.read('none.md'), at.files.read('notes')].map(codeOf),
    ),
    left: readdirSync(join(at.root, 'out/deep')),
  }).toEqual({
    read: ['text', 'text', 'again'],
    list: [['a.md'], [], ['c.txt']],
    codes: ['files/not-granted', 'files/not-granted', 'files/failed', 'files/not-granted'],
    left: ['c.txt'],
  });
});

test('a revoked right is effective at once', async () => {
  using at = place([]);
  const rights: Right[] = [...anything];
  const files = grantedFiles({ id: '@acme/notes', root: at.root, rights: () => rights, maxBytes: 100 });
  const before = await codeOf(files.read('notes/a.md'));
  rights.length = 0;
  expect([before, await codeOf(files.read('notes/a.md'))]).toEqual(['done', 'files/not-granted']);
});

test('X2: no path and no link leads out of the granted folder', async () => {
  using at = place(anything);
  const secret = join(at.folder, 'outside', 'secret.md');
  symlinkSync(secret, join(at.root, 'link.md'));
  symlinkSync(join(at.folder, 'outside'), join(at.root, 'folder'));
  symlinkSync(join(at.folder, 'outside', 'new.md'), join(at.root, 'dangling.md'));
  mkdirSync(`${at.root}-sibling`);
  writeFileSync(`${at.root}-sibling/secret.md`, 'secret');
  const reads = [
    '../outside/secret.md',
    secret,
    'link.md',
    'folder/secret.md',
    '../project-sibling/secret.md',
    'notes/../../outside/secret.md',
    'a\0b',
  ];
  const codes = await Promise.all(reads.map(path => codeOf(at.files.read(path))));
  const writes = ['../outside/w.md', 'folder/w.md', 'folder/deep/w.md', 'link.md', 'dangling.md'];
  const written = await Promise.all(writes.map(path => codeOf(at.files.write(path, 'x'))));
  const lists = await Promise.all(['..', 'folder', '../outside'].map(path => codeOf(at.files.list(path))));
  expect({ codes, written, lists }).toEqual({
    codes: reads.map(() => 'files/outside'),
    // A write replaces a link with a file of its own; the target of the link does not change.
    written: ['files/outside', 'files/outside', 'files/outside', 'done', 'done'],
    lists: lists.map(() => 'files/outside'),
  });
  expect([readFileSync(secret, 'utf8'), readdirSync(join(at.folder, 'outside'))]).toEqual(['secret', ['secret.md']]);
});

test('a too large file is neither read nor written, and anything but a regular file fails at once', async () => {
  using at = place(anything);
  writeFileSync(join(at.root, 'large.md'), 'x'.repeat(101));
  if (process.platform !== 'win32') execFileSync('mkfifo', [join(at.root, 'pipe')]);
  expect(
    await Promise.all([at.files.read('large.md'), at.files.write('w.md', 'x'.repeat(101)), at.files.read('pipe')].map(codeOf)),
  ).toEqual([...['files/too-large', 'files/too-large', 'files/failed']]);
  expect(existsSync(join(at.root, 'w.md'))).toBe(false);
});
