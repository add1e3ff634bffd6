import { realpathSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { isTooWide } from '../containment.ts';
import { worktreeGit } from '../git-folders.ts';
import { readSmallFile } from '../read-small-file.ts';
import { statsOf } from './stats-of.ts';

/** A repository as it was found once, with real paths: what changes afterwards leads git nowhere else. */
export interface Repository {
  /** The root of the work tree. */
  readonly top: string;
  /** Its own `.git` folder; that of a linked worktree lies in the common one. */
  readonly own: string;
  readonly common: string;
}

/**
 * The repository that a folder is in, found without git, which would obey what it finds. A `.git` file counts only if it leads to a
 * linked worktree that points back, or to a submodule's folder in the repository around it; a link counts never. A repository whose
 * work tree holds the home folder is none, because it would make every file of the person part of a project.
 */
export function findRepository(folder: string): Repository | undefined {
  let top: string;
  try {
    top = realpathSync(folder);
  } catch {
    return undefined;
  }
  for (;;) {
    const found = repositoryAt(top);
    if (found !== 'none') return found === 'refused' || isTooWide(top) ? undefined : found;
    if (dirname(top) === top) return undefined;
    top = dirname(top);
  }
}

/** The folders of the person's files that belong to a repository: this work tree, and the one that it was made from. */
export function placesOf({ top, common }: Repository): readonly string[] {
  return [top, dirname(common)];
}

function repositoryAt(top: string): Repository | 'none' | 'refused' {
  const git = join(top, '.git');
  const stats = statsOf(git);
  if (stats === undefined) return 'none';
  // As for git, a folder that is no repository hides none around it.
  if (stats.isDirectory()) return isGitFolder(git) ? { top, own: git, common: git } : 'none';
  if (!stats.isFile()) return 'refused';
  const worktree = worktreeGit(top);
  if (worktree !== undefined) return isGitFolder(worktree.common) ? { top, ...worktree } : 'refused';
  return submoduleAt(top, git) ?? 'refused';
}

function submoduleAt(top: string, pointer: string): Repository | undefined {
  const named = /^gitdir: (.+)$/m.exec(readSmallFile(pointer) ?? '')?.[1];
  const around = dirname(top) === top ? undefined : findRepository(dirname(top));
  if (named === undefined || around === undefined) return undefined;
  try {
    const own = realpathSync(resolve(top, named));
    return own.startsWith(join(around.common, 'modules') + sep) && isGitFolder(own) ? { top, own, common: own } : undefined;
  } catch {
    return undefined;
  }
}

function isGitFolder(folder: string): boolean {
  const isFolder = (name: string) => statsOf(join(folder, name))?.isDirectory() === true;
  return headOf(folder) !== undefined && isFolder('objects') && (isFolder('refs') || isFolder('reftable'));
}

/** The content of a HEAD file: the name of a branch, or a commit. */
export function headOf(folder: string): string | undefined {
  return /^(?:ref: refs\/[^\s~^:?*[\\]+|[0-9a-f]{40}(?:[0-9a-f]{24})?)(?=\s*$)/.exec(readSmallFile(join(folder, 'HEAD')) ?? '')?.[0];
}

export function branchOf({ own }: Repository): string | undefined {
  return branchIn(own);
}

/** As git allows it; a name that is given to a server is checked more closely. */
function isRefName(name: string): boolean {
  if (name.length > 240 || /[\p{Cc} ~^:?*[\\]|\.\.|@\{|\/\/|\.$|\/$|^[-/]/u.test(name)) return false;
  return !name.split('/').some(part => part.startsWith('.') || part.endsWith('.lock'));
}

export function branchIn(folder: string): string | undefined {
  const name = /^ref: refs\/heads\/(.+)$/.exec(headOf(folder) ?? '')?.[1];
  return name !== undefined && isRefName(name) ? name : undefined;
}
