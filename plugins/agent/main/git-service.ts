import type { CommandsService, GitService, TrustedHooks } from '../contract/index.ts';
import type { HookRunner } from '../engine/git/hooks.ts';
import type { OpenGit } from '../engine/git/open-git.ts';

/** A hook that does not end is ended. */
const hookSeconds = 600;

type Running = Pick<CommandsService, 'start' | 'ended' | 'stopIn'>;

/** Git for other plugins; the hooks that a person trusts run as commands of theirs. */
export function gitService(
  {
    reading,
    network,
    remoteFiles,
    commitFiles,
    worktrees,
    differing,
    committing,
    merging,
    discarding,
    snapshots,
    resolving,
    bringing,
    locks,
    init,
  }: OpenGit,
  commands: Running,
): GitService {
  const runner = (hooks: TrustedHooks | undefined) => (hooks === undefined ? {} : { runner: hookRunner(commands, hooks) });
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
    push: (folder, to, hooks) => network.push(folder, to, runner(hooks).runner),
    stage: (folder, paths) => committing.stage(folder, paths),
    unstage: (folder, paths) => committing.unstage(folder, paths),
    stagePatch: (folder, part) => committing.stagePatch(folder, part),
    discard: (folder, path) => discarding.discard(folder, path),
    putBack: (folder, discarded) => discarding.putBack(folder, discarded),
    hooks: (folder, act) => committing.hooks(folder, act),
    commit: (folder, { hooks, ...commit }) => committing.commit(folder, { ...commit, ...runner(hooks) }),
    merge: folder => merging.merge(folder),
    conflicts: folder => resolving.conflicts(folder),
    beginResolving: (folder, name) => resolving.begin(folder, name),
    takeResolved: (folder, resolved) => resolving.take(folder, resolved),
    async pull(folder, from) {
      await network.fetch(folder, from);
      return await merging.mergeFetched(folder, from);
    },
    lock: folder => locks.find(folder),
    removeLock: (folder, fingerprint) => locks.remove(folder, fingerprint),
    addWorktree: (folder, worktree) => worktrees.add(folder, worktree),
    bringIgnored: (folder, worktree) => bringing.bring(folder, worktree),
    worktrees: () => worktrees.all(),
    removedWorktrees: () => worktrees.removed(),
    worktreesErased: () => worktrees.settled(),
    removeWorktree: folder => worktrees.remove(folder, { ending: () => commands.stopIn(folder) }),
    keepWorktree: folder => snapshots.keep(folder),
    removeKeptWorktree: (folder, name) => snapshots.removeKept(folder, name),
    bringWorktreeBack: (folder, kept) => snapshots.bringBack(folder, kept),
  };
}

/** Runs hooks as the commands of a conversation: in its sandbox and environment, and within its limits. The person has trusted them. */
export function hookRunner(
  commands: Pick<Running, 'start' | 'ended'>,
  { fingerprint, accessMode, network }: TrustedHooks,
  seconds = hookSeconds,
): HookRunner {
  return {
    fingerprint,
    async run(command) {
      const { id } = await commands.start({ ...command, accessMode, network, seconds, allowed: true });
      const { problem, ...end } = await commands.ended(id);
      return { ...end, ...(problem && { reason: problem.texts.en }) };
    },
  };
}
