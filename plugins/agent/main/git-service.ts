import type { GitService } from '../contract/index.ts';
import type { OpenGit } from '../engine/git/open-git.ts';

/** Git for other plugins. */
export function gitService({
  reading,
  network,
  remoteFiles,
  commitFiles,
  worktrees,
  differing,
  committing,
  discarding,
  snapshots,
  bringing,
  init,
}: OpenGit): GitService {
  return {
    workTree: folder => reading.workTree(folder),
    repository: folder => reading.repository(folder),
    status: folder => reading.status(folder),
    differences: folder => differing.differences(folder),
    diff: (folder, of) => differing.diff(folder, of),
    files: folder => reading.files(folder),
    ignored: (folder, paths) => reading.ignored(folder, paths),
    changed: folder => reading.changed(folder),
    mark: folder => reading.mark(folder),
    marked: (folder, paths, largest) => reading.marked(folder, paths, largest),
    unmark: folder => reading.unmark(folder),
    init,
    remotes: folder => network.remotes(folder),
    fetch: (folder, from) => network.fetch(folder, from),
    remoteFiles: (of, wanted) => remoteFiles.read(of, wanted),
    filesAt: (folder, time) => commitFiles.at(folder, time),
    push: (folder, to) => network.push(folder, to),
    stage: (folder, paths) => committing.stage(folder, paths),
    unstage: (folder, paths) => committing.unstage(folder, paths),
    stagePatch: (folder, part) => committing.stagePatch(folder, part),
    discard: (folder, path) => discarding.discard(folder, path),
    putBack: (folder, discarded) => discarding.putBack(folder, discarded),
    commit: (folder, commit) => committing.commit(folder, commit),
    merge: folder => committing.merge(folder),
    async pull(folder, from) {
      await network.fetch(folder, from);
      return await committing.mergeFetched(folder, from);
    },
    addWorktree: (folder, worktree) => worktrees.add(folder, worktree),
    bringIgnored: (folder, worktree) => bringing.bring(folder, worktree),
    worktrees: async () => worktrees.all(),
    removeWorktree: folder => worktrees.remove(folder),
    keepWorktree: folder => snapshots.keep(folder),
    removeKeptWorktree: (folder, name) => snapshots.removeKept(folder, name),
    bringWorktreeBack: (folder, kept) => snapshots.bringBack(folder, kept),
  };
}
