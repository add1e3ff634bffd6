import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { conversation, openChanges } from '../../../../tests/support/file-changes.ts';

const lines = (...all: string[]) => `${all.join('\n')}\n`;

test('rows show what one call changed, the summary what changed since the conversation began', async () => {
  await using changes = await openChanges();
  changes.put('app.ts', lines('a', 'b', 'c'));
  const first = await changes.write('app.ts', lines('a', 'B', 'c', 'd'));
  const second = await changes.write('app.ts', lines('a', 'B', 'c', 'd', 'e'));
  const added = await changes.write('src/new.ts', lines('x', 'y'));
  const same = await changes.write('app.ts', lines('a', 'B', 'c', 'd', 'e'));
  const { files, added: plus, removed: minus, more } = await changes.summaries.of(conversation);
  expect({ first, second, added, same, files, plus, minus, more, told: changes.told.length }).toEqual({
    first: [{ path: 'app.ts', kind: 'modified', added: 2, removed: 1 }],
    second: [{ path: 'app.ts', kind: 'modified', added: 1, removed: 0 }],
    added: [{ path: 'src/new.ts', kind: 'added', added: 2, removed: 0 }],
    same: [],
    files: [
      { path: changes.at('app.ts'), name: 'app.ts', kind: 'modified', added: 3, removed: 1 },
      { path: changes.at('src/new.ts'), name: 'src/new.ts', kind: 'added', added: 2, removed: 0 },
    ],
    plus: 5,
    minus: 1,
    more: 0,
    told: 3,
  });
});

test('a file that is again as it was when the conversation began is not listed', async () => {
  await using changes = await openChanges();
  changes.put('a.txt', 'one\n');
  await changes.write('a.txt', 'two\n');
  await changes.write('a.txt', 'one\n');
  expect((await changes.summaries.of(conversation)).files).toEqual([]);
});

test('an edit through a link is assigned to its target, and all spellings of a path that the tool accepts are the same file', async () => {
  await using changes = await openChanges();
  changes.put('real.txt', 'one\n');
  symlinkSync('real.txt', changes.at('link.txt'));
  const through = await changes.call('edit', { path: 'link.txt' }, () => changes.put('real.txt', 'two\n'));
  const at = await changes.call('edit', { path: '@real.txt' }, () => changes.put('real.txt', 'three\n'));
  const full = await changes.call('edit', { path: changes.at('real.txt') }, () => changes.put('real.txt', 'four\n'));
  expect([...through, ...at, ...full].map(({ path }) => path)).toEqual(['real.txt', 'real.txt', 'real.txt']);
});

test('file names with control characters, right-to-left text and emoji are supported', async () => {
  await using changes = await openChanges();
  const names = ['tab\there.txt', 'line\nbreak.txt', 'שלום.txt', 'a\u202Eb.txt', '🎉 été.txt', ' lead', 'it\'s "q".txt'];
  for (const name of names) await changes.write(name, 'x\n');
  const { files } = await changes.summaries.of(conversation);
  expect(files.map(({ name, added }) => [name, added]).toSorted()).toEqual(names.map(name => [name, 1]).toSorted());
});

test('a binary file is reported as binary, can be reverted, and has no lines', async () => {
  await using changes = await openChanges();
  const picture = Buffer.from([0, 1, 2, 3, 255]);
  changes.put('a.png', picture);
  const row = await changes.write('a.png', Buffer.from([0, 9]));
  const diff = await changes.summaries.diff(conversation, changes.at('a.png'));
  await changes.reverts.file(conversation, changes.at('a.png'), false);
  expect({ row, diff, back: readFileSync(changes.at('a.png')).equals(picture) }).toEqual({
    row: [{ path: 'a.png', kind: 'modified', added: 0, removed: 0, binary: true }],
    diff: { path: changes.at('a.png'), kind: 'modified', binary: true, hunks: [], more: 0 },
    back: true,
  });
});

test('a file that is too large to keep is reported as changed and as too large, and cannot be reverted', async () => {
  await using changes = await openChanges();
  changes.put('big.txt', Buffer.alloc(6 * 1024 * 1024, 'a'));
  const row = await changes.write('big.txt', Buffer.alloc(6 * 1024 * 1024, 'b'));
  const { files } = await changes.summaries.of(conversation);
  const refused = await changes.reverts.file(conversation, changes.at('big.txt'), false).catch(error => error.code);
  expect({ row: row.length, unkept: files[0]?.unkept, refused }).toEqual({ row: 1, unkept: 'large', refused: 'file-changes/not-kept' });
});

test('a deleted file, a folder in its place and a deleted working folder lead to clear errors and states', async () => {
  await using changes = await openChanges();
  changes.put('dir/a.txt', 'one\n');
  await changes.write('dir/a.txt', 'two\n');
  rmSync(changes.at('dir/a.txt'));
  mkdirSync(changes.at('dir/a.txt'));
  const blocked = await changes.reverts.file(conversation, changes.at('dir/a.txt'), false).catch(error => error.code);
  rmSync(changes.project, { recursive: true });
  const { files, gone } = await changes.summaries.of(conversation);
  const rows = await changes.call('bash', { command: 'true' }, () => undefined);
  expect({ blocked, conflict: files[0]?.conflict, gone, rows }).toEqual({
    blocked: 'file-changes/edited-since',
    conflict: true,
    gone: true,
    rows: [],
  });
});

test('what the person wrote between two calls is not counted, and a revert keeps it', async () => {
  await using changes = await openChanges();
  changes.put('a.txt', lines('one', 'two', 'three', 'four', 'five'));
  await changes.write('a.txt', lines('one', 'TWO', 'three', 'four', 'five'));
  changes.put('a.txt', lines('one', 'TWO', 'three', 'four', 'five', 'mine'));
  await changes.write('a.txt', lines('one', 'TWO', 'three', 'FOUR', 'five', 'mine'));
  const { added, removed } = await changes.summaries.of(conversation);
  await changes.reverts.file(conversation, changes.at('a.txt'), false);
  expect({ added, removed, now: readFileSync(changes.at('a.txt'), 'utf8') }).toEqual({
    added: 2,
    removed: 2,
    now: lines('one', 'two', 'three', 'four', 'five', 'mine'),
  });
});

test('forgetting a conversation deletes the contents that only it needed, and keeps those of others', async () => {
  await using changes = await openChanges();
  changes.put('a.txt', 'one\n');
  await changes.write('a.txt', 'two\n');
  const { base, leftAs } = changes.records.file(conversation, changes.at('a.txt'))!;
  const other = { conversation: 'c2', tool: 'x', name: 'write', args: { path: 'a.txt' }, cwd: changes.project };
  await changes.tracker.before(other);
  writeFileSync(changes.at('a.txt'), 'three\n');
  await changes.tracker.after(other);
  changes.records.forget(conversation);
  await changes.blobs.forget(conversation);
  expect({
    base: await changes.blobs.read(base),
    left: (await changes.blobs.read(leftAs))?.toString(),
    files: (await changes.summaries.of(conversation)).files,
    other: (await changes.summaries.of('c2')).files.length,
  }).toEqual({ base: undefined, left: 'two\n', files: [], other: 1 });
});

test('a damaged stored content is not restored', async () => {
  await using changes = await openChanges();
  changes.put('a.txt', 'one\n');
  await changes.write('a.txt', 'two\n');
  const { base } = changes.records.file(conversation, changes.at('a.txt'))!;
  const hash = base.slice(base.lastIndexOf(':') + 1);
  writeFileSync(join(changes.root, 'data', 'contents', hash.slice(0, 2), hash), 'rubbish');
  await changes.close();
  await using later = await openChanges({ data: changes.root });
  const refused = await later.reverts.file(conversation, changes.at('a.txt'), false).catch(error => error.code);
  expect({ refused, now: readFileSync(changes.at('a.txt'), 'utf8') }).toEqual({ refused: 'file-changes/not-written', now: 'two\n' });
});

test('a renamed file is reported as edited', async () => {
  await using changes = await openChanges();
  changes.put('a.txt', 'one\n');
  await changes.write('a.txt', 'two\n');
  renameSync(changes.at('a.txt'), changes.at('b.txt'));
  const moved = (await changes.summaries.of(conversation)).files[0];
  chmodSync(changes.at('b.txt'), 0o755);
  expect({ moved: [moved?.name, moved?.conflict] }).toEqual({ moved: ['a.txt', true] });
});
