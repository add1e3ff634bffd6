import type { GitService } from '../contract/index.ts';
import type { OpenGit } from '../engine/git/open-git.ts';

/** Git for other plugins. */
export function gitService({ reading, network, worktrees, init }: OpenGit): GitService {
  return {
    workTree: folder => reading.workTree(folder),
    files: folder => reading.files(folder),
    ignored: (folder, paths) => reading.ignored(folder, paths),
    changed: folder => reading.changed(folder),
    mark: folder => reading.mark(folder),
    marked: (folder, paths, largest) => reading.marked(folder, paths, largest),
    unmark: folder => reading.unmark(folder),
    init,
    remotes: folder => network.remotes(folder),
    fetch: (folder, from) => network.fetch(folder, from),
    push: (folder, to) => network.push(folder, to),
    addWorktree: (folder, worktree) => worktrees.add(folder, worktree),
    removeWorktree: folder => worktrees.remove(folder),
  };
}
