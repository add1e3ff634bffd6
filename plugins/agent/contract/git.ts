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

/** A branch on a server, and the address that the person has seen. */
export interface RemoteBranch {
  readonly remote: string;
  readonly address: string;
  readonly branch: string;
}

/**
 * The one way to git for plugins. Nothing that a repository's configuration says is obeyed, and no missing object is fetched. Methods
 * that read answer `undefined`, or an empty list, where there is no repository or no git.
 */
export interface GitService {
  /** The real path of the work tree that a folder is in. */
  workTree(folder: string): Promise<string | undefined>;
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
  /** Pushes a branch to the one of the same name, without force. Call it only for what a person asked for. */
  push(folder: string, to: RemoteBranch): Promise<void>;
  /** Creates a worktree on a new branch `atelier/<name>`, from a branch or a commit; returns its folder. */
  addWorktree(folder: string, worktree: { readonly name: string; readonly from: string }): Promise<string>;
  /** Removes a worktree that was created here; refuses if a change in it is not committed. Its branch stays. */
  removeWorktree(folder: string): Promise<void>;
}

export const Git = defineToken<GitService>('@atelier/agent:Git@1', {
  workTree: 'bundled-for-others',
  files: 'bundled-for-others',
  ignored: 'bundled-for-others',
  changed: 'bundled-for-others',
  mark: 'bundled-for-others',
  marked: 'bundled-for-others',
  unmark: 'bundled-for-others',
  init: 'bundled-for-others',
  remotes: 'bundled-for-others',
  fetch: 'bundled',
  push: 'bundled',
  addWorktree: 'bundled-for-others',
  removeWorktree: 'bundled-for-others',
});
