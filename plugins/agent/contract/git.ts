import { defineToken } from '@atelier/kernel';

/** The files of a folder that git does not ignore. */
export interface ListedFiles {
  /** Relative to the folder, separated by /. */
  readonly paths: readonly string[];
  /** Whether there are more files than are listed. */
  readonly more: boolean;
}

/** A file as the index has it. `bytes` is left out if the object is missing, or larger than was asked for. */
export interface IndexedFile {
  readonly path: string;
  readonly mode: string;
  readonly bytes?: Uint8Array;
}

/** A remote, and its addresses as a person may see them: without a password. Empty if it has none, or more than one. */
export interface Remote {
  readonly name: string;
  readonly fetches: string;
  readonly pushes: string;
}

/** What was copied into a worktree: the first files, and how many there are; nothing if there was more than is copied. */
export interface Brought {
  readonly paths: readonly string[];
  readonly count: number;
  /** The first of those that were named and are not copied: what is no ordinary file, is very large, or leads out of the project. */
  readonly left: readonly string[];
  /** How many more there are of those. */
  readonly moreLeft?: number;
  /** So many files or bytes, or rules with which git came to no end. */
  readonly isTooMuch: boolean;
  /** `.worktreeinclude` is a link or very long, so the usual files were copied. */
  readonly isUnread?: boolean;
}

/** The lock of an index: of a git that is at work, or that was killed and has left it. */
export interface GitLock {
  readonly path: string;
  /** Milliseconds since 1970. */
  readonly since: number;
  /** Another lock at this path has another one. */
  readonly fingerprint: string;
  /** The program that may work with it. */
  readonly heldBy?: string;
  /** Whether this system says which programs work with it. */
  readonly canTell: boolean;
}

/** A branch on a server, and the address that the person has seen. */
export interface RemoteBranch {
  readonly remote: string;
  readonly address: string;
  readonly branch: string;
}

/** Folders by a file that each of them has, at most so many folders deep. */
export interface FoldersWith {
  readonly name: string;
  readonly depth: number;
}

/** Of all paths, those in folders with a file of this name; what lies in `node_modules` or `.git` is left out. */
export function pathsInFoldersWith({ name, depth }: FoldersWith, paths: readonly string[]): readonly string[] {
  const folders: string[] = [];
  const found = paths.flatMap(path => (path === name ? ['.'] : path.endsWith(`/${name}`) ? [path.slice(0, -name.length - 1)] : []));
  const isPassed = (steps: readonly string[]) => steps.includes('node_modules') || steps.includes('.git');
  const isIn = (path: string, folder: string) => folder === '.' || path === folder || path.startsWith(`${folder}/`);
  for (const folder of found.sort((a, b) => a.length - b.length)) {
    const steps = folder === '.' ? [] : folder.split('/');
    if (steps.length <= depth && !isPassed(steps) && !folders.some(one => isIn(folder, one))) folders.push(folder);
  }
  return paths.filter(path => !isPassed(path.split('/')) && folders.some(folder => isIn(path, folder)));
}

/** Files of the newest commit of a branch on a server. */
export interface RemoteFiles {
  readonly commit: string;
  readonly files: readonly { readonly path: string; readonly bytes: Uint8Array }[];
  /** Paths in the folders that are no files: links and submodules. */
  readonly others: readonly string[];
}

/** All files of a commit that are no links and not very large, and the work tree that it is of. */
export interface CommitFiles {
  readonly top: string;
  readonly commit: string;
  readonly files: readonly { readonly path: string; readonly bytes: Uint8Array; readonly isExecutable: boolean }[];
}

/** A branch on a server, and how far the one that is checked out is from it. */
export interface ServerPlace extends RemoteBranch {
  /** How far it is from there, as last fetched or pushed; undefined if nothing is known to be there. */
  readonly apart?: { readonly ahead: number; readonly behind: number };
}

/** The state of a work tree. */
export interface GitStatus {
  /** Its real path. */
  readonly folder: string;
  /** Whether it is one beside the repository's first. */
  readonly isWorktree: boolean;
  /** Its own git folder, and the one that all work trees of the repository share: what is in them changes with the state. */
  readonly gitFolders: readonly string[];
  /** Undefined if no branch is checked out. */
  readonly branch?: string;
  /** Undefined before the first commit. */
  readonly commit?: string;
  /** The branch of a server that it follows, as it was when it was last fetched. */
  readonly upstream?: { readonly name: string; readonly ahead: number; readonly behind: number };
  /** Files of which the index has something else than the commit, and files that differ from the index. */
  readonly staged: number;
  readonly changed: number;
  readonly untracked: number;
  readonly conflicts: number;
  /** All of these, each file once. */
  readonly differing: number;
}

export type FileChange = 'added' | 'changed' | 'removed';

/** A file that differs from the commit, from the index, or from both. */
export interface GitFile {
  /** Relative to the root of the work tree, separated by /. */
  readonly path: string;
  /** What the next commit would hold of it. */
  readonly staged?: FileChange;
  /** What it would not; `added` is a file that git does not know. */
  readonly unstaged?: FileChange;
  readonly isConflict: boolean;
}

/** What the next commit of a work tree can hold, and what stands in its way. */
export interface GitDifferences {
  /** Not all of very many. */
  readonly files: readonly GitFile[];
  readonly count: number;
  /** How many of all of them are staged, and how many have a change that is not. */
  readonly staged: number;
  readonly unstaged: number;
  /** Another git is changing the index, or has left its lock behind. */
  readonly isLocked: boolean;
  /** What was begun and is not finished. */
  readonly operation?: 'merge' | 'rebase' | 'cherry-pick' | 'revert' | 'bisect';
  /** The branch that this one is merged into: for a worktree the one of the project's checkout, else the default one. */
  readonly base?: string;
  /** How many commits only this branch has, and only the base. */
  readonly fromBase?: { readonly ahead: number; readonly behind: number };
  /** Where it is pushed to, by its own name or that of the one it follows. Undefined if it cannot be told, or no branch is checked out. */
  readonly pushes?: ServerPlace;
  /** The branch of a server that it follows. */
  readonly pulls?: ServerPlace;
  /** The message of the last commit. */
  readonly lastMessage?: string;
}

/** The hooks of a project that a commit or a push runs. */
export interface FoundHooks {
  readonly names: readonly string[];
  /** The folder that they lie in, relative to the work tree if it is in it. */
  readonly place: string;
  /** Changes with each file of that folder. */
  readonly fingerprint: string;
}

/** How the hooks run that the person trusts: as a command of a conversation in this mode. Other hooks are not run. */
export interface TrustedHooks {
  readonly fingerprint: string;
  readonly accessMode: 'open' | 'secure';
  readonly network: boolean;
}

export interface Merged {
  readonly result: 'merged' | 'forwarded' | 'nothing' | 'conflicts';
  readonly base: string;
  /** The files that both sides changed; then nothing was merged. */
  readonly conflicts: readonly string[];
}

/** A file that both sides of a merge have changed. A side is left out if it has no such file, or no text that can be compared. */
export interface Conflict {
  readonly path: string;
  /** Where both sides began. */
  readonly before?: string;
  /** On the base, and on the branch that is merged into it. */
  readonly ours?: string;
  readonly theirs?: string;
}

/** Why a branch cannot be merged into its base. `ours` and `theirs` are the commits of the base and of the branch. */
export interface MergeConflicts {
  readonly base: string;
  readonly branch: string;
  readonly ours: string;
  readonly theirs: string;
  /** Not all of very many. */
  readonly files: readonly Conflict[];
  readonly count: number;
}

/**
 * The one way to git for plugins. Nothing that a repository's configuration says is obeyed, and no missing object is fetched. Methods
 * that read answer `undefined`, or an empty list, where there is no repository or no git.
 */
/** What is left of a worktree that was removed, or that something has taken the place of before it was. */
export interface RemovedWorktree {
  readonly folder: string;
  /** Where it was: something else is there now, so it is kept, and put back once that is gone. */
  readonly place?: string;
  /** Why files of it could not be deleted. */
  readonly reason?: string;
}

export interface GitService {
  /** The real path of the work tree that a folder is in. */
  workTree(folder: string): Promise<string | undefined>;
  /** The real path of the git folder that all work trees of a folder's repository share. */
  repository(folder: string): Promise<string | undefined>;
  /** The branch of the work tree that a folder is in, and how many of its files differ from what is committed. */
  status(folder: string): Promise<GitStatus | undefined>;
  /** The files of a work tree that differ, and whether they can be committed. Throws what git complains about. */
  differences(folder: string): Promise<GitDifferences | undefined>;
  /** The changes of one file, or of all that git knows, as text: those that are staged, or those that are not. */
  diff(folder: string, of: { readonly path?: string; readonly isStaged: boolean }): Promise<string>;
  /** The files of a folder without those that are ignored. */
  files(folder: string): Promise<ListedFiles | undefined>;
  /** Those of the paths that are ignored. */
  ignored(folder: string, paths: readonly string[]): Promise<readonly string[]>;
  /** The files in a folder that differ from the index, and those that git does not know. */
  changed(folder: string): Promise<{ readonly changed: readonly string[]; readonly untracked: readonly string[] } | undefined>;
  /** Keeps the index of a folder's repository as it is now, for `marked`; a later mark of the same folder replaces it. */
  mark(folder: string): Promise<void>;
  /** The files of the marked index at these paths, and below them for folders; contents of at most so many bytes. */
  marked(folder: string, paths: readonly string[], largest: number): Promise<readonly IndexedFile[] | undefined>;
  /** Forgets the marked index of a folder. */
  unmark(folder: string): Promise<void>;
  /** Creates a repository in a folder that is in none. False if git is not installed. */
  init(folder: string): Promise<boolean>;
  /** The remotes of a repository. */
  remotes(folder: string): Promise<readonly Remote[]>;
  /** Fetches one branch of a remote. Call it only for what a person asked for. */
  fetch(folder: string, from: RemoteBranch): Promise<void>;
  /** Reads folders of a branch, or of the default one, on a server, without a checkout. Call it only for what a person asked for. */
  remoteFiles(of: { readonly address: string; readonly branch?: string }, wanted: FoldersWith): Promise<RemoteFiles>;
  /** The files of the commit that was the newest at a time, in milliseconds, for a copy of them; undefined if there was none. */
  filesAt(folder: string, time: number): Promise<CommitFiles | undefined>;
  /**
   * Pushes the branch that is checked out to one of a server, without force; one that follows none follows it then. Call it only for what a
   * person asked for.
   */
  push(folder: string, to: RemoteBranch, hooks?: TrustedHooks): Promise<void>;
  /**
   * Takes files into the next commit, without paths all that differ; then it returns those that a filter keeps from it. Call it and what
   * follows only for what a person asked for.
   */
  stage(folder: string, paths?: readonly string[]): Promise<readonly string[]>;
  /** Takes files out of the next commit, without paths all of them; the files stay as they are. */
  unstage(folder: string, paths?: readonly string[]): Promise<void>;
  /** Takes a part of a file's diff into the next commit, or out of it with `isReverse`. */
  stagePatch(folder: string, part: { readonly path: string; readonly patch: string; readonly isReverse: boolean }): Promise<void>;
  /** Takes back what was changed in a file and not staged; it is kept for 30 days, under the name that is returned. */
  discard(folder: string, path: string): Promise<string>;
  /** Puts back what was discarded, while the file is as that has left it. */
  putBack(folder: string, discarded: { readonly path: string; readonly name: string }): Promise<void>;
  /** The hooks of the project that an act would run; undefined if there is none. Throws if Atelier runs none of their kind. */
  hooks(folder: string, act: 'commit' | 'push'): Promise<FoundHooks | undefined>;
  /** Commits what is staged, signed where the person's commits are; returns the commit. Refuses where hooks are that are not trusted. */
  commit(folder: string, commit: { readonly message: string; readonly isAmend: boolean; readonly hooks?: TrustedHooks }): Promise<string>;
  /** Merges the branch of a folder into its base in memory, or reports the files in conflict; no checkout is switched or left in a conflict. */
  merge(folder: string): Promise<Merged>;
  /** What keeps `merge` from merging; undefined if nothing does. Nothing is changed. */
  conflicts(folder: string): Promise<MergeConflicts | undefined>;
  /**
   * Creates a worktree on a new branch `atelier/<name>` from the base, in which the files are as the merge leaves them, with marks where both
   * sides differ. Nothing else is changed.
   */
  beginResolving(folder: string, name: string): Promise<{ readonly worktree: string; readonly ours: string; readonly theirs: string }>;
  /** Merges with the files of such a worktree, while both branches are where they were and no mark is left in these files. */
  takeResolved(
    folder: string,
    resolved: { readonly worktree: string; readonly ours: string; readonly theirs: string; readonly files: readonly string[] },
  ): Promise<Merged>;
  /** Fetches a branch of a server and merges it into the one that is checked out, as `merge` does. Call it only for what a person asked for. */
  pull(folder: string, from: RemoteBranch): Promise<Merged>;
  /** The lock that keeps the index of a folder from being changed. */
  lock(folder: string): Promise<GitLock | undefined>;
  /** Removes the lock that the person has looked at; refuses while a program may work with it. Call it only for what a person asked for. */
  removeLock(folder: string, fingerprint: string): Promise<void>;
  /** Creates a worktree on a new branch `atelier/<name>`, from a branch or a commit; returns its folder. */
  addWorktree(folder: string, worktree: { readonly name: string; readonly from: string }): Promise<string>;
  /**
   * Copies into a new worktree what git ignores in a folder's checkout and what `.worktreeinclude` names there, or else `.env` files.
   * Nothing is written over.
   */
  bringIgnored(folder: string, worktree: string): Promise<Brought>;
  /** The folders of the worktrees that were created here and not removed. */
  worktrees(): Promise<readonly string[]>;
  /** Those that were removed and of which files are left; they are being deleted, what cannot be is tried at the next start. */
  removedWorktrees(): Promise<readonly RemovedWorktree[]>;
  /** Resolves once it was tried to delete all that is being deleted of them; false if that is nothing. */
  worktreesErased(): Promise<boolean>;
  /**
   * Removes a worktree that was created here; refuses if a change in it is not committed. Commands of plugins that run in it are ended once
   * nothing would be lost. Its branch stays.
   */
  removeWorktree(folder: string): Promise<void>;
  /** Keeps all files of a worktree that was created here in the repository for 30 days; returns the name of what was kept. */
  keepWorktree(folder: string): Promise<string>;
  /** Removes a worktree while it is as it was kept; refuses where something would be lost all the same. Its branch stays. */
  removeKeptWorktree(folder: string, name: string): Promise<void>;
  /** A worktree as one that was kept, on a new branch `atelier/<branch>`; returns its folder. Nothing in it is staged. */
  bringWorktreeBack(folder: string, kept: { readonly name: string; readonly branch: string }): Promise<string>;
}

export const Git = defineToken<GitService>('@atelier/agent:Git@1', {
  workTree: 'bundled-for-others',
  repository: 'bundled-for-others',
  status: 'bundled-for-others',
  differences: 'bundled-for-others',
  diff: 'bundled-for-others',
  files: 'bundled-for-others',
  ignored: 'bundled-for-others',
  changed: 'bundled-for-others',
  mark: 'bundled-for-others',
  marked: 'bundled-for-others',
  unmark: 'bundled-for-others',
  init: 'bundled-for-others',
  remotes: 'bundled-for-others',
  fetch: 'bundled',
  remoteFiles: 'bundled',
  filesAt: 'bundled',
  push: 'bundled',
  stage: 'bundled',
  unstage: 'bundled',
  stagePatch: 'bundled',
  discard: 'bundled',
  putBack: 'bundled',
  hooks: 'bundled',
  commit: 'bundled',
  merge: 'bundled',
  conflicts: 'bundled',
  beginResolving: 'bundled',
  takeResolved: 'bundled',
  pull: 'bundled',
  lock: 'bundled',
  removeLock: 'bundled',
  addWorktree: 'bundled-for-others',
  bringIgnored: 'bundled',
  worktrees: 'bundled',
  removedWorktrees: 'bundled',
  worktreesErased: 'bundled',
  removeWorktree: 'bundled-for-others',
  keepWorktree: 'bundled',
  removeKeptWorktree: 'bundled',
  bringWorktreeBack: 'bundled',
});
