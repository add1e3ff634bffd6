import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { traps } from '../../../../tests/support/git-traps.ts';
import { hostileRepository } from '../../../../tests/support/hostile-repository.ts';
import { testGit } from '../../../../tests/support/test-git.ts';
import { codeOf, place } from './place.fixture.ts';

const named = (at: ReturnType<typeof place>) => {
  at.plain('config', 'user.name', 'Ada');
  at.plain('config', 'user.email', 'ada@example.org');
};

test.each(traps.map(trap => [trap.name, trap] as const))(
  'G1: staging, a commit and a merge run nothing through %s',
  async (_name, trap) => {
    using at = hostileRepository();
    trap.plant(at);
    at.forget();
    const { differing, committing, merging } = testGit(join(at.beside, 'own'), undefined, { env: { ...process.env, ...trap.env?.(at) } });
    await differing.differences(at.folder).catch(() => undefined);
    await differing.diff(at.folder, { path: 'a.txt', isStaged: false }).catch(() => undefined);
    await committing.stage(at.folder, ['a.txt', 'new.txt']).catch(() => undefined);
    await committing.commit(at.folder, { message: 'x', isAmend: false }).catch(() => undefined);
    await merging.merge(at.folder).catch(() => undefined);
    await committing.unstage(at.folder, ['a.txt']).catch(() => undefined);
    expect(at.ran).toBe(false);
  },
);

test('one part of a file is staged and committed, and the rest of it stays a change', async () => {
  using at = place();
  named(at);
  const lines = Array.from({ length: 30 }, (_, line) => `line ${line}`);
  at.put('project/a.txt', `${lines.join('\n')}\n`);
  at.plain('commit', '-qam', 'long');
  at.put('project/a.txt', `${lines.with(1, 'first').with(28, 'last').join('\n')}\n`);
  at.put('project/odd "name"\n.txt', 'x\n');
  const diff = await at.differing.diff(at.folder, { path: 'a.txt', isStaged: false });
  const [head = '', first = ''] = diff.split(/^(?=@@)/m);
  await at.committing.stagePatch(at.folder, { path: 'a.txt', patch: head + first, isReverse: false });
  const staged = await at.differing.diff(at.folder, { path: 'a.txt', isStaged: true });
  const commit = await at.committing.commit(at.folder, { message: 'Change the first line', isAmend: false });
  await at.committing.stage(at.folder, ['odd "name"\n.txt']);
  const { files } = (await at.differing.differences(at.folder)) ?? {};
  expect({
    staged: staged.includes('+first') && !staged.includes('+last'),
    head: at.plain('rev-parse', 'HEAD').trim() === commit,
    author: at.plain('log', '-1', '--format=%an %s').trim(),
    files,
    valid: execFileSync('git', ['fsck', '--strict'], { cwd: at.folder, stdio: 'pipe' }).length,
  }).toEqual({
    staged: true,
    head: true,
    author: 'Ada Change the first line',
    files: [
      { path: 'a.txt', unstaged: 'changed', isConflict: false },
      { path: 'odd "name"\n.txt', staged: 'added', isConflict: false },
    ],
    valid: 0,
  });
});

test('a worktree is merged into the base, whose checkout follows if no change in it is in the way; a conflict changes nothing', async () => {
  using at = place();
  named(at);
  const work = async (name: string, file: string, text: string) => {
    const path = await at.worktrees.add(at.folder, { name, from: 'main' });
    writeFileSync(join(path, file), text);
    await at.committing.stage(path, [file]);
    await at.committing.commit(path, { message: name, isAmend: false });
    return path;
  };
  const [one, two, three] = [
    await work('one', 'one.txt', '1\n'),
    await work('two', 'two.txt', '2\n'),
    await work('three', 'one.txt', '3\n'),
  ];
  const apart = (await at.differing.differences(one))?.fromBase;
  at.put('project/one.txt', 'mine\n');
  const dirty = await codeOf(at.merging.merge(one));
  rmSync(join(at.folder, 'one.txt'));
  at.put('project/a.txt', 'not in the way\n');
  const results = [await at.merging.merge(one), await at.merging.merge(two), await at.merging.merge(three)];
  expect({
    apart,
    dirty,
    results,
    files: ['one.txt', 'two.txt'].map(name => readFileSync(join(at.folder, name), 'utf8')),
    status: at.plain('status', '--porcelain'),
  }).toEqual({
    apart: { ahead: 1, behind: 0 },
    dirty: 'in-the-way',
    results: [
      { result: 'forwarded', base: 'main', conflicts: [] },
      { result: 'merged', base: 'main', conflicts: [] },
      { result: 'conflicts', base: 'main', conflicts: ['one.txt'] },
    ],
    files: ['1\n', '2\n'],
    status: ' M a.txt\n',
  });
});

test('what Atelier cannot commit as the person would is refused in words, and everything stays as it was', async () => {
  const cases: Readonly<Record<string, (at: ReturnType<typeof place>) => void>> = {
    hooks: at => chmodSync(at.put('project/.git/hooks/pre-commit', '#!/bin/sh\n'), 0o755),
    signing: at => {
      at.plain('config', 'commit.gpgSign', 'true');
      at.plain('config', 'user.signingkey', 'mallory');
    },
    detached: at => at.plain('checkout', '-q', '--detach'),
    locked: at => at.put('project/.git/index.lock', ''),
    unfinished: at => at.put('project/.git/MERGE_HEAD', at.plain('rev-parse', 'HEAD')),
    'nothing-staged': at => at.plain('reset', '-q'),
  };
  const outcomes: Record<string, string> = {};
  for (const [name, change] of Object.entries(cases)) {
    using at = place();
    named(at);
    at.put('project/a.txt', 'two\n');
    at.plain('add', 'a.txt');
    change(at);
    const before = at.plain('rev-parse', 'HEAD');
    outcomes[name] = await codeOf(at.committing.commit(at.folder, { message: 'x', isAmend: false }));
    expect(at.plain('rev-parse', 'HEAD')).toBe(before);
  }
  expect(outcomes).toEqual(Object.fromEntries(Object.keys(cases).map(name => [name, name])));
});

test('a file that a filter changes is not staged, and before the first commit everything works', async () => {
  using at = place();
  named(at);
  at.put('project/.gitattributes', '*.secret filter=git-crypt\n');
  at.put('project/x.secret', 'plain\n');
  const filtered = await codeOf(at.committing.stage(at.folder, ['x.secret']));
  at.plain('checkout', '-q', '--orphan', 'fresh');
  await at.committing.unstage(at.folder, ['a.txt']);
  await at.committing.stage(at.folder, ['a.txt']);
  const before = await at.differing.differences(at.folder);
  await at.committing.commit(at.folder, { message: 'new root', isAmend: false });
  expect([filtered, before?.lastMessage, at.plain('log', '--format=%s'), existsSync(join(at.folder, 'x.secret'))]).toEqual([
    'filtered',
    undefined,
    'new root\n',
    true,
  ]);
});

test('the last commit is amended with its author and date kept, unless a server has it', async () => {
  using at = place();
  named(at);
  at.put('project/a.txt', 'two\n');
  at.plain('add', 'a.txt');
  const before = at.plain('log', '-1', '--format=%an %ad', '--date=raw');
  await at.committing.commit(at.folder, { message: 'better', isAmend: true });
  const after = at.plain('log', '--format=%s: %an %ad', '--date=raw');
  at.plain('update-ref', 'refs/remotes/origin/main', 'HEAD');
  const pushed = await codeOf(at.committing.commit(at.folder, { message: 'again', isAmend: true }));
  expect([after, at.plain('show', 'HEAD:a.txt'), pushed]).toEqual([`better: ${before}`, 'two\n', 'pushed']);
});

test('a worktree with a file that git ignores is not removed; a folder that is ignored as a whole does not keep it', async () => {
  using at = place();
  at.put('project/.gitignore', '.env\nbuilt/\n');
  at.plain('add', '-A');
  at.plain('commit', '-qm', 'ignore');
  const path = await at.worktrees.add(at.folder, { name: 'one', from: 'main' });
  writeFileSync(join(path, '.env'), 'KEY=1\n');
  mkdirSync(join(path, 'built'));
  writeFileSync(join(path, 'built/a'), '');
  const kept = await codeOf(at.worktrees.remove(path));
  const isThere = existsSync(join(path, '.env'));
  rmSync(join(path, '.env'));
  expect([kept, isThere, await codeOf(at.worktrees.remove(path)), existsSync(path)]).toEqual(['worktree-ignored', true, 'done', false]);
});

test('G5: a worktree is not removed with a repository in a folder that git ignores, which is named, however deep it is', async () => {
  using at = place();
  at.put('project/.gitignore', 'built/\n');
  at.plain('add', '-A');
  at.plain('commit', '-qm', 'ignore');
  const path = await at.worktrees.add(at.folder, { name: 'one', from: 'main' });
  const said: string[] = [];
  for (const [name, ...args] of [['built/deep/nested'], ['built/bare.git', '--bare']]) {
    execFileSync('git', ['init', '-q', ...args, join(path, name ?? '')]);
    said.push(await at.worktrees.remove(path).then(() => 'removed', String));
    rmSync(join(path, name ?? ''), { recursive: true });
  }
  expect([said.map(one => /: (\S+) in it is a repository/.exec(one)?.[1]), await codeOf(at.worktrees.remove(path))]).toEqual([
    ['built/deep/nested', 'built/bare.git'],
    'done',
  ]);
});

test('G5: a worktree is not removed with commits on no branch, in the middle of a rebase, or with changes that git overlooks', async () => {
  using at = place();
  const path = await at.worktrees.add(at.folder, { name: 'one', from: 'main' });
  const inside = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: path, stdio: 'pipe' });
  inside('checkout', '-q', '--detach');
  inside('commit', '-q', '--allow-empty', '-m', 'on no branch');
  const detached = await codeOf(at.worktrees.remove(path));
  inside('checkout', '-q', 'atelier/one');
  const own = /gitdir: (.+)/.exec(readFileSync(join(path, '.git'), 'utf8'))?.[1] ?? '';
  mkdirSync(join(own, 'rebase-merge'));
  const rebasing = await codeOf(at.worktrees.remove(path));
  rmSync(join(own, 'rebase-merge'), { recursive: true });
  const overlooked: string[] = [];
  for (const flag of ['assume-unchanged', 'skip-worktree']) {
    inside('update-index', `--${flag}`, 'a.txt');
    writeFileSync(join(path, 'a.txt'), 'changed\n');
    overlooked.push(await codeOf(at.worktrees.remove(path)));
    inside('update-index', `--no-${flag}`, 'a.txt');
    inside('checkout', '-q', 'a.txt');
  }
  expect([detached, rebasing, overlooked, await codeOf(at.worktrees.remove(path)), existsSync(path)]).toEqual([
    'worktree-detached',
    'worktree-detached',
    ['worktree-overlooked', 'worktree-overlooked'],
    'done',
    false,
  ]);
});

test('a merge writes over no file of the checkout that git ignores, also not where a folder would take its place', async () => {
  using at = place();
  named(at);
  at.put('project/.git/info/exclude', '.env\nkeys\n');
  const work = async (name: string, file: string) => {
    const path = await at.worktrees.add(at.folder, { name, from: 'main' });
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), 'theirs\n');
    execFileSync('git', ['add', '-f', file], { cwd: path });
    await at.committing.commit(path, { message: name, isAmend: false });
    return path;
  };
  const [one, two] = [await work('one', '.env'), await work('two', 'keys/a')];
  at.put('project/.env', 'mine\n');
  at.put('project/keys', 'mine\n');
  const refused = [await codeOf(at.merging.merge(one)), await codeOf(at.merging.merge(two))];
  const mine = ['.env', 'keys'].map(name => readFileSync(join(at.folder, name), 'utf8'));
  for (const name of ['.env', 'keys']) rmSync(join(at.folder, name));
  expect({ refused, mine, one: (await at.merging.merge(one)).result }).toEqual({
    refused: ['in-the-way', 'in-the-way'],
    mine: ['mine\n', 'mine\n'],
    one: 'forwarded',
  });
});

test('a part with bytes that are no UTF-8 is refused, and the whole file is committed as it is', async () => {
  using at = place();
  named(at);
  const bytes = Buffer.from('one\ncaf\u00e9\n', 'latin1');
  writeFileSync(join(at.folder, 'a.txt'), bytes);
  const patch = await at.differing.diff(at.folder, { path: 'a.txt', isStaged: false });
  const part = await codeOf(at.committing.stagePatch(at.folder, { path: 'a.txt', patch, isReverse: false }));
  const staged = at.plain('diff', '--cached', '--name-only');
  await at.committing.stage(at.folder, ['a.txt']);
  await at.committing.commit(at.folder, { message: 'whole', isAmend: false });
  const kept = execFileSync('git', ['show', 'HEAD:a.txt'], { cwd: at.folder });
  expect({ part, staged, isWhole: kept.equals(bytes) }).toEqual({ part: 'part-not-text', staged: '', isWhole: true });
});

test('a branch whose name only git allows is committed on', async () => {
  using at = place();
  named(at);
  const done: string[] = [];
  for (const name of ['feature/#123-tide', 'fix(tide)', 'a=b', 'a,b', "o'neil", '🌊']) {
    at.plain('checkout', '-q', '-b', name);
    at.put('project/a.txt', `${name}\n`);
    await at.committing.stage(at.folder, ['a.txt']);
    done.push(
      await codeOf(at.committing.commit(at.folder, { message: name, isAmend: false })),
      at.plain('log', '-1', '--format=%s', name).trim(),
    );
  }
  expect(done).toEqual(['feature/#123-tide', 'fix(tide)', 'a=b', 'a,b', "o'neil", '🌊'].flatMap(name => ['done', name]));
});

test('a new file has a diff, of which a part is staged', async () => {
  using at = place();
  at.put('project/new.txt', 'one\n');
  const diff = await at.differing.diff(at.folder, { path: 'new.txt', isStaged: false });
  await at.committing.stagePatch(at.folder, { path: 'new.txt', patch: diff, isReverse: false });
  expect([
    at.plain('status', '--porcelain'),
    await at.differing.diff(at.folder, { path: '../x', isStaged: false }).catch(() => ''),
  ]).toEqual(['A  new.txt\n', '']);
});

test('a submodule that is staged is listed and counted, and taken out again', async () => {
  using at = place();
  at.plain('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},sub`);
  const before = await at.differing.differences(at.folder);
  const status = await at.reading.status(at.folder);
  const diff = await at.differing.diff(at.folder, { path: 'sub', isStaged: true });
  await at.committing.unstage(at.folder, ['sub']);
  expect({
    files: before?.files,
    staged: [before?.staged, status?.staged, status?.differing],
    diff: diff.includes(`+Subproject commit ${'1'.repeat(40)}`),
    left: at.plain('diff', '--cached', '--name-only'),
  }).toEqual({ files: [{ path: 'sub', staged: 'added', isConflict: false }], staged: [1, 1, 1], diff: true, left: '' });
});

test('of very many files all are counted, staged and taken out, though not all are listed', async () => {
  using at = place();
  for (let number = 0; number < 2100; number += 1) writeFileSync(join(at.folder, `${number}.txt`), `${number}\n`);
  await at.committing.stage(at.folder);
  const staged = await at.differing.differences(at.folder);
  const names = staged?.files.map(({ path }) => path) ?? [];
  await at.committing.unstage(at.folder, names);
  const some = await at.differing.differences(at.folder);
  await at.committing.unstage(at.folder);
  const none = await at.differing.differences(at.folder);
  const counts = [staged, some, none].map(one => [one?.count, one?.staged, one?.unstaged]);
  expect({ listed: names.length, counts }).toEqual({
    listed: 2000,
    counts: [
      [2100, 2100, 0],
      [2100, 100, 2000],
      [2100, 0, 2100],
    ],
  });
});

test('all is staged but for what a filter changes, which is named; a name that is no UTF-8 is staged with the others, and not alone', async () => {
  using at = place();
  at.put('project/.gitattributes', '*.secret filter=git-crypt\n');
  for (const name of ['x.secret', 'y.txt', 'odd "name"\n.txt', ':(top)']) at.put(`project/${name}`, `${name}\n`);
  execFileSync('git', ['init', '-q', join(at.folder, 'nested')]);
  at.put('project/nested/a', 'a');
  writeFileSync(Buffer.concat([Buffer.from(`${at.folder}/caf`), Buffer.from([0xe9])]), 'latin\n');
  rmSync(join(at.folder, 'a.txt'));
  const alone = await codeOf(at.committing.stage(at.folder, ['caf\uFFFD']));
  const left = await at.committing.stage(at.folder);
  const staged = execFileSync('git', ['diff', '--cached', '--name-status', '-z'], { cwd: at.folder, encoding: 'latin1' }).split('\0');
  expect({ alone, left, staged: staged.filter((_, index) => index % 2 === 1).sort() }).toEqual({
    alone: 'file-name',
    left: ['x.secret'],
    staged: ['.gitattributes', ':(top)', 'a.txt', 'caf\u00e9', 'odd "name"\n.txt', 'y.txt'],
  });
});

test('a damaged index is said to be one', async () => {
  using at = place();
  writeFileSync(join(at.folder, '.git/index'), 'damaged');
  const said = await at.differing.differences(at.folder).catch((error: unknown) => String(error));
  expect(said).toMatch(/index file|bad signature|signature/);
});

test('files that are staged, taken out and discarded at once all are', async () => {
  using at = place();
  const names = [0, 1, 2, 3].map(number => `${number}.txt`);
  for (const name of names) at.put(`project/${name}`, 'x\n');
  at.put('project/a.txt', 'two\n');
  const acts = [...names.map(name => at.committing.stage(at.folder, [name])), at.discarding.discard(at.folder, 'a.txt')];
  const done = await Promise.all([...acts, at.committing.unstage(at.folder, ['0.txt'])].map(codeOf));
  expect([new Set(done), at.plain('status', '--porcelain')]).toEqual([new Set(['done']), 'A  1.txt\nA  2.txt\nA  3.txt\n?? 0.txt\n']);
});

test('a removed file whose place a folder has is staged without what is in that folder', async () => {
  using at = place();
  rmSync(join(at.folder, 'a.txt'));
  at.put('project/a.txt/secret', 'key\n');
  await at.committing.stage(at.folder, ['a.txt']);
  expect(at.plain('status', '--porcelain')).toBe('D  a.txt\n?? a.txt/\n');
});

test('between two of several commits that are picked or reverted, the repository is in the middle of that', async () => {
  using at = place();
  const found: unknown[] = [];
  for (const todo of ['pick 1234567 two\n', 'revert 1234567 two\n']) {
    at.put('project/.git/sequencer/todo', todo);
    found.push((await at.differing.differences(at.folder))?.operation);
  }
  expect([found, await codeOf(at.committing.stage(at.folder, ['a.txt']))]).toEqual([['cherry-pick', 'revert'], 'unfinished']);
});
