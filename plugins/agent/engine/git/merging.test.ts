import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { codeOf, place } from './place.fixture.ts';

/** A place with a worktree `at.tree` on the branch `feature`, which has one commit more than `main` with these files. */
function branched(files: Readonly<Record<string, string>> = { 'a.txt': 'two\n' }) {
  const at = place();
  at.plain('config', 'user.name', 'Ada');
  at.plain('config', 'user.email', 'ada@example.org');
  const tree = join(at.root, 'tree');
  at.plain('worktree', 'add', '-q', '-b', 'feature', tree);
  const inTree = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: tree, encoding: 'utf8', stdio: 'pipe' });
  for (const [name, text] of Object.entries(files)) at.put(`tree/${name}`, text);
  inTree('add', '-A');
  inTree('commit', '-qm', 'feature');
  return { ...at, tree, inTree, commitOf: (name: string) => at.plain('rev-parse', name).trim() };
}

test('the checkout of a branch follows a merge also where it is a worktree with relative links', async () => {
  using at = branched();
  at.plain('checkout', '-q', '-b', 'work');
  at.put('project/a.txt', 'work\n');
  at.plain('commit', '-qam', 'work');
  at.inTree('checkout', '-q', 'main');
  at.put('project/.git/worktrees/tree/gitdir', '../../../../tree/.git\n');
  at.put('tree/.git', 'gitdir: ../project/.git/worktrees/tree\n');
  const merged = await at.merging.merge(at.folder);
  expect([merged.result, at.plain('log', '-1', '--format=%s', 'main'), at.inTree('status', '--porcelain')]).toEqual([
    'forwarded',
    'work\n',
    '',
  ]);
});

test('a branch that another worktree is in the middle of rebasing or bisecting is not moved', async () => {
  const outcomes: Record<string, string> = {};
  for (const [file, text] of [
    ['rebase-merge/head-name', 'refs/heads/main\n'],
    ['rebase-apply/head-name', 'refs/heads/main\n'],
    ['BISECT_START', 'main\n'],
    ['rebase-merge/head-name', 'refs/heads/other\n'],
  ] as const) {
    using at = branched();
    at.plain('checkout', '-q', '--detach');
    at.inTree('checkout', '-q', '-b', 'work');
    at.plain('worktree', 'add', '-q', '--detach', join(at.root, 'third'));
    at.put(`project/.git/worktrees/third/${file}`, text);
    const before = at.commitOf('main');
    at.plain('checkout', '-q', 'work', '--ignore-other-worktrees');
    const outcome = await codeOf(at.merging.merge(at.folder));
    outcomes[`${file} ${text.trim()}`] = `${outcome}${before === at.commitOf('main') ? '' : ', moved'}`;
  }
  expect(outcomes).toEqual({
    'rebase-merge/head-name refs/heads/main': 'unfinished',
    'rebase-apply/head-name refs/heads/main': 'unfinished',
    'BISECT_START main': 'unfinished',
    'rebase-merge/head-name refs/heads/other': 'done, moved',
  });
});

test('a file of the checkout that was only touched is no change in the way of a merge; what else keeps git from it is said', async () => {
  using at = branched();
  utimesSync(join(at.folder, 'a.txt'), new Date(0), new Date(0));
  const { act } = at.program;
  at.program.act = async command =>
    command.args[0] === 'read-tree'
      ? { code: 128, output: Buffer.alloc(0), complaint: 'fatal: no room' }
      : await act.call(at.program, command);
  const said = await at.merging.merge(at.tree).catch(String);
  at.program.act = act;
  const merged = await codeOf(at.merging.merge(at.tree));
  expect([said, merged, readFileSync(join(at.folder, 'a.txt'), 'utf8')]).toEqual([expect.stringContaining('no room'), 'done', 'two\n']);
});

test('what was fetched of a submodule is merged into its own checkout', async () => {
  using at = place();
  using other = place();
  at.plain('-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', other.folder, 'sub');
  at.plain('commit', '-qm', 'sub');
  const sub = join(at.folder, 'sub');
  const inSub = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: sub, encoding: 'utf8', stdio: 'pipe' });
  writeFileSync(join(sub, 'a.txt'), 'two\n');
  inSub('commit', '-qam', 'two');
  inSub('update-ref', 'refs/remotes/origin/main', 'HEAD');
  inSub('reset', '-q', '--hard', 'HEAD~1');
  const merged = await at.merging.mergeFetched(sub, { remote: 'origin', branch: 'main' });
  expect([merged.result, inSub('status', '--porcelain'), readFileSync(join(sub, 'a.txt'), 'utf8')]).toEqual(['forwarded', '', 'two\n']);
});

test('a merge that was cut off between the checkout and its branch is ended at the next use, with what was staged beside it', async () => {
  using at = branched();
  at.put('project/beside.txt', 'mine\n');
  at.plain('add', 'beside.txt');
  const { act } = at.program;
  const cut = new Promise<void>(done => {
    at.program.act = async command => {
      if (command.args[0] !== 'update-ref') return await act.call(at.program, command);
      done();
      return await new Promise(() => undefined);
    };
  });
  void at.merging.merge(at.tree);
  await cut;
  const before = at.plain('status', '--porcelain');
  // Another process, which does not know what this one does.
  const script = join(at.root, 'next.ts');
  writeFileSync(
    script,
    `import { testGit } from ${JSON.stringify(new URL('../../../../tests/support/test-git.ts', import.meta.url).href)};
    const git = testGit(${JSON.stringify(join(at.root, 'next'))});
    console.log((await git.merging.merge(${JSON.stringify(at.tree)})).result);`,
  );
  const said = execFileSync(process.execPath, [script], { encoding: 'utf8', env: at.env });
  expect({
    before,
    said,
    after: at.plain('status', '--porcelain'),
    moved: at.commitOf('main') === at.commitOf('feature'),
    note: existsSync(join(at.folder, '.git/atelier-merge.json')),
  }).toEqual({
    before: 'M  a.txt\nA  beside.txt\n',
    said: 'nothing\n',
    after: 'A  beside.txt\n',
    moved: true,
    note: false,
  });
});

test('a file that .gitattributes say is merged in a way of its own is not merged in another one, where both sides have changed it', async () => {
  const lines = (changed: Readonly<Record<number, string>>) =>
    `${Array.from({ length: 20 }, (_, line) => changed[line] ?? `line ${line}`).join('\n')}\n`;
  const outcomes: Record<string, string> = {};
  for (const attribute of ['merge=union', 'binary', 'eol=lf']) {
    using at = branched();
    at.put('project/.gitattributes', `lock.txt ${attribute}\none.txt -merge\n`);
    at.put('project/lock.txt', lines({}));
    at.put('project/one.txt', 'one\n');
    at.plain('add', '-A');
    at.plain('commit', '-qm', 'lock');
    at.inTree('reset', '-q', '--hard', 'main');
    at.put('tree/lock.txt', lines({ 1: 'theirs' }));
    for (const name of ['one.txt', 'a.txt']) at.put(`tree/${name}`, 'theirs\n');
    at.inTree('commit', '-qam', 'theirs');
    at.put('project/lock.txt', lines({ 18: 'ours' }));
    at.plain('commit', '-qam', 'ours');
    const merged = await codeOf(at.merging.merge(at.tree));
    at.put('project/a.txt', 'ours\n');
    at.plain('commit', '-qam', 'a conflict');
    if (merged === 'done') at.inTree('commit', '-q', '--amend', '-m', 'another');
    outcomes[attribute] = `${merged}, ${await codeOf(at.resolving.begin(at.tree, 'conflict'))}`;
  }
  expect(outcomes).toEqual({
    'merge=union': 'merge-attribute, merge-attribute',
    binary: 'merge-attribute, merge-attribute',
    'eol=lf': 'done, done',
  });
});
