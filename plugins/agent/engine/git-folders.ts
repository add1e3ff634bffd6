import { existsSync, lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { readRegularSync } from '@atelier/kernel/children';
import { readSmallFile } from './read-small-file.ts';

/** The git folders of a linked worktree. */
export interface WorktreeGit {
  /** The repository's own `.git`. */
  readonly common: string;
  /** The worktree's part of it. */
  readonly own: string;
}

/** The folders that a worktree's `.git` file points to, if they point back; a forged `.git` file in a project is not accepted. */
export function worktreeGit(cwd: string): WorktreeGit | undefined {
  const pointer = join(cwd, '.git');
  try {
    if (!lstatSync(pointer).isFile()) return undefined;
    const named = /^gitdir: (.+)$/m.exec(readSmallFile(pointer) ?? '')?.[1];
    if (named === undefined) return undefined;
    const own = realpathSync(resolve(cwd, named));
    const [commondir = '', gitdir = ''] = ['commondir', 'gitdir'].map(name => readSmallFile(join(own, name))?.trim());
    if (commondir === '' || gitdir === '') return undefined;
    const common = realpathSync(resolve(own, commondir));
    const back = realpathSync(resolve(own, gitdir));
    const isReal = back === realpathSync(pointer) && dirname(own) === join(common, 'worktrees') && existsSync(join(common, 'objects'));
    return isReal ? { common, own } : undefined;
  } catch {
    return undefined;
  }
}

/** Folders of a repository that commits in a worktree write to: its own part, objects, and branches whose name begins with `atelier`. */
export function writableInGit(git: WorktreeGit): readonly string[] {
  return [git.own, join(git.common, 'objects'), join(git.common, 'refs/heads/atelier'), join(git.common, 'logs/refs/heads/atelier')];
}

/** Creates the folders that must exist to be bound. */
export function prepareWorktree(git: WorktreeGit): void {
  prepareFolders([...writableInGit(git), ...['objects/pack', 'objects/info'].map(name => join(git.common, name))]);
}

/** Creates folders of a repository. Throws if one is a link, since what is mounted or written there would be what it leads to. */
export function prepareFolders(folders: readonly string[]): void {
  for (const folder of folders) {
    mkdirSync(folder, { recursive: true });
    if (realpathSync(folder) !== folder) throw new Error(`Nothing was started, because ${folder} is a link to another folder.`);
  }
}

/** Name and email from the person's git configuration, which itself may hold secrets and programs and stays out of the sandbox. */
export function gitIdentity(home = homedir(), config = process.env.XDG_CONFIG_HOME ?? join(home, '.config')): Record<string, string> {
  const found: Record<string, string> = {};
  for (const file of [join(config, 'git/config'), join(home, '.gitconfig')]) {
    let section = '';
    for (const line of readLines(file)) {
      section = /^\s*\[([^\]]+)\]/.exec(line)?.[1]?.trim().toLowerCase() ?? section;
      const [, name, quoted, plain] = /^\s*(name|email)\s*=\s*(?:"([^"]*)"|([^#;]*))/i.exec(line) ?? [];
      const value = quoted ?? plain?.trim();
      if (section === 'user' && name !== undefined && value) found[name.toLowerCase()] = value;
    }
  }
  const { name, email } = found;
  return {
    ...(name === undefined ? {} : { GIT_AUTHOR_NAME: name, GIT_COMMITTER_NAME: name }),
    ...(email === undefined ? {} : { GIT_AUTHOR_EMAIL: email, GIT_COMMITTER_EMAIL: email }),
  };
}

function readLines(file: string): readonly string[] {
  try {
    return readRegularSync(file).split('\n');
  } catch {
    return [];
  }
}
