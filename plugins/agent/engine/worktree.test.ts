import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { tempFolder } from '../../../kernel/testing/temp-folder.ts';
import { lacks, needing } from '../../../tests/support/needing.ts';
import { detectSandbox } from './detect-sandbox.ts';
import { gitIdentity, worktreeGit } from './git-folders.ts';
import { bashOperations } from './sandbox.ts';

// A machine under load starts a process in seconds; how long anything takes is no claim of these tests.
vi.setConfig({ testTimeout: 60_000 });
const sandbox = await detectSandbox();

/** A repository with a commit, and a worktree of it as conversations have them. */
function place() {
  const folder = tempFolder();
  const home = realpathSync(folder.path);
  const main = join(home, 'main');
  const cwd = join(home, 'worktrees/one');
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: main, encoding: 'utf8', stdio: 'pipe' });
  mkdirSync(main);
  git('init', '-q', '-b', 'main');
  writeFileSync(join(main, 'a.txt'), 'a\n');
  git('add', '.');
  git('commit', '-qm', 'begin');
  git('gc', '-q');
  git('worktree', 'add', '-q', '-b', 'atelier/one', cwd);
  writeFileSync(join(home, '.gitconfig'), '[core]\n\tpager = evil\n[user]\n\tname = "Ada" # me\n\temail = ada@example.org\n');
  vi.stubEnv('HOME', home);
  vi.stubEnv('XDG_CONFIG_HOME', undefined);
  const operations = bashOperations({ mode: 'secure', cwd, network: false, forbidden: [], sandbox });
  const run = async (command: string) => {
    let output = '';
    const onData = (data: Buffer) => {
      output += data.toString('utf8');
    };
    const { exitCode } = await operations.exec(command, cwd, { onData });
    return { exitCode, output };
  };
  return {
    home,
    main,
    cwd,
    git,
    run,
    [Symbol.dispose]: () => {
      vi.unstubAllEnvs();
      folder[Symbol.dispose]();
    },
  };
}

needing(sandbox === undefined && lacks.sandbox)(
  'S12: in a worktree one commits on its branch; main, its packs, hooks, configuration and files are out of reach',
  async () => {
    using at = place();
    const main = at.git('rev-parse', 'main').trim();
    const commit = await at.run('echo b > b.txt && git add -A && git commit -qm work && git log -1 --format=%an%s && git status --short');
    const packs = readdirSync(join(at.main, '.git/objects/pack'));
    const attacks = [
      'git update-ref refs/heads/main HEAD',
      'git branch -f main HEAD',
      'git config user.name evil',
      'git config --worktree user.name evil',
      `echo x > ${at.main}/.git/hooks/post-commit`,
      `rm -f ${at.main}/.git/objects/pack/*`,
      `echo x > ${at.main}/.git/packed-refs`,
      `cat ${at.main}/a.txt`,
      `echo x > ${at.main}/a.txt`,
      'echo "gitdir: ../elsewhere" > .git',
      `echo /tmp > ${at.main}/.git/worktrees/one/commondir`,
    ];
    const failed = [];
    for (const attack of attacks) failed.push((await at.run(attack)).exitCode !== 0);
    expect({
      commit,
      failed,
      main: at.git('rev-parse', 'main').trim() === main,
      branch: at.git('log', '-1', '--format=%s', 'atelier/one').trim(),
      packs: readdirSync(join(at.main, '.git/objects/pack')),
      hook: existsSync(join(at.main, '.git/hooks/post-commit')),
      config: readFileSync(join(at.main, '.git/config'), 'utf8').includes('evil'),
    }).toEqual({
      commit: { exitCode: 0, output: 'Adawork\n' },
      failed: attacks.map(() => true),
      main: true,
      branch: 'work',
      packs,
      hook: false,
      config: false,
    });
  },
);

test('S12: a forged .git file gives no access, because what it points to does not point back', () => {
  using at = place();
  const strange = join(at.home, 'strange');
  mkdirSync(strange);
  writeFileSync(join(strange, '.git'), `gitdir: ${at.main}/.git/worktrees/one\n`);
  const forged = join(strange, 'forged');
  mkdirSync(forged);
  writeFileSync(join(forged, '.git'), `gitdir: ${strange}/own\n`);
  mkdirSync(join(strange, 'own'));
  writeFileSync(join(strange, 'own/commondir'), `${at.home}\n`);
  writeFileSync(join(strange, 'own/gitdir'), `${forged}/.git\n`);
  expect([worktreeGit(strange), worktreeGit(forged), worktreeGit(at.main), worktreeGit(at.cwd)]).toEqual([
    undefined,
    undefined,
    undefined,
    { common: join(at.main, '.git'), own: join(at.main, '.git/worktrees/one') },
  ]);
});

test('only name and email are read from the git configuration of the person', () => {
  using at = place();
  expect([gitIdentity(at.home), gitIdentity('/nonexistent')]).toEqual([
    { GIT_AUTHOR_NAME: 'Ada', GIT_COMMITTER_NAME: 'Ada', GIT_AUTHOR_EMAIL: 'ada@example.org', GIT_COMMITTER_EMAIL: 'ada@example.org' },
    {},
  ]);
});
