import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { traps } from '../../../../tests/support/git-traps.ts';
import { hostileRepository } from '../../../../tests/support/hostile-repository.ts';
import { testGit } from '../../../../tests/support/test-git.ts';
import { bashOperations } from '../sandbox.ts';
import { codeOf, place, sandbox } from './place.fixture.ts';

test.each(traps.map(trap => [trap.name, trap] as const))(
  'G1, W6: creating and removing a worktree runs nothing through %s',
  async (_name, trap) => {
    using at = hostileRepository();
    trap.plant(at);
    at.forget();
    const git = testGit(join(at.beside, 'own'), undefined, { env: { ...process.env, ...trap.env?.(at) } });
    const path = await git.worktrees.add(at.folder, { name: 'one', from: 'HEAD' }).catch(() => undefined);
    if (path !== undefined) {
      writeFileSync(join(path, 'new.txt'), '');
      await git.worktrees.remove(path).catch(() => undefined);
    }
    expect(at.ran).toBe(false);
  },
);

test('G5, W6: a worktree is created where commands can commit, and removed with nothing lost', async context => {
  using at = place();
  at.plain('config', 'core.autocrlf', 'true');
  const path = await at.worktrees.add(at.folder, { name: 'one', from: 'main' });
  const content = readFileSync(join(path, 'a.txt'), 'utf8');
  const listed = at.plain('worktree', 'list', '--porcelain').includes(`worktree ${path}\n`);
  const branch = execFileSync('git', ['status', '--branch', '--short'], { cwd: path, encoding: 'utf8' });
  context.skip(sandbox === undefined, 'the rest is a command in the sandbox of the system');
  const profile = join(at.root, 'profile');
  const operations = bashOperations({
    mode: 'secure',
    cwd: path,
    network: false,
    forbidden: [profile],
    opened: [join(profile, 'worktrees')],
    sandbox,
  });
  const commit = 'echo b > b.txt && git add -A && git -c user.name=t -c user.email=t@t commit -qm work';
  const { exitCode } = await operations.exec(commit, path, { onData() {} });
  writeFileSync(join(path, 'left.txt'), '');
  const untracked = await codeOf(at.worktrees.remove(path));
  execFileSync('rm', [join(path, 'left.txt')]);
  const clean = await codeOf(at.worktrees.remove(path));
  expect({
    content,
    listed,
    branch,
    exitCode,
    untracked,
    clean,
    gone: !existsSync(path),
    kept: at.plain('log', '--format=%s', 'atelier/one'),
    left: at.plain('worktree', 'list', '--porcelain').split('\n\n').length,
  }).toEqual({
    content: 'one\r\n',
    listed: true,
    branch: '## atelier/one\n',
    exitCode: 0,
    untracked: 'worktree-changed',
    clean: 'done',
    gone: true,
    kept: 'work\nfirst\n',
    left: 2,
  });
});

test('G5: a worktree is removed only if it was created here, is no link, and has no change', async () => {
  const changes: Readonly<Record<string, (path: string, at: ReturnType<typeof place>) => string>> = {
    'as it was created': path => path,
    'an ignored file': path => {
      writeFileSync(join(path, '.gitignore'), 'x\n');
      execFileSync('git', ['add', '.gitignore'], { cwd: path });
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', 'commit', '-qm', 'ignore'], { cwd: path });
      writeFileSync(join(path, 'x'), '');
      return path;
    },
    'a touched file': path => {
      execFileSync('touch', ['-d', '2001-01-01', join(path, 'a.txt')]);
      return path;
    },
    'a changed file': path => {
      writeFileSync(join(path, 'a.txt'), 'two\n');
      return path;
    },
    'a removed file': path => {
      execFileSync('rm', [join(path, 'a.txt')]);
      return path;
    },
    'a staged file': path => {
      writeFileSync(join(path, 'b.txt'), '');
      execFileSync('git', ['add', 'b.txt'], { cwd: path });
      execFileSync('rm', [join(path, 'b.txt')]);
      return path;
    },
    'an untracked file in a folder': path => {
      mkdirSync(join(path, 'deep'));
      writeFileSync(join(path, 'deep/b.txt'), '');
      return path;
    },
    'a submodule with a file in it': path => {
      mkdirSync(join(path, 'sub'));
      writeFileSync(join(path, 'sub/x'), '');
      execFileSync('git', ['update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},sub`], { cwd: path });
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', 'commit', '-qm', 'sub'], { cwd: path });
      return path;
    },
    'a submodule that was not fetched': path => {
      mkdirSync(join(path, 'sub'));
      execFileSync('git', ['update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},sub`], { cwd: path });
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', 'commit', '-qm', 'sub'], { cwd: path });
      return path;
    },
    'a lock of git': (path, at) => {
      at.plain('worktree', 'lock', path);
      return path;
    },
    'a damaged index': path => {
      const own = /gitdir: (.+)/.exec(readFileSync(join(path, '.git'), 'utf8'))?.[1] ?? '';
      writeFileSync(join(own, 'index'), 'damaged');
      return path;
    },
    'a link in its place': path => {
      renameSync(path, `${path}-moved`);
      symlinkSync(`${path}-moved`, path);
      return path;
    },
    'a way over a link': (path, at) => {
      symlinkSync(dirname(path), join(at.root, 'way'));
      return join(at.root, 'way', path.slice(dirname(path).length + 1));
    },
    'another .git file': (path, at) => {
      at.plain('worktree', 'add', '-q', '-b', 'theirs', join(at.root, 'theirs'));
      writeFileSync(join(path, '.git'), readFileSync(join(at.root, 'theirs/.git')));
      return path;
    },
    'a repository of its own': path => {
      execFileSync('rm', [join(path, '.git')]);
      execFileSync('git', ['init', '-q'], { cwd: path });
      return path;
    },
    'one of the person': (_path, at) => {
      at.plain('worktree', 'add', '-q', '-b', 'theirs', join(at.root, 'theirs'));
      return join(at.root, 'theirs');
    },
    'the project itself': (_path, at) => at.folder,
    nothing: (_path, at) => join(at.root, 'nothing'),
  };
  const outcomes: Record<string, string> = {};
  for (const [name, change] of Object.entries(changes)) {
    using at = place();
    const path = change(await at.worktrees.add(at.folder, { name: 'one', from: 'main' }), at);
    const was = existsSync(path);
    const outcome = await codeOf(at.worktrees.remove(path));
    outcomes[name] = `${outcome}${was === existsSync(path) ? '' : ', removed'}`;
  }
  expect(outcomes).toEqual({
    'as it was created': 'done, removed',
    'an ignored file': 'worktree-ignored',
    'a touched file': 'done, removed',
    'a changed file': 'worktree-changed',
    'a removed file': 'worktree-changed',
    'a staged file': 'worktree-changed',
    'an untracked file in a folder': 'worktree-changed',
    'a submodule with a file in it': 'worktree-changed',
    'a submodule that was not fetched': 'done, removed',
    'a lock of git': 'failed',
    'a damaged index': 'worktree-changed',
    'a link in its place': 'worktree-unknown',
    'a way over a link': 'worktree-unknown',
    'another .git file': 'worktree-unknown',
    'a repository of its own': 'worktree-unknown',
    'one of the person': 'worktree-unknown',
    'the project itself': 'worktree-unknown',
    nothing: 'worktree-unknown',
  });
});

test('a worktree is not created with a file that a filter which is not run would change', async () => {
  using at = place();
  at.put('project/.gitattributes', '*.secret filter=crypt\n');
  at.put('project/deep/x.secret', 'stored\n');
  at.plain('add', '-A');
  at.plain('commit', '-qm', 'secret');
  const outcomes: string[] = [];
  for (const [index, smudge] of ['', 'cat', 'rev'].entries()) {
    at.plain('config', 'filter.crypt.smudge', smudge);
    outcomes.push(await codeOf(at.worktrees.add(at.folder, { name: `number-${index}`, from: 'HEAD' })));
  }
  const before = await codeOf(at.worktrees.add(at.folder, { name: 'before', from: 'HEAD~1' }));
  expect([outcomes, before]).toEqual([['done', 'done', 'worktree-filtered'], 'done']);
});

test('G5: what is saved in a worktree while it is looked through is not removed with it', async () => {
  using at = place();
  const path = await at.worktrees.add(at.folder, { name: 'one', from: 'main' });
  const read = at.program.read.bind(at.program);
  const looks = new Set(['status', '--ignored']);
  at.program.read = async command => {
    const result = await read(command);
    const isLast = looks.size > 0 && [...looks].some(look => command.args.includes(look) && looks.delete(look)) && looks.size === 0;
    if (isLast) writeFileSync(join(path, 'a.txt'), 'saved\n');
    return result;
  };
  expect([await codeOf(at.worktrees.remove(path)), readFileSync(join(path, 'a.txt'), 'utf8')]).toEqual(['worktree-changed', 'saved\n']);
});

test('a worktree that is removed is none at once; what is left of its files, or of one whose creation was cut off, goes at the next start', async () => {
  using at = place();
  const removed = await at.worktrees.add(at.folder, { name: 'one', from: 'main' });
  const { act } = at.program;
  const started = new Promise<void>(done => {
    at.program.act = async command => {
      const result = await act.call(at.program, command);
      if (command.args[1] !== 'add') return result;
      done();
      return await new Promise(() => undefined);
    };
  });
  void at.worktrees.add(at.folder, { name: 'two', from: 'main' });
  await started;
  await at.worktrees.remove(removed);
  await at.worktrees.settled();
  const before = [existsSync(removed), at.records.all().length];
  const later = testGit(join(at.root, 'profile'), sandbox, { env: at.env });
  mkdirSync(join(`${removed}.removed`, 'deep'), { recursive: true });
  const gone = join(at.root, 'profile/worktrees/gone');
  for (const path of [...at.records.all(), `${removed}.removed`, gone]) later.records.add(path, join(at.folder, '.git'));
  const kept = await later.worktrees.add(at.folder, { name: 'three', from: 'main' });
  rmSync(join(kept, '.git'));
  const [listed, left] = [await later.worktrees.all(), await later.worktrees.removed()];
  await later.worktrees.settled();
  expect({
    before,
    listed,
    left: left.map(one => one.folder.endsWith('.removed')),
    known: later.records.all(),
    folders: readdirSync(join(at.root, 'profile/worktrees')).length,
    git: readdirSync(join(at.folder, '.git/worktrees')).length,
  }).toEqual({ before: [false, 1], listed: [kept], left: [true, true], known: [kept], folders: 1, git: 1 });
});

test('G5: a worktree that cannot be created leaves nothing behind', async () => {
  using at = place();
  const attempts = {
    commit: await codeOf(at.worktrees.add(at.folder, { name: 'one', from: 'nothing' })),
    option: await codeOf(at.worktrees.add(at.folder, { name: 'one', from: '--help' })),
    name: await codeOf(at.worktrees.add(at.folder, { name: '../one', from: 'main' })),
    none: await codeOf(at.worktrees.add(at.root, { name: 'one', from: 'main' })),
    first: await codeOf(at.worktrees.add(at.folder, { name: 'one', from: 'main' })),
    again: await codeOf(at.worktrees.add(at.folder, { name: 'one', from: 'main' })),
  };
  expect({ attempts, worktrees: at.plain('worktree', 'list').trim().split('\n').length }).toEqual({
    attempts: { commit: 'name', option: 'name', name: 'name', none: 'no-repository', first: 'done', again: 'failed' },
    worktrees: 2,
  });
});
