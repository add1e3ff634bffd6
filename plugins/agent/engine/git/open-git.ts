import { dirname, join, resolve } from 'node:path';
import { GitBringing } from './bringing.ts';
import { GitCommitFiles } from './commit-files.ts';
import { GitCommitting } from './committing.ts';
import { GitDiffering } from './differing.ts';
import { GitDiscarding } from './discarding.ts';
import { GitLocks } from './locks.ts';
import { GitMerging } from './merging.ts';
import { GitNetwork } from './network.ts';
import { GitReading } from './reading.ts';
import { GitRemoteFiles } from './remote-files.ts';
import { GitResolving } from './resolving.ts';
import { type GitMachine, GitProgram } from './run-git.ts';
import { GitSnapshots } from './snapshots.ts';
import { statsOf } from './stats-of.ts';
import { Views } from './view.ts';
import { GitWorktrees, type WorktreePlace } from './worktrees.ts';

/** All that the app does with git. */
export interface OpenGit {
  readonly program: GitProgram;
  readonly reading: GitReading;
  readonly network: GitNetwork;
  readonly remoteFiles: GitRemoteFiles;
  readonly commitFiles: GitCommitFiles;
  readonly worktrees: GitWorktrees;
  readonly differing: GitDiffering;
  readonly committing: GitCommitting;
  readonly merging: GitMerging;
  readonly discarding: GitDiscarding;
  readonly snapshots: GitSnapshots;
  readonly resolving: GitResolving;
  readonly bringing: GitBringing;
  readonly locks: GitLocks;
  init(folder: string): Promise<boolean>;
}

/** `folder` is the app's own, for the views of repositories. */
export function openGit(folder: string, machine: GitMachine, place: WorktreePlace): OpenGit {
  const program = new GitProgram(machine);
  const views = new Views(folder, program);
  const differing = new GitDiffering(program, views);
  const committing = new GitCommitting(program, views);
  const merging = new GitMerging(program.home, views, differing, committing);
  const reading = new GitReading(program, views);
  const worktrees = new GitWorktrees(program, views, place);
  const snapshots = new GitSnapshots(views, committing, worktrees);
  return {
    program,
    reading,
    network: new GitNetwork(program, views),
    remoteFiles: new GitRemoteFiles(program),
    commitFiles: new GitCommitFiles(program, views),
    worktrees,
    differing,
    committing,
    merging,
    discarding: new GitDiscarding(views, committing),
    snapshots,
    resolving: new GitResolving(views, committing, merging, worktrees, snapshots),
    bringing: new GitBringing(views, reading),
    locks: new GitLocks(),
    async init(project) {
      // Also one that is not used for reading, so that no second repository is created in it.
      if (isInRepository(resolve(project))) return true;
      const branch = (await views.person([project])).get('init.defaultbranch')?.at(-1) ?? '';
      const named = /^[\w][\w./-]*$/.test(branch) ? [`--initial-branch=${branch}`] : [];
      // Without a template, because the machine's may hold hooks.
      const args = ['init', '--quiet', '--template=', ...named, '--', project];
      return (await program.act({ args, cwd: project, top: project, env: {} })).code === 0;
    },
  };
}

function isInRepository(folder: string): boolean {
  if (statsOf(join(folder, '.git')) !== undefined) return true;
  return dirname(folder) !== folder && isInRepository(dirname(folder));
}
