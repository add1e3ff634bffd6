import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { codeOf, place } from './place.fixture.ts';

/** Two branches that both have a commit of their own, or only `feature` has one; `origin/main` is as `feature`. */
function branched(isForward: boolean) {
  const at = place();
  at.plain('config', 'user.name', 'Ada');
  at.plain('config', 'user.email', 'ada@example.org');
  const tree = join(at.root, 'tree');
  at.plain('worktree', 'add', '-q', '-b', 'feature', tree);
  at.put('tree/new.txt', 'feature\n');
  const inTree = (...args: string[]) => execFileSync('git', args, { cwd: tree, stdio: 'pipe' });
  inTree('add', '-A');
  inTree('commit', '-qm', 'feature');
  if (!isForward) {
    at.put('project/ours.txt', 'ours\n');
    at.plain('add', '-A');
    at.plain('commit', '-qm', 'ours');
  }
  at.plain('update-ref', 'refs/remotes/origin/main', 'feature');
  const mark = join(at.root, 'ran');
  const command = `echo ran >> '${mark}'`;
  const program = (name: string) => chmodSync(at.put(`project/${name}`, `#!/bin/sh\n${command}\n`), 0o755);
  const configure = (text: string) => appendFileSync(join(at.folder, '.git/config'), `${text}\n`);
  /** Whether something ran since the last time. */
  const ran = () => {
    const isThere = existsSync(mark);
    rmSync(mark, { force: true });
    return isThere;
  };
  return { ...at, tree, command, program, configure, ran };
}

type Place = ReturnType<typeof branched>;

/** Those that have a say in the commit of a merge, and those that git runs besides. */
const deciding = ['pre-commit', 'prepare-commit-msg', 'commit-msg', 'post-commit', 'pre-merge-commit', 'reference-transaction'];
const others = ['post-merge', 'post-checkout', 'post-index-change', 'post-rewrite', 'pre-rebase', 'pre-auto-gc', 'push-to-checkout'];

const filter = (kind: string) => (at: Place) => {
  at.put('project/.git/info/attributes', '* filter=evil\n');
  at.configure(`[filter "evil"]\n\t${kind} = "${at.command}; cat #"`);
};

const ways: Readonly<Record<string, (at: Place) => void>> = {
  'hooks that decide': at => {
    for (const name of deciding) at.program(`.git/hooks/${name}`);
  },
  'hooks that decide, by core.hooksPath': at => {
    for (const name of deciding) at.program(`.git/husky/${name}`);
    at.configure('[core]\n\thooksPath = .git/husky');
  },
  'other hooks': at => {
    for (const name of others) at.program(`.git/hooks/${name}`);
  },
  'other hooks, by core.hooksPath': at => {
    for (const name of others) at.program(`.git/husky/${name}`);
    at.configure('[core]\n\thooksPath = .git/husky');
  },
  'core.fsmonitor': at => at.configure(`[core]\n\tfsmonitor = "${at.command} #"`),
  'a filter: smudge': filter('smudge'),
  'a filter: clean': filter('clean'),
  'a filter: process': filter('process'),
};

const acts: Readonly<Record<string, readonly [isForward: boolean, act: (at: Place) => Promise<{ readonly result: string }>]>> = {
  'a merge that goes forward': [true, at => at.merging.merge(at.tree)],
  'a merge': [false, at => at.merging.merge(at.tree)],
  'a pull that goes forward': [true, at => at.merging.mergeFetched(at.folder, { remote: 'origin', branch: 'main' })],
  'a pull': [false, at => at.merging.mergeFetched(at.folder, { remote: 'origin', branch: 'main' })],
};

const all = { forward: 'forwarded', merge: 'merged' };
const expected: Readonly<Record<string, { readonly forward: string; readonly merge: string }>> = {
  'hooks that decide': { ...all, merge: 'merge-hooks' },
  'hooks that decide, by core.hooksPath': { ...all, merge: 'merge-hooks' },
  'a filter: smudge': { forward: 'filtered', merge: 'filtered' },
  'a filter: clean': { forward: 'filtered', merge: 'filtered' },
  'a filter: process': { forward: 'filtered', merge: 'filtered' },
};

test.each(
  Object.entries(ways).flatMap(([way, plant]) =>
    Object.entries(acts).map(([act, [isForward, run]]) => ({ act, way, plant, isForward, run })),
  ),
)('G1: $act runs nothing through $way, where plain git does', async ({ way, plant, isForward, run }) => {
  using at = branched(isForward);
  plant(at);
  at.ran();
  const { result } = await run(at).catch(async (error: unknown) => ({ result: await codeOf(Promise.reject(error)) }));
  const ran = at.ran();
  // The same by the person's own git, where nothing was merged yet.
  if (at.plain('log', '--format=%H', 'main').includes(at.plain('rev-parse', 'feature').trim())) at.plain('reset', '-q', '--hard', 'main~1');
  at.ran();
  await codeOf((async () => at.plain('merge', '-q', '-m', 'x', 'feature'))());
  const { forward, merge } = expected[way] ?? all;
  expect({ result, ran, plain: at.ran() }).toEqual({ result: isForward ? forward : merge, ran: false, plain: true });
});
