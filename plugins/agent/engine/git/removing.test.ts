import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { testGit } from '../../../../tests/support/test-git.ts';
import { codeOf, place, sandbox } from './place.fixture.ts';
import type { GitCommand, GitResult } from './run-git.ts';

type Place = ReturnType<typeof place>;

/** What is read of a worktree at once, each time that it is looked through. */
const looks = 4;

/** Calls `saved` when a worktree has been looked through so many times, before what was seen is known. */
function atLook(at: Place, number: number, saved: () => void): void {
  const read = at.program.read.bind(at.program);
  let [asked, answered] = [0, 0];
  const turn = Promise.withResolvers<void>();
  at.program.read = async (command: GitCommand): Promise<GitResult> => {
    const isLook = command.args[0] === 'status' || command.args[0] === 'ls-files';
    if (isLook) asked += 1;
    if (!isLook || asked <= looks * (number - 1) || asked > looks * number) return await read(command);
    const result = await read(command);
    answered += 1;
    if (answered === looks) {
      saved();
      turn.resolve();
    }
    await turn.promise;
    return result;
  };
}

/** The app as it starts anew, with what the records say. */
function restarted(at: Place) {
  const later = testGit(join(at.root, 'profile'), sandbox, { env: at.env });
  for (const path of at.records.all()) later.records.add(path, at.records.repositoryOf(path) ?? '');
  return later;
}

test('G5: what is saved between the last look and the removal brings the worktree back with it', async () => {
  const outcomes: Record<string, unknown> = {};
  for (const name of ['a.txt', 'new.txt']) {
    using at = place();
    const path = await at.worktrees.add(at.folder, { name: 'one', from: 'main' });
    atLook(at, 2, () => writeFileSync(join(path, name), 'saved\n'));
    const outcome = await codeOf(at.worktrees.remove(path));
    await at.worktrees.settled();
    const state = (await at.reading.status(path))?.differing;
    outcomes[name] = [outcome, readFileSync(join(path, name), 'utf8'), state, readdirSync(join(at.root, 'profile/worktrees'))];
    expect(outcomes[name]).toEqual(['worktree-changed', 'saved\n', 1, [basename(path)]]);
  }
});

test('G5: what is saved in a worktree after it was kept brings it back when it is removed', async () => {
  using at = place();
  const path = await at.worktrees.add(at.folder, { name: 'one', from: 'main' });
  writeFileSync(join(path, 'a.txt'), 'kept\n');
  const name = await at.snapshots.keep(path);
  atLook(at, 2, () => writeFileSync(join(path, 'a.txt'), 'saved\n'));
  const outcome = await codeOf(at.snapshots.removeKept(path, name));
  expect([outcome, readFileSync(join(path, 'a.txt'), 'utf8')]).toEqual(['worktree-changed', 'saved\n']);
});

test('a worktree that a program makes anew while it is removed is not deleted, and its place is told', async () => {
  using at = place();
  const path = await at.worktrees.add(at.folder, { name: 'one', from: 'main' });
  const away = `${path}.removed`;
  const read = at.program.read.bind(at.program);
  at.program.read = async command => {
    if (existsSync(away) && !existsSync(path)) {
      writeFileSync(join(away, 'a.txt'), 'saved\n');
      mkdirSync(path);
      writeFileSync(join(path, 'made'), '');
    }
    return await read(command);
  };
  const said = await at.worktrees.remove(path).catch(String);
  await at.worktrees.settled();
  expect([said, readFileSync(join(away, 'a.txt'), 'utf8')]).toEqual([expect.stringContaining(away), 'saved\n']);
  const outcomes: unknown[] = [];
  for (const git of [at, restarted(at), restarted(at)]) {
    outcomes.push([await git.worktrees.all(), await git.worktrees.removed(), await codeOf(git.worktrees.remove(path))]);
    await git.worktrees.settled();
  }
  const kept = [[path], [{ folder: away, place: path }], 'worktree-aside'];
  expect([outcomes, readFileSync(join(away, 'a.txt'), 'utf8')]).toEqual([[kept, kept, kept], 'saved\n']);
  rmSync(path, { recursive: true });
  const back = [await at.worktrees.all(), await at.worktrees.removed(), (await at.reading.status(path))?.differing];
  expect([back, readFileSync(join(path, 'a.txt'), 'utf8')]).toEqual([[[path], [], 1], 'saved\n']);
});

test('an empty folder that takes the place of a worktree, before or after a restart, is replaced by what was in it', async () => {
  for (const isKilled of [false, true]) {
    using at = place();
    const path = await at.worktrees.add(at.folder, { name: 'one', from: 'main' });
    const other = await at.worktrees.add(at.folder, { name: 'two', from: 'main' });
    const away = `${path}.removed`;
    const takePlace = () => {
      writeFileSync(join(existsSync(away) ? away : path, 'a.txt'), 'saved\n');
      mkdirSync(path, { recursive: true });
    };
    if (isKilled) {
      renameSync(path, away);
      takePlace();
    } else {
      const read = at.program.read.bind(at.program);
      at.program.read = async command => {
        if (existsSync(away) && !existsSync(path)) takePlace();
        return await read(command);
      };
      expect(await codeOf(at.worktrees.remove(path))).toBe('worktree-changed');
    }
    const later = restarted(at);
    const listed = await later.worktrees.all();
    await later.worktrees.settled();
    const state = (await later.reading.status(path))?.differing;
    expect([listed, await later.worktrees.removed(), state, readFileSync(join(path, 'a.txt'), 'utf8')]).toEqual([
      ...[[path, other], [], 1, 'saved\n'],
    ]);
  }
});

test('what takes the place of a worktree that was removed hinders neither the list nor that its files are deleted', async () => {
  for (const isEmpty of [true, false]) {
    using at = place();
    const path = await at.worktrees.add(at.folder, { name: 'one', from: 'main' });
    const other = await at.worktrees.add(at.folder, { name: 'two', from: 'main' });
    // Killed once it was looked at again.
    renameSync(path, `${path}.removed`);
    at.records.add(`${path}.removed`, join(at.folder, '.git'));
    mkdirSync(path);
    if (!isEmpty) writeFileSync(join(path, 'made'), 'mine');
    const later = restarted(at);
    const listed = await later.worktrees.all();
    await later.worktrees.settled();
    expect([listed, existsSync(`${path}.removed`), existsSync(join(path, 'made'))]).toEqual([
      isEmpty ? [other] : [path, other],
      false,
      !isEmpty,
    ]);
  }
});

test('a worktree whose removal was cut off while its repository is not there is put back, also before that is there again', async () => {
  using at = place();
  const path = await at.worktrees.add(at.folder, { name: 'one', from: 'main' });
  renameSync(path, `${path}.removed`);
  renameSync(at.folder, `${at.folder}-away`);
  const later = restarted(at);
  const listed = await later.worktrees.all();
  renameSync(`${at.folder}-away`, at.folder);
  expect([listed, await later.worktrees.removed(), (await later.reading.status(path))?.differing]).toEqual([[path], [], 0]);
});

/** A removal in another process, which is killed at a point. */
const killed = (at: Place, point: string) => `
  import { existsSync, writeFileSync } from 'node:fs';
  import { testGit } from ${JSON.stringify(new URL('../../../../tests/support/test-git.ts', import.meta.url).href)};
  const git = testGit(${JSON.stringify(join(at.root, 'profile'))});
  const path = await git.worktrees.add(${JSON.stringify(at.folder)}, { name: 'one', from: 'main' });
  const { records, program } = git;
  const kill = () => process.kill(process.pid, 'SIGKILL');
  const write = () => writeFileSync(${JSON.stringify(join(at.root, 'records.json'))}, JSON.stringify([path, records.all()]));
  write();
  const point = ${JSON.stringify(point)};
  const read = program.read.bind(program);
  program.read = async command => {
    if (point === 'looked through' || (point === 'moved away' && !existsSync(path))) kill();
    return await read(command);
  };
  for (const name of ['add', 'forget']) {
    const change = records[name];
    records[name] = (...args) => {
      if (point === 'before ' + name) kill();
      change(...args);
      write();
      if (point === 'after ' + name) kill();
    };
  }
  await git.worktrees.remove(path);
  await git.worktrees.settled();`;

test('W6: the app is killed at any point of a removal: the worktree is there as it was, or is gone wholly after the next start', async () => {
  const outcomes: Record<string, unknown> = {};
  for (const point of ['looked through', 'moved away', 'before add', 'after add', 'before forget', 'after forget', 'the end']) {
    using at = place();
    at.put('removal.ts', killed(at, point));
    const { signal } = spawnSync(process.execPath, [join(at.root, 'removal.ts')], { env: at.env });
    const [path, known] = JSON.parse(readFileSync(join(at.root, 'records.json'), 'utf8')) as [string, string[]];
    for (const one of known) at.records.add(one, join(at.folder, '.git'));
    const isListed = (await at.worktrees.all()).includes(path);
    await at.worktrees.settled();
    const state = (await at.reading.status(path))?.differing;
    const files = readdirSync(join(at.root, 'profile/worktrees')).length;
    outcomes[point] = `${signal}, ${isListed ? `there, ${state} changes` : 'gone'}, ${files} folders, ${at.records.all().length} records`;
    expect(at.plain('fsck', '--strict')).toBe('');
  }
  const there = 'SIGKILL, there, 0 changes, 1 folders, 1 records';
  const gone = 'SIGKILL, gone, 0 folders, 0 records';
  expect(outcomes).toEqual({
    ...{ 'looked through': there, 'moved away': there, 'before add': there },
    ...{ 'after add': gone, 'before forget': gone, 'after forget': gone, 'the end': 'null, gone, 0 folders, 0 records' },
  });
});

test('W6: a start does not wait for what is left of removed worktrees, tells it, and removes it', async () => {
  using at = place();
  const path = await at.worktrees.add(at.folder, { name: 'one', from: 'main' });
  renameSync(path, `${path}.removed`);
  at.records.add(`${path}.removed`, at.records.repositoryOf(path) ?? '');
  for (let number = 0; number < 200; number += 1) writeFileSync(join(`${path}.removed`, `${number}`), '');
  const later = restarted(at);
  const listed = await later.worktrees.all();
  const [isThere, left] = [existsSync(`${path}.removed/199`), await later.worktrees.removed()];
  await later.worktrees.settled();
  expect({ listed, isThere, left, after: await later.worktrees.removed(), files: readdirSync(join(at.root, 'profile/worktrees')) }).toEqual(
    {
      ...{ listed: [], isThere: true, left: [{ folder: `${path}.removed` }], after: [], files: [] },
    },
  );
});

test('a worktree in which another git is at work, or whose repository is gone, is not removed, and why is said', async () => {
  using at = place();
  const path = await at.worktrees.add(at.folder, { name: 'one', from: 'main' });
  const lock = join(at.folder, '.git/worktrees', basename(path), 'index.lock');
  writeFileSync(lock, '');
  const locked = await codeOf(at.worktrees.remove(path));
  rmSync(lock);
  renameSync(at.folder, `${at.folder}-moved`);
  const gone = await codeOf(at.worktrees.remove(path));
  expect([locked, gone, existsSync(join(path, 'a.txt'))]).toEqual(['locked', 'worktree-orphaned', true]);
});

test('what works in a worktree is ended only once nothing would be lost', async () => {
  using at = place();
  at.put('project/.gitignore', '.env\n');
  at.plain('add', '-A');
  at.plain('commit', '-qm', 'ignore');
  const path = await at.worktrees.add(at.folder, { name: 'one', from: 'main' });
  let ended = 0;
  const ending = async () => {
    ended += 1;
  };
  writeFileSync(join(path, '.env'), 'KEY=1\n');
  const refused = [await codeOf(at.worktrees.remove(path, { ending })), ended];
  rmSync(join(path, '.env'));
  renameSync(path, `${path}-moved`);
  symlinkSync(at.folder, path);
  const link = [await codeOf(at.worktrees.remove(path, { ending })), ended];
  rmSync(path);
  renameSync(`${path}-moved`, path);
  const removed = [await codeOf(at.worktrees.remove(path, { ending })), ended];
  expect([refused, link, removed]).toEqual([
    ['worktree-ignored', 0],
    ['worktree-unknown', 0],
    ['done', 1],
  ]);
});

test('a worktree of a repository that was moved is removed once it was repaired, as the message advises', async () => {
  using at = place();
  const path = await at.worktrees.add(at.folder, { name: 'one', from: 'main' });
  const moved = `${at.folder}-moved`;
  renameSync(at.folder, moved);
  const before = await codeOf(at.worktrees.remove(path));
  execFileSync('git', ['worktree', 'repair', path], { cwd: moved, stdio: 'pipe' });
  writeFileSync(join(path, 'a.txt'), 'saved\n');
  const changed = await codeOf(at.worktrees.remove(path));
  writeFileSync(join(path, 'a.txt'), 'one\n');
  const after = await codeOf(at.worktrees.remove(path));
  await at.worktrees.settled();
  const list = execFileSync('git', ['worktree', 'list'], { cwd: moved, encoding: 'utf8' });
  expect([before, changed, after, at.records.all(), list.trim().split('\n').length]).toEqual([
    ...['worktree-orphaned', 'worktree-changed', 'done', [], 1],
  ]);
});

test('a repository that a command makes in an ignored folder while the worktree is looked through, or as it ends, keeps it', async () => {
  const outcomes: string[] = [];
  for (const isLast of [false, true]) {
    using at = place();
    at.put('project/.gitignore', 'build/\n');
    at.plain('add', '-A');
    at.plain('commit', '-qm', 'ignore');
    const path = await at.worktrees.add(at.folder, { name: 'one', from: 'main' });
    mkdirSync(join(path, 'build'));
    const make = () => void execFileSync('git', ['init', '-q', join(path, 'build/x')], { stdio: 'pipe' });
    if (!isLast) atLook(at, 2, make);
    outcomes.push(await codeOf(at.worktrees.remove(path, { ending: async () => (isLast ? make() : undefined) })));
    await at.worktrees.settled();
    outcomes.push(`${existsSync(join(path, 'build/x/.git/HEAD'))}`);
  }
  expect(outcomes).toEqual(['worktree-nested', 'true', 'worktree-nested', 'true']);
});
