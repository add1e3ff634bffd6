import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { codeOf, place } from './place.fixture.ts';

// A machine under load starts a process in seconds; the limit only ends what hangs.
vi.setConfig({ testTimeout: 120_000 });

const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', '-c', 'protocol.file.allow=always', ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: 'pipe',
  });
type Place = ReturnType<typeof place>;

/** All that a repository says of itself. */
const stateOf = (folder: string) => [
  git(folder, 'for-each-ref'),
  git(folder, '--no-optional-locks', 'status', '--porcelain=2', '--branch', '--ignored'),
  git(folder, 'worktree', 'list', '--porcelain'),
  readdirSync(join(folder, '.git')).toSorted(),
];

function inConflict({ plain, put }: Place): void {
  plain('checkout', '-qb', 'side');
  put('project/a.txt', 'side\n');
  plain('commit', '-qam', 'side');
  plain('checkout', '-q', 'main');
  put('project/a.txt', 'main\n');
  plain('commit', '-qam', 'main');
}

/** What is odd, how it is made; where it is, if not the project; and what staging and a worktree of its commit end with. */
const odd: readonly (readonly [string, (at: Place) => string | undefined, { readonly stage: string; readonly add: string }])[] = [
  ['a detached HEAD', at => void at.plain('checkout', '-q', '--detach'), { stage: 'done', add: 'done' }],
  [
    'a merge that is not finished',
    at => {
      inConflict(at);
      expect(() => at.plain('merge', '-q', 'side')).toThrow();
      return undefined;
    },
    { stage: 'unfinished', add: 'done' },
  ],
  [
    'a rebase that is not finished',
    at => {
      inConflict(at);
      expect(() => at.plain('rebase', '-q', 'side')).toThrow();
      return undefined;
    },
    { stage: 'unfinished', add: 'done' },
  ],
  ['the lock of another git', at => void at.put('project/.git/index.lock', ''), { stage: 'locked', add: 'done' }],
  [
    'a shallow clone',
    at => {
      at.put('project/b.txt', 'two\n');
      at.plain('add', '-A');
      at.plain('commit', '-qm', 'second');
      git(at.root, 'clone', '-q', '--depth=1', `file://${at.folder}`, 'shallow');
      return join(at.root, 'shallow');
    },
    { stage: 'done', add: 'done' },
  ],
  [
    'a sparse checkout',
    at => {
      at.put('project/deep/b.txt', 'two\n');
      at.plain('add', '-A');
      at.plain('commit', '-qm', 'second');
      at.plain('sparse-checkout', 'set', '--no-cone', '/a.txt');
      return undefined;
    },
    { stage: 'done', add: 'done' },
  ],
  [
    'a submodule',
    at => {
      git(at.root, 'init', '-q', 'other');
      writeFileSync(join(at.root, 'other/o.txt'), 'o\n');
      git(join(at.root, 'other'), 'add', '-A');
      git(join(at.root, 'other'), 'commit', '-qm', 'o');
      git(at.folder, 'submodule', '--quiet', 'add', join(at.root, 'other'), 'sub');
      at.plain('commit', '-qm', 'sub');
      return undefined;
    },
    { stage: 'done', add: 'done' },
  ],
  [
    'a partial clone',
    at => {
      at.plain('config', 'uploadpack.allowFilter', 'true');
      git(at.root, 'clone', '-q', '--filter=blob:none', `file://${at.folder}`, 'partial');
      return join(at.root, 'partial');
    },
    { stage: 'partial', add: 'partial' },
  ],
  [
    'names with blanks, quotes, line ends and other case',
    at => {
      for (const name of ['a b.txt', 'it’s "so".txt', 'two\nlines.txt', '-dash', 'A.TXT', '😀.txt']) at.put(`project/${name}`, `${name}\n`);
      at.plain('add', '-A');
      at.plain('commit', '-qm', 'names');
      return undefined;
    },
    { stage: 'done', add: 'done' },
  ],
];

test.each(odd)(
  '%s: what is refused changes nothing, and a worktree comes and goes without a trace but its branch',
  async (_name, make, ends) => {
    using at = place();
    const folder = realpathSync(make(at) ?? at.folder);
    const before = stateOf(folder);
    const made: string[] = [];
    const add = await codeOf(at.worktrees.add(folder, { name: 'one', from: 'HEAD' }).then(path => made.push(path)));
    for (const path of made) {
      expect(git(path, 'status', '--porcelain', '--ignore-submodules=all')).toBe('');
      await at.worktrees.drop(path);
      git(folder, 'branch', '-qD', 'atelier/one');
    }
    const after = stateOf(folder);
    // Folders that git itself leaves empty, and where git keeps a list of branches, say nothing.
    const without = (state: ReturnType<typeof stateOf>) => [
      ...state.slice(0, 3),
      (state[3] as string[]).filter(name => !/^(?:worktrees|logs|packed-refs)$/.test(name)),
    ];
    expect([add, without(after), made.map(path => existsSync(path))]).toEqual([ends.add, without(before), made.map(() => false)]);
    if (ends.stage === 'done') writeFileSync(join(folder, 'new.txt'), 'new\n');
    const unstaged = stateOf(folder);
    const stage = await codeOf(at.committing.stage(folder, ends.stage === 'done' ? ['new.txt'] : ['a.txt']));
    expect(stage).toBe(ends.stage);
    if (ends.stage !== 'done') expect(without(stateOf(folder))).toEqual(without(unstaged));
    else expect(git(folder, 'diff', '--cached', '--name-only').trim()).toBe('new.txt');
  },
);

test('an unborn branch and a bare repository have no worktree made of them, in words', async () => {
  using at = place();
  git(at.root, 'init', '-q', 'unborn');
  git(at.root, 'init', '-q', '--bare', 'bare.git');
  const ends = await Promise.all(
    ['unborn', 'bare.git'].map(name => codeOf(at.worktrees.add(join(at.root, name), { name: 'one', from: 'HEAD' }))),
  );
  expect(ends).toEqual(['name', 'no-repository']);
});
