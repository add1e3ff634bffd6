import { lstatSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { isInside, realPath } from './containment.ts';
import { prepareWorktree, worktreeGit, writableInGit } from './git-folders.ts';
import type { GuardedName } from './guard-names.ts';
import { pinnedInGit, protectedNames, redirectsOfGit } from './protected-paths.ts';

/** What keeps a command from writing the files of a project that configure other programs. */
export interface Pins {
  /** Arguments of bubblewrap that mount what exists read-only, so that renaming a parent folder fails, too. */
  readonly args: readonly string[];
  /** What does not exist, and links, which cannot be mounted over: they must stay as they are. */
  readonly guarded: readonly GuardedName[];
}

/** The pins of a project; `obeyed` are more files in it, which exist or not. */
export function pinsOf(cwd: string, obeyed: readonly string[]): Pins {
  const pins = joined([...protectedNames.map(name => join(cwd, name)), ...obeyed].map(path => pinOf(path, cwd)));
  const git = join(cwd, '.git');
  const worktree = worktreeGit(cwd);
  if (worktree) {
    prepareWorktree(worktree);
    const { own, common } = worktree;
    const mounts = [
      ...['--ro-bind', git, git, '--ro-bind', common, common],
      ...writableInGit(worktree).flatMap(path => ['--bind', path, path]),
      ...['objects/pack', 'objects/info'].map(name => join(common, name)).flatMap(path => ['--ro-bind', path, path]),
    ];
    return joined([{ args: mounts, guarded: [] }, ...redirectsOfGit.map(name => pinOf(join(own, name), own)), pins]);
  }
  if (!lstatSync(git, { throwIfNoEntry: false })?.isDirectory()) return joined([pinOf(git, cwd), pins]);
  // Where no worktree exists, there is none of the person's that could be led elsewhere.
  const worktrees = lstatSync(join(git, 'worktrees'), { throwIfNoEntry: false }) ? ['worktrees'] : [];
  const inGit = [...pinnedInGit, ...redirectsOfGit, ...worktrees].map(name => pinOf(join(git, name), git));
  return joined([{ args: ['--bind', git, git], guarded: [] }, ...inGit, pins]);
}

/** A link is never mounted, since that would mount what it leads to, of the whole machine. Its target is, if it lies in the project. */
function pinOf(path: string, root: string): Pins {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return { args: [], guarded: [{ path, from: root }] };
  if (!stats.isSymbolicLink()) return { args: ['--ro-bind', path, path], guarded: [] };
  const target = realPath(path);
  const isMounted = target !== root && isInside(target, root, false) && lstatSync(target, { throwIfNoEntry: false }) !== undefined;
  return { args: isMounted ? ['--ro-bind', target, target] : [], guarded: [{ path, from: root, link: readlinkSync(path) }] };
}

function joined(all: readonly Pins[]): Pins {
  return { args: all.flatMap(({ args }) => args), guarded: all.flatMap(({ guarded }) => guarded) };
}
