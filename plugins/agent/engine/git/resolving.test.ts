import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { codeOf, place } from './place.fixture.ts';

const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });

/** A project on main and a worktree of it, which have both changed one file and removed or changed another one. */
async function both() {
  const at = place();
  at.put('project/a.txt', 'one\ntwo\nthree\n');
  at.put('project/b.txt', 'b\n');
  at.plain('add', '-A');
  at.plain('commit', '-qm', 'second');
  const path = await at.worktrees.add(at.folder, { name: 'one', from: 'main' });
  writeFileSync(join(path, 'a.txt'), 'one\ntheirs\nthree\n');
  rmSync(join(path, 'b.txt'));
  git(path, 'add', '-A');
  git(path, 'commit', '-qm', 'theirs');
  at.put('project/a.txt', 'one\nours\nthree\n');
  at.put('project/b.txt', 'changed\n');
  at.put('project/c.txt', 'new\n');
  at.plain('add', '-A');
  at.plain('commit', '-qm', 'ours');
  for (const [key, value] of [
    ['user.name', 'Ada'],
    ['user.email', 'ada@example.org'],
  ])
    at.plain('config', key ?? '', value ?? '');
  /** All of the person's checkout: its files, its branch, and nothing that is unfinished. */
  const checkout = () => [
    git(at.folder, 'status', '--porcelain=2', '--branch'),
    readFileSync(join(at.folder, 'a.txt'), 'utf8'),
    readdirSync(join(at.folder, '.git')).filter(name => name.startsWith('MERGE')),
  ];
  return { ...at, path, checkout, [Symbol.dispose]: () => at[Symbol.dispose]() };
}

test('conflicts are listed with both sides, resolved in a worktree of their own, and merged when they are taken; the checkout is never in a conflict', async () => {
  using at = await both();
  const { resolving, path, folder, checkout } = at;
  const before = checkout();
  const found = await resolving.conflicts(path);
  expect(found).toMatchObject({
    base: 'main',
    branch: 'atelier/one',
    count: 2,
    files: [
      { path: 'a.txt', before: 'one\ntwo\nthree\n', ours: 'one\nours\nthree\n', theirs: 'one\ntheirs\nthree\n' },
      { path: 'b.txt', before: 'b\n', ours: 'changed\n' },
    ],
  });
  const { worktree, ours, theirs } = await resolving.begin(path, 'merge-one');
  expect(readFileSync(join(worktree, 'a.txt'), 'utf8')).toMatch(/^one\n<<<<<<< .*\nours\n=======\ntheirs\n>>>>>>> .*\nthree\n$/);
  expect(readFileSync(join(worktree, 'c.txt'), 'utf8')).toBe('new\n');
  const marked = await codeOf(resolving.take(path, { worktree, ours, theirs }));
  expect([marked, checkout()]).toEqual(['marks-left', before]);
  writeFileSync(join(worktree, 'a.txt'), 'one\nboth\nthree\n');
  rmSync(join(worktree, 'b.txt'));
  const merged = await resolving.take(path, { worktree, ours, theirs });
  expect(merged).toEqual({ result: 'merged', base: 'main', conflicts: [] });
  expect({
    a: readFileSync(join(folder, 'a.txt'), 'utf8'),
    b: existsSync(join(folder, 'b.txt')),
    status: git(folder, 'status', '--porcelain'),
    parents: git(folder, 'log', '-1', '--format=%s|%P|%an').trim(),
    sound: git(folder, 'fsck', '--no-dangling').trim(),
  }).toEqual({ a: 'one\nboth\nthree\n', b: false, status: '', parents: `Merge branch 'atelier/one'|${ours} ${theirs}|Ada`, sound: '' });
});

test('what was resolved is not taken when a side has moved meanwhile or a change of the person is in the way, and nothing of it is lost', async () => {
  using at = await both();
  const { resolving, path, folder } = at;
  const { worktree, ours, theirs } = await resolving.begin(path, 'merge-one');
  for (const name of ['a.txt', 'b.txt']) writeFileSync(join(worktree, name), 'resolved\n');
  writeFileSync(join(folder, 'a.txt'), 'not committed\n');
  const inTheWay = await codeOf(resolving.take(path, { worktree, ours, theirs }));
  const kept = readFileSync(join(folder, 'a.txt'), 'utf8');
  git(folder, 'commit', '-qam', 'moved');
  const moved = await codeOf(resolving.take(path, { worktree, ours, theirs }));
  expect([inTheWay, kept, moved, readFileSync(join(worktree, 'a.txt'), 'utf8')]).toEqual([
    'checked-out',
    'not committed\n',
    'sides-moved',
    'resolved\n',
  ]);
  expect(git(folder, 'fsck', '--no-dangling').trim()).toBe('');
});

test('without a conflict there is nothing to resolve, and a file that is no text is named without its sides', async () => {
  using at = place();
  writeFileSync(join(at.folder, 'x.bin'), Buffer.from([0, 1]));
  at.plain('add', '-A');
  at.plain('commit', '-qm', 'second');
  const path = await at.worktrees.add(at.folder, { name: 'one', from: 'main' });
  const none = await at.resolving.conflicts(path);
  const refused = await codeOf(at.resolving.begin(path, 'merge-one'));
  writeFileSync(join(path, 'x.bin'), Buffer.from([0, 2]));
  git(path, 'commit', '-qam', 'theirs');
  writeFileSync(join(at.folder, 'x.bin'), Buffer.from([0, 3]));
  at.plain('commit', '-qam', 'ours');
  const found = await at.resolving.conflicts(path);
  expect([none, refused, found?.files]).toEqual([undefined, 'sides-moved', [{ path: 'x.bin' }]]);
});
