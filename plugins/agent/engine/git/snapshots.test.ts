import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { traps } from '../../../../tests/support/git-traps.ts';
import { hostileRepository } from '../../../../tests/support/hostile-repository.ts';
import { testGit } from '../../../../tests/support/test-git.ts';
import { codeOf, place } from './place.fixture.ts';

type Snapshots = Pick<ReturnType<typeof place>, 'snapshots'>;

async function putAway({ snapshots }: Snapshots, path: string): Promise<string> {
  const name = await snapshots.keep(path);
  await snapshots.removeKept(path, name);
  return name;
}

test('W6: a worktree is put away with what is not committed in it, and comes back with the same files, also after a clean-up of git', async () => {
  using at = place();
  at.put('project/gone.txt', 'one\n');
  at.put('project/staged.txt', 'one\n');
  at.plain('add', '-A');
  at.plain('commit', '-qm', 'second');
  const path = await at.worktrees.add(at.folder, { name: 'one', from: 'main' });
  const file = (name: string, folder = path) => join(folder, name);
  writeFileSync(file('a.txt'), Buffer.from([0x63, 0xe9, 0x0d, 0x0a]));
  writeFileSync(file('staged.txt'), 'two\n');
  execFileSync('git', ['add', 'staged.txt'], { cwd: path });
  rmSync(file('gone.txt'));
  mkdirSync(file('deep'));
  writeFileSync(file('deep/run “it”\n.sh'), '#!/bin/sh\n');
  chmodSync(file('deep/run “it”\n.sh'), 0o755);
  symlinkSync('../elsewhere', file('link'));
  const name = await putAway(at, path);
  const away = [existsSync(path), at.plain('rev-parse', 'atelier/one') === at.plain('rev-parse', 'main')];
  execFileSync('git', ['gc', '-q', '--prune=now'], { cwd: at.folder });
  const back = await at.snapshots.bringBack(at.folder, { name, branch: 'again' });
  expect({
    away,
    a: [...readFileSync(file('a.txt', back))],
    staged: readFileSync(file('staged.txt', back), 'utf8'),
    gone: existsSync(file('gone.txt', back)),
    run: lstatSync(file('deep/run “it”\n.sh', back)).mode & 0o100,
    link: readlinkSync(file('link', back)),
    status: execFileSync('git', ['status', '--short', '--branch', '-uall'], { cwd: back, encoding: 'utf8' }).split('\n'),
  }).toEqual({
    away: [false, true],
    a: [0x63, 0xe9, 0x0d, 0x0a],
    staged: 'two\n',
    gone: false,
    run: 0o100,
    link: '../elsewhere',
    status: ['## atelier/again', ' M a.txt', ' D gone.txt', ' M staged.txt', expect.stringContaining('deep/run'), '?? link', ''],
  });
});

test('W6: a change of the same length, in the second in which git wrote its index, is kept with the rest', async () => {
  using at = place();
  at.plain('config', 'core.trustctime', 'false');
  const path = await at.worktrees.add(at.folder, { name: 'one', from: 'main' });
  const file = join(path, 'a.txt');
  const index = execFileSync('git', ['rev-parse', '--git-path', 'index'], { cwd: path, encoding: 'utf8' }).trim();
  utimesSync(file, 1_700_000_000, 1_700_000_000);
  execFileSync('git', ['update-index', '--refresh'], { cwd: path });
  writeFileSync(file, 'two\n');
  for (const one of [file, index]) utimesSync(one, 1_700_000_000, 1_700_000_000);
  const back = await at.snapshots.bringBack(at.folder, { name: await putAway(at, path), branch: 'again' });
  expect(readFileSync(join(back, 'a.txt'), 'utf8')).toBe('two\n');
});

test('W6: a worktree stays where something would be lost: what git ignores, a repository in it, something unfinished, and what is not Atelier’s', async () => {
  using at = place();
  const codes: Record<string, string> = {};
  const refused = async (what: string, work: (path: string) => void) => {
    const path = await at.worktrees.add(at.folder, { name: what, from: 'main' });
    work(path);
    codes[what] = `${await codeOf(putAway(at, path))} ${existsSync(path)}`;
  };
  at.put('project/.git/info/exclude', '.env\n');
  await refused('ignored', path => writeFileSync(join(path, '.env'), 'SECRET=1\n'));
  await refused('nested', path => {
    execFileSync('git', ['init', '-q', 'inner'], { cwd: path });
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', 'commit', '-qm', 'x', '--allow-empty'], { cwd: join(path, 'inner') });
  });
  await refused('overlooked', path => {
    execFileSync('git', ['update-index', '--assume-unchanged', 'a.txt'], { cwd: path });
    writeFileSync(join(path, 'a.txt'), 'two\n');
  });
  await refused('detached', path => execFileSync('git', ['checkout', '-q', '--detach'], { cwd: path }));
  codes.own = await codeOf(putAway(at, at.folder));
  codes.gone = await codeOf(at.snapshots.bringBack(at.folder, { name: `1-${'0'.repeat(40)}`, branch: 'x' }));
  expect(codes).toEqual({
    ignored: 'worktree-ignored true',
    nested: 'worktree-nested true',
    overlooked: 'worktree-overlooked true',
    detached: 'worktree-detached true',
    own: 'worktree-unknown',
    gone: 'snapshot-gone',
  });
});

test('W6: what was changed or committed after a worktree was kept is not removed with it', async () => {
  using at = place();
  const path = await at.worktrees.add(at.folder, { name: 'one', from: 'main' });
  writeFileSync(join(path, 'a.txt'), 'two\n');
  const name = await at.snapshots.keep(path);
  writeFileSync(join(path, 'new.txt'), 'new\n');
  const changed = await codeOf(at.snapshots.removeKept(path, name));
  const second = await at.snapshots.keep(path);
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', 'commit', '-qam', 'work'], { cwd: path });
  const committed = await codeOf(at.snapshots.removeKept(path, second));
  expect({ changed, committed, there: existsSync(join(path, 'new.txt')) }).toEqual({
    changed: 'worktree-changed',
    committed: 'worktree-changed',
    there: true,
  });
});

test.each(traps.map(trap => [trap.name, trap] as const))(
  'G1, W6: putting away and bringing back runs nothing through %s',
  async (_name, trap) => {
    using at = hostileRepository();
    trap.plant(at);
    at.forget();
    const git = testGit(join(at.beside, 'own'), undefined, { env: { ...process.env, ...trap.env?.(at) } });
    const path = await git.worktrees.add(at.folder, { name: 'one', from: 'HEAD' }).catch(() => undefined);
    if (path !== undefined) {
      writeFileSync(join(path, 'new.txt'), '');
      const name = await putAway(git, path).catch(() => undefined);
      if (name !== undefined) await git.snapshots.bringBack(at.folder, { name, branch: 'two' }).catch(() => undefined);
    }
    expect(at.ran).toBe(false);
  },
);

test('W6: a submodule that was not fetched keeps no worktree from being kept, removed and brought back', async () => {
  using at = place();
  at.plain('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},sub`);
  at.plain('commit', '-qm', 'submodule');
  const path = await at.worktrees.add(at.folder, { name: 'one', from: 'main' });
  writeFileSync(join(path, 'a.txt'), 'two\n');
  const name = await at.snapshots.keep(path);
  await at.snapshots.removeKept(path, name);
  const back = await at.snapshots.bringBack(at.folder, { name, branch: 'two' });
  expect([existsSync(path), readFileSync(join(back, 'a.txt'), 'utf8')]).toEqual([false, 'two\n']);
});

test('W6: a worktree is kept after keeping it was once cut off', async () => {
  using at = place();
  const path = await at.worktrees.add(at.folder, { name: 'one', from: 'main' });
  writeFileSync(join(path, 'a.txt'), 'two\n');
  const { act } = at.program;
  at.program.act = async command => {
    if (command.args[0] !== 'add') return await act.call(at.program, command);
    at.program.act = act;
    writeFileSync(`${command.env.GIT_INDEX_FILE}.lock`, '');
    return { code: undefined, output: Buffer.alloc(0), complaint: '' };
  };
  expect([await codeOf(at.snapshots.keep(path)), await codeOf(at.snapshots.keep(path))]).toEqual(['failed', 'done']);
});
