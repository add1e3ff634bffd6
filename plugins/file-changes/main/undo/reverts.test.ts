import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { tempFolder } from '../../../../kernel/testing/temp-folder.ts';
import { conversation, openChanges } from '../../../../tests/support/file-changes.ts';

const numbered = (changes: Readonly<Record<number, string>> = {}) =>
  `${Array.from({ length: 30 }, (_, at) => changes[at + 1] ?? `line ${at + 1}`).join('\n')}\n`;
const read = (path: string) => readFileSync(path, 'utf8');
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    error => error.code as string,
  );

test('a file is reverted with its mode, and the revert can be undone', async () => {
  await using changes = await openChanges();
  changes.put('run.sh', 'one\n');
  chmodSync(changes.at('run.sh'), 0o755);
  await changes.write('run.sh', 'two\n');
  await changes.write('new.txt', 'new\n');
  const back = [
    await changes.reverts.file(conversation, changes.at('run.sh'), false),
    await changes.reverts.file(conversation, changes.at('new.txt'), false),
  ];
  const reverted = {
    run: read(changes.at('run.sh')),
    mode: statSync(changes.at('run.sh')).mode & 0o777,
    isNew: existsSync(changes.at('new.txt')),
  };
  const files = (await changes.summaries.of(conversation)).files.length;
  const forth = await changes.reverts.undo(conversation, back[1]!.undo!);
  expect({
    reverted,
    files,
    forth,
    isNew: read(changes.at('new.txt')),
    now: (await changes.summaries.of(conversation)).files.map(({ name }) => name),
  }).toEqual({
    reverted: { run: 'one\n', mode: 0o755, isNew: false },
    files: 0,
    forth: { files: 1, left: [] },
    isNew: 'new\n',
    now: ['new.txt'],
  });
});

test('a mode that the person gave a file since stays when its content is reverted', async () => {
  await using changes = await openChanges();
  changes.put('run.sh', 'one\n');
  chmodSync(changes.at('run.sh'), 0o644);
  await changes.write('run.sh', 'two\n');
  chmodSync(changes.at('run.sh'), 0o755);
  await changes.reverts.file(conversation, changes.at('run.sh'), false);
  expect([read(changes.at('run.sh')), statSync(changes.at('run.sh')).mode & 0o777]).toEqual(['one\n', 0o755]);
});

test('once a conversation can keep no more, a rewind leaves the files of the person that it could not bring back', async () => {
  using data = tempFolder();
  const before = await openChanges({ data: realpathSync(data.path) });
  before.put('a.txt', 'one\n');
  await before.write('a.txt', numbered());
  before.put('a.txt', numbered({ 15: 'theirs' }));
  // What is used is counted at a start.
  before.db.prepare('INSERT INTO kept (conversation, hash, bytes) VALUES (?, ?, ?)').run(conversation, 'x'.repeat(64), 256 * 1024 * 1024);
  await before.close();
  await using changes = await openChanges({ data: realpathSync(data.path) });
  const path = changes.at('a.txt');
  changes.branch.ask('m1');
  changes.branch.add({ tool: 't1', name: 'write', args: { path: 'a.txt' }, ok: true });
  const { files } = await changes.rewinds.preview(conversation, 'm1');
  const { left } = await changes.rewinds.rewind(conversation, 'm1', [path]);
  expect({ files: files.map(({ state }) => state), left: left.map(({ why }) => why), now: read(path) }).toEqual({
    files: ['unkept'],
    left: ['unkept'],
    now: numbered({ 15: 'theirs' }),
  });
});

test('a file that the person edited since is refused, and each unedited hunk can be reverted alone', async () => {
  await using changes = await openChanges();
  changes.put('a.txt', numbered());
  await changes.write('a.txt', numbered({ 3: 'ours 3', 15: 'ours 15', 28: 'ours 28' }));
  changes.put('a.txt', `top, theirs\n${numbered({ 3: 'ours 3', 15: 'theirs 15', 28: 'ours 28' })}`);
  const path = changes.at('a.txt');
  const refused = await codeOf(changes.reverts.file(conversation, path, false));
  const { hunks, conflict } = await changes.summaries.diff(conversation, path);
  const edited = await codeOf(changes.reverts.hunk(conversation, path, hunks[1]!.id));
  const { undo } = await changes.reverts.hunk(conversation, path, hunks[0]!.id);
  const one = read(path);
  const after = await changes.summaries.diff(conversation, path);
  await changes.reverts.undo(conversation, undo!);
  const undone = read(path);
  await changes.reverts.file(conversation, path, true);
  expect({
    refused,
    conflict,
    states: hunks.map(hunk => hunk.edited ?? false),
    edited,
    one,
    after: [after.hunks.length, after.conflict],
    undone,
    all: read(path),
    left: (await changes.summaries.of(conversation)).files.map(({ added, removed, conflict }) => ({ added, removed, conflict })),
  }).toEqual({
    refused: 'file-changes/edited-since',
    conflict: true,
    states: [false, true, false],
    edited: 'file-changes/hunk-edited-since',
    one: `top, theirs\n${numbered({ 15: 'theirs 15', 28: 'ours 28' })}`,
    after: [2, true],
    undone: `top, theirs\n${numbered({ 3: 'ours 3', 15: 'theirs 15', 28: 'ours 28' })}`,
    all: `top, theirs\n${numbered({ 15: 'theirs 15' })}`,
    left: [{ added: 1, removed: 1, conflict: true }],
  });
});

test('one hunk of an unedited file can be reverted, and the other stays counted', async () => {
  await using changes = await openChanges();
  changes.put('a.txt', numbered());
  await changes.write('a.txt', numbered({ 3: 'ours 3\nand more', 28: 'ours 28' }));
  const path = changes.at('a.txt');
  const { hunks } = await changes.summaries.diff(conversation, path);
  await changes.reverts.hunk(conversation, path, hunks[0]!.id);
  const gone = await codeOf(changes.reverts.hunk(conversation, path, hunks[0]!.id));
  const { files } = await changes.summaries.of(conversation);
  expect({ now: read(path), gone, files }).toEqual({
    now: numbered({ 28: 'ours 28' }),
    gone: 'file-changes/hunk-gone',
    files: [{ path, name: 'a.txt', kind: 'modified', added: 1, removed: 1 }],
  });
});

test('reverting all reverts the conversation’s changes, leaves files that the person edited, and one undo restores all', async () => {
  await using changes = await openChanges();
  for (const name of ['a.txt', 'b.txt', 'c.txt']) changes.put(name, 'one\n');
  for (const name of ['a.txt', 'b.txt', 'c.txt', 'd.txt']) await changes.write(name, 'two\n');
  changes.put('b.txt', 'two\nmine\n');
  const { undo, ...result } = await changes.reverts.all(conversation);
  const reverted = ['a.txt', 'b.txt', 'c.txt'].map(name => read(changes.at(name)));
  const isNew = existsSync(changes.at('d.txt'));
  await changes.reverts.undo(conversation, undo!);
  const twice = await codeOf(changes.reverts.undo(conversation, undo!));
  expect({ result, reverted, isNew, twice, now: ['a.txt', 'b.txt', 'c.txt', 'd.txt'].map(name => read(changes.at(name))) }).toEqual({
    result: { files: 3, left: [{ path: changes.at('b.txt'), name: 'b.txt', why: 'edited' }] },
    reverted: ['one\n', 'two\nmine\n', 'one\n'],
    isNew: false,
    twice: 'file-changes/nothing-to-undo',
    now: ['two\n', 'two\nmine\n', 'two\n', 'two\n'],
  });
});

test('if one file cannot be written, none is, and the error names it', async () => {
  await using changes = await openChanges();
  changes.put('a.txt', 'one\n');
  await changes.write('a.txt', 'two\n');
  changes.put('dir/b.txt', 'one\n');
  await changes.write('dir/b.txt', 'two\n');
  // The folder leads elsewhere now, to a file that looks the same: following it would write outside.
  renameSync(changes.at('dir'), `${changes.root}/elsewhere`);
  symlinkSync(`${changes.root}/elsewhere`, changes.at('dir'));
  const refused = await changes.reverts.all(conversation).catch(error => ({ code: error.code, name: error.details.name }));
  const undoable = changes.journal.unfinished().length;
  expect({ refused, undoable, now: [read(changes.at('a.txt')), read(`${changes.root}/elsewhere/b.txt`)] }).toEqual({
    refused: { code: 'file-changes/not-written', name: 'dir/b.txt' },
    undoable: 0,
    now: ['two\n', 'two\n'],
  });
});

test('an undo does not touch a file that was written after the revert', async () => {
  await using changes = await openChanges();
  changes.put('a.txt', 'one\n');
  await changes.write('a.txt', 'two\n');
  const { undo } = await changes.reverts.file(conversation, changes.at('a.txt'), false);
  changes.put('a.txt', 'mine\n');
  const left = await changes.reverts.undo(conversation, undo!);
  expect({ left, now: read(changes.at('a.txt')) }).toEqual({
    left: { files: 0, left: [{ path: changes.at('a.txt'), name: 'a.txt', why: 'edited' }] },
    now: 'mine\n',
  });
});

test('a file whose folder was deleted is restored with its folder', async () => {
  await using changes = await openChanges();
  changes.put('deep/er/a.txt', 'one\n');
  await changes.bash('rm -r deep');
  mkdirSync(changes.at('unrelated'));
  await changes.reverts.file(conversation, changes.at('deep/er/a.txt'), false);
  rmSync(changes.at('unrelated'), { recursive: true });
  expect(read(changes.at('deep/er/a.txt'))).toBe('one\n');
});
