import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdirSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { tempFolder } from '../../../../kernel/testing/temp-folder.ts';
import { lacks, needing } from '../../../../tests/support/needing.ts';
import { testGit } from '../../../../tests/support/test-git.ts';
import { detectSandbox } from '../detect-sandbox.ts';

const sandbox = await detectSandbox();
const here = needing(sandbox === undefined && lacks.sandbox);

/** A repository with one commit, and git as the app has it. */
function place({ init = [], home }: { init?: readonly string[]; home?: string } = {}) {
  const temp = tempFolder();
  const root = realpathSync(temp.path);
  const folder = join(root, 'project');
  mkdirSync(folder);
  const put = (name: string, text: string) => {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  };
  const plain = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
  plain('init', '-q', ...init);
  put('project/a.txt', 'one\n');
  plain('add', '-A');
  plain('commit', '-qm', 'first');
  const open = (
    program: string | undefined = sandbox,
    env: NodeJS.ProcessEnv = { ...process.env, ...(home && { HOME: join(root, home) }) },
  ) => testGit(join(root, 'profile'), program, { opened: [join(root, 'profile/workspace')], env });
  const git = open();
  return { root, folder, put, plain, open, git, reading: git.reading, [Symbol.dispose]: () => temp[Symbol.dispose]() };
}

test('W6: a folder in a repository stays without one of its own; a folder in none gets one, on the person’s first branch, without hooks', async () => {
  using at = place({ home: 'home' });
  at.put('home/.gitconfig', '[init]\n\tdefaultBranch = trunk\n\ttemplateDir = ~/template\n');
  at.put('home/template/hooks/post-checkout', '#!/bin/sh\n');
  const [inside, alone] = [join(at.folder, 'below'), join(at.root, 'alone')];
  for (const folder of [inside, alone]) mkdirSync(folder);
  expect({
    inside: [await at.git.init(inside), existsSync(join(inside, '.git'))],
    alone: [await at.git.init(alone), execFileSync('git', ['branch', '--show-current'], { cwd: alone, encoding: 'utf8' })],
    hooks: existsSync(join(alone, '.git/hooks')),
  }).toEqual({ inside: [true, false], alone: [true, 'trunk\n'], hooks: false });
});

test('G2: a bare repository among the files of a folder is not used; the project gets its own', async () => {
  using at = place();
  const bare = join(at.root, 'bare');
  execFileSync('git', ['clone', '-q', '--bare', at.folder, bare], { stdio: 'ignore' });
  expect({ before: await at.reading.workTree(bare), made: await at.git.init(bare), after: await at.reading.workTree(bare) }).toEqual({
    before: undefined,
    made: true,
    after: bare,
  });
});

test('a repository is found through worktrees and submodules that belong to it, and through nothing that a project can forge', async () => {
  using at = place({ home: 'house' });
  vi.stubEnv('HOME', join(at.root, 'house'));
  onTestFinished(() => void vi.unstubAllEnvs());
  const copy = (name: string, around = '') => {
    const folder = join(at.root, around, name);
    mkdirSync(dirname(folder), { recursive: true });
    execFileSync('git', ['clone', '-q', at.folder, folder], { stdio: 'ignore' });
    return folder;
  };
  const moved = (name: string, part: string) => {
    const folder = copy(name);
    renameSync(join(folder, part), join(at.root, `${name}-part`));
    symlinkSync(join(at.root, `${name}-part`), join(folder, part));
    return folder;
  };
  const [worktree, around, forged, separate, broken] = ['worktree', 'around', 'forged', 'separate', 'around-broken/inner'].map(name =>
    join(at.root, name),
  ) as [string, string, string, string, string];
  at.plain('worktree', 'add', '-q', worktree);
  copy('around');
  execFileSync('git', ['-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', at.folder, 'sub'], {
    cwd: around,
    stdio: 'ignore',
  });
  at.put('forged/.git', `gitdir: ${at.folder}/.git\n`);
  at.put('forged-worktree/.git', `gitdir: ${at.folder}/.git/worktrees/worktree\n`);
  execFileSync('git', ['init', '-q', '--separate-git-dir', join(at.root, 'elsewhere'), separate]);
  copy('around-broken');
  mkdirSync(join(broken, '.git'), { recursive: true });
  mkdirSync(join(at.folder, 'deep/er'), { recursive: true });
  const house = copy('house');
  mkdirSync(join(house, 'in-home'));
  const named = {
    'a folder of it': join(at.folder, 'deep/er'),
    worktree,
    submodule: join(around, 'sub'),
    'a .git folder without a repository in one': broken,
    'a .git file to another repository': forged,
    'a .git file to another worktree': join(at.root, 'forged-worktree'),
    'a git folder elsewhere': separate,
    'a .git link': moved('linked', '.git'),
    'linked objects': moved('objects', '.git/objects'),
    'a repository of the home folder': join(house, 'in-home'),
    'no folder': join(at.root, 'nothing'),
  };
  const found = await Promise.all(Object.entries(named).map(async ([name, folder]) => [name, await at.reading.workTree(folder)]));
  expect(Object.fromEntries(found)).toEqual({
    'a folder of it': at.folder,
    worktree,
    submodule: join(around, 'sub'),
    'a .git folder without a repository in one': dirname(broken),
    'a .git file to another repository': undefined,
    'a .git file to another worktree': undefined,
    'a git folder elsewhere': undefined,
    'a .git link': undefined,
    'linked objects': undefined,
    'a repository of the home folder': undefined,
    'no folder': undefined,
  });
});

for (const [where, program] of [['without a sandbox', undefined] as const, ...(sandbox ? [['in the sandbox', sandbox] as const] : [])]) {
  test(`a worktree, a submodule and a repository in the app’s workspace are read like others, ${where}`, async () => {
    using at = place();
    const { reading } = at.open(program);
    const [worktree, around, own] = ['worktrees/one', 'around', 'profile/workspace/own'].map(name => join(at.root, name)) as [
      string,
      string,
      string,
    ];
    at.plain('worktree', 'add', '-q', worktree);
    for (const to of [around, own]) execFileSync('git', ['clone', '-q', at.folder, to], { stdio: 'ignore' });
    execFileSync('git', ['-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', at.folder, 'sub'], {
      cwd: around,
      stdio: 'ignore',
    });
    const read = async (folder: string) => {
      await reading.mark(folder);
      const marked = await reading.marked(folder, [join(folder, 'a.txt')], 100);
      return [(await reading.files(folder))?.paths, marked?.map(({ bytes }) => Buffer.from(bytes ?? []).toString())];
    };
    const all = [at.folder, worktree, join(around, 'sub'), own];
    const read1 = await Promise.all(all.map(read));
    expect(read1).toEqual(all.map(() => [['a.txt'], ['one\n']]));
  });
}

test('what is ignored is what the repository’s and the person’s lists say; a list that the repository’s configuration names is not read', async () => {
  using at = place({ init: ['--object-format=sha256'], home: 'home' });
  at.put('home/.gitconfig', '[include]\n\tpath = more\n');
  at.put('home/more', '[core]\n\texcludesFile = ~/mine\n');
  at.put('home/mine', '*.mine\n');
  vi.stubEnv('HOME', join(at.root, 'home'));
  onTestFinished(() => void vi.unstubAllEnvs());
  appendFileSync(join(at.folder, '.git/info/exclude'), '*.theirs\n');
  at.put('outside', '*.outside\n');
  at.plain('config', 'core.excludesFile', '../outside');
  for (const name of ['x.mine', 'x.theirs', 'x.outside', 'x.later']) at.put(`project/${name}`, '');
  const before = await at.reading.changed(at.folder);
  appendFileSync(join(at.folder, '.git/info/exclude'), '*.later\n');
  expect({ before, after: (await at.reading.changed(at.folder))?.untracked }).toEqual({
    before: { changed: [], untracked: ['x.later', 'x.outside'].map(name => join(at.folder, name)) },
    after: [join(at.folder, 'x.outside')],
  });
});

test('a named pipe in place of a file of the repository holds nobody', async () => {
  using at = place();
  for (const name of ['.git/index', '.git/info/exclude']) {
    rmSync(join(at.folder, name));
    execFileSync('mkfifo', [join(at.folder, name)]);
  }
  await at.reading.mark(at.folder);
  const pipes = await at.reading.marked(at.folder, [join(at.folder, 'a.txt')], 100);
  for (const name of ['HEAD', 'gitdir', 'pointer']) execFileSync('mkfifo', [join(at.root, name)]);
  mkdirSync(join(at.root, 'pipe'));
  execFileSync('mkfifo', [join(at.root, 'pipe/.git')]);
  rmSync(join(at.folder, '.git/HEAD'));
  execFileSync('mkfifo', [join(at.folder, '.git/HEAD')]);
  expect({ pipes, pointer: await at.reading.workTree(join(at.root, 'pipe')), head: await at.reading.workTree(at.folder) }).toEqual({
    pipes: [],
    pointer: undefined,
    head: undefined,
  });
});

test('the index is kept as it was, whatever is committed afterwards; names are names, and a large content is left out', async () => {
  using at = place();
  const odd = [':(exclude)a.txt', '-x', '*', 'line\nbreak', '\u202eb'];
  for (const name of odd) at.put(`project/${name}`, name);
  at.put('project/large.bin', 'x'.repeat(3_000_000));
  at.put('project/.gitignore', '\\:*\n');
  at.plain('add', '-Af');
  await at.reading.mark(at.folder);
  at.put('project/a.txt', 'two\n');
  at.plain('commit', '-qam', 'second');
  const paths = [...odd, 'large.bin', 'a.txt'].map(name => join(at.folder, name));
  const read = async () => {
    const files = await at.reading.marked(at.folder, paths, 1_000);
    return Object.fromEntries(
      (files ?? []).map(({ path, bytes }) => [path.slice(at.folder.length + 1), bytes && Buffer.from(bytes).toString()]),
    );
  };
  const kept = await read();
  await at.reading.unmark(at.folder);
  expect({ kept, ignored: await at.reading.ignored(at.folder, paths), gone: await read() }).toEqual({
    kept: { ...Object.fromEntries(odd.map(name => [name, name])), 'large.bin': undefined, 'a.txt': 'one\n' },
    ignored: [join(at.folder, ':(exclude)a.txt')],
    gone: {},
  });
});

test('G1: of a partial clone the objects that are missing are missing, and the others are read', async () => {
  using at = place();
  at.put('project/b.txt', 'two\n');
  at.plain('add', '-A');
  const id = at.plain('rev-parse', ':a.txt').trim();
  rmSync(join(at.folder, '.git/objects', id.slice(0, 2), id.slice(2)));
  at.plain('config', 'extensions.partialClone', 'origin');
  await at.reading.mark(at.folder);
  const files = await at.reading.marked(at.folder, [at.folder], 100);
  expect(files?.map(({ path, bytes }) => [path.slice(at.folder.length + 1), bytes && Buffer.from(bytes).toString()])).toEqual([
    ['a.txt', undefined],
    ['b.txt', 'two\n'],
  ]);
});

here('G1: what git would start while it reads could write nowhere and reach nobody', async () => {
  using at = place();
  const server = createServer(socket => socket.destroy()).listen(0);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  let connected = 0;
  server.on('connection', () => {
    connected += 1;
  });
  const { port } = server.address() as { port: number };
  const said = [
    'for p in . .git "$HOME" / /tmp "$GIT_DIR"; do echo x > "$p/planted" && echo "wrote $p"; done',
    `echo x > /dev/tcp/127.0.0.1/${port} && echo connected`,
    `cat '${at.root}/profile/key' '${at.root}/beside' && echo "read it"; kill -9 ${process.pid} && echo killed; echo tried`,
  ].join('; ');
  at.put('profile/key', 'SECRET');
  at.put('beside', 'SECRET');
  await at.reading.files(at.folder);
  const { output } = await at.git.program.read({
    args: ['-c', `alias.evil=!/bin/bash -c '${said.replaceAll("'", "'\\''")}'`, 'evil'],
    cwd: at.folder,
    top: at.folder,
    alsoRead: [],
    env: { GIT_DIR: join(at.folder, '.git'), PATH: '/usr/bin:/bin' },
  });
  expect({ output: output.toString(), connected, planted: existsSync(join(at.folder, 'planted')) }).toEqual({
    output: 'tried\n',
    connected: 0,
    planted: false,
  });
});

test('S13: git is an absolute path outside of the project that was found once, wherever the app was started and whatever comes onto PATH later', async () => {
  using at = place();
  for (const name of ['bin/git', 'project/git', 'project/node_modules/.bin/git']) {
    at.put(name, '#!/bin/sh\nexit 0\n');
    execFileSync('chmod', ['755', join(at.root, name)]);
  }
  const env: NodeJS.ProcessEnv = { PATH: `.::${at.folder}/node_modules/.bin:${at.folder}:${process.env.PATH}` };
  const before = process.cwd();
  onTestFinished(() => process.chdir(before));
  process.chdir(at.folder);
  const inProject = at.open(undefined, env);
  const found = await inProject.program.path([at.folder]);
  process.chdir('/');
  const atRoot = await at.open(undefined, env).program.path([at.folder]);
  env.PATH = `${at.root}/bin`;
  expect({ found, atRoot, later: await inProject.program.path([at.folder]) }).toEqual({ found, atRoot: found, later: found });
  expect(found).toMatch(/^\/(?!tmp)/);
});

test('the state of a work tree: its branch, what differs, and how far it is from the branch that it follows, as last fetched', async () => {
  using at = place();
  const main = at.plain('branch', '--show-current').trim();
  const first = await at.reading.status(at.folder);
  at.plain('update-ref', `refs/remotes/origin/${main}`, 'HEAD');
  at.plain('config', 'remote.origin.url', 'https://example.org/x.git');
  at.plain('config', `branch.${main}.remote`, 'origin');
  at.plain('config', `branch.${main}.merge`, `refs/heads/${main}`);
  at.put('project/b.txt', 'two\n');
  at.plain('add', 'b.txt');
  at.plain('commit', '-qm', 'second');
  at.put('project/a.txt', 'changed\n');
  at.put('project/b.txt', 'changed\n');
  at.plain('add', 'b.txt');
  at.put('project/odd \n name', 'new\n');
  const second = await at.reading.status(join(at.folder));
  at.plain('worktree', 'add', '-q', '--detach', join(at.root, 'other'));
  const other = await at.reading.status(join(at.root, 'other'));
  const counts = { staged: 0, changed: 0, untracked: 0, conflicts: 0, differing: 0 };
  const own = join(at.folder, '.git');
  expect({ first, second, other, none: await at.reading.status(at.root) }).toEqual({
    first: { folder: at.folder, isWorktree: false, gitFolders: [own], branch: main, commit: expect.any(String), ...counts },
    second: {
      ...{ folder: at.folder, isWorktree: false, gitFolders: [own], branch: main, commit: expect.any(String), conflicts: 0 },
      ...{ staged: 1, changed: 1, untracked: 1, differing: 3, upstream: { name: `origin/${main}`, ahead: 1, behind: 0 } },
    },
    other: {
      folder: join(at.root, 'other'),
      isWorktree: true,
      gitFolders: [join(own, 'worktrees/other'), own],
      commit: expect.any(String),
      ...counts,
    },
    none: undefined,
  });
});

test('the state of a work tree before its first commit, and during a conflict', async () => {
  using at = place();
  const main = at.plain('branch', '--show-current').trim();
  at.plain('checkout', '-qb', 'theirs');
  at.put('project/a.txt', 'theirs\n');
  at.plain('commit', '-qam', 'theirs');
  at.plain('checkout', '-q', main);
  at.put('project/a.txt', 'ours\n');
  at.plain('commit', '-qam', 'ours');
  try {
    at.plain('merge', '-q', 'theirs');
  } catch {
    // It ends with a conflict.
  }
  const conflict = await at.reading.status(at.folder);
  at.plain('reset', '-q', '--hard');
  at.plain('checkout', '-q', '--orphan', 'fresh');
  const fresh = await at.reading.status(at.folder);
  expect([conflict?.conflicts, fresh?.branch, fresh?.commit]).toEqual([1, 'fresh', undefined]);
});
