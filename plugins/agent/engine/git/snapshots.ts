import { randomUUID } from 'node:crypto';
import { copyFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { prepareFolders } from '../git-folders.ts';
import type { GitCommitting } from './committing.ts';
import { gitErrors } from './git-errors.ts';
import { KeptRefs } from './kept-refs.ts';
import { branchOf } from './repository.ts';
import { statusArguments, statusIn } from './status.ts';
import { filledSubmodule } from './submodules.ts';
import type { View, Views } from './view.ts';
import type { GitWorktrees } from './worktrees.ts';

const identity = {
  GIT_AUTHOR_NAME: 'Atelier',
  GIT_AUTHOR_EMAIL: 'atelier@localhost',
  GIT_COMMITTER_NAME: 'Atelier',
  GIT_COMMITTER_EMAIL: 'atelier@localhost',
};

/** Removes worktrees with what is not committed in them, which is kept in the repository for 30 days, and brings them back. */
export class GitSnapshots {
  readonly #views: Views;
  readonly #committing: GitCommitting;
  readonly #worktrees: GitWorktrees;
  readonly #kept: KeptRefs;

  constructor(views: Views, committing: GitCommitting, worktrees: GitWorktrees) {
    this.#views = views;
    this.#committing = committing;
    this.#worktrees = worktrees;
    this.#kept = new KeptRefs(views, 'removed');
  }

  /** Keeps a worktree as it is; returns the name of what was kept. Refuses where a filter changes a file, or a repository is in it. */
  async keep(path: string): Promise<string> {
    const { view } = await this.#committing.ready(path);
    const branch = branchOf(view.repository);
    const head = await this.#views.commit(view, 'HEAD');
    if (branch === undefined || head === undefined) throw gitErrors['agent/git-worktree-detached']({ folder: path });
    const tree = await this.#treeOf(view, path);
    const commit = await this.#committing.output(view, path, ['commit-tree', '-p', head, tree], identity, `${branch}\n`);
    return await this.#kept.keep(view, path, commit);
  }

  /** Removes a worktree of which everything was kept under this name. */
  async removeKept(path: string, name: string): Promise<void> {
    const demandKept = async (view: View) => {
      // It is compared once it has been moved away, when nothing is saved in it any more.
      if (view.repository.top === path) return void (await this.#committing.ready(path));
      const kept = this.#kept.refOf(name);
      const [head, parent, keptTree] = await Promise.all([
        this.#views.commit(view, 'HEAD'),
        this.#views.commit(view, `${kept}^1`),
        this.#views.treeOf(view, kept),
      ]);
      const isKept = head !== undefined && head === parent && keptTree === (await this.#treeOf(view, path));
      // What was changed since is not in it.
      if (!isKept) throw gitErrors['agent/git-worktree-changed']({ folder: path });
    };
    await this.#worktrees.remove(path, { demandKept });
  }

  /** A worktree as the one that was removed, on a branch of its own; returns its folder. What was staged is not staged any more. */
  async bringBack(folder: string, { name, branch }: { readonly name: string; readonly branch: string }): Promise<string> {
    const from = await this.#views.at(folder);
    const commit = await this.#views.commit(from, this.#kept.refOf(name));
    if (commit === undefined) throw gitErrors['agent/git-snapshot-gone']({ folder });
    const path = await this.#worktrees.add(folder, { name: branch, from: `${commit}^1` });
    try {
      const { view } = await this.#committing.ready(path);
      await this.#committing.inIndex(view, path, ['read-tree', '-m', '-u', 'HEAD', commit]);
      await this.#committing.inIndex(view, path, ['read-tree', 'HEAD']);
      return path;
    } catch (error) {
      await this.#worktrees.drop(path);
      throw error;
    }
  }

  /** The tree of all files of a worktree as they are. */
  async treeOf(path: string): Promise<string> {
    return await this.#treeOf((await this.#committing.ready(path)).view, path);
  }

  /** The tree of all files as they are, those that git does not know included. The index stays as it is. */
  async #treeOf(view: View, folder: string): Promise<string> {
    const { own, top } = view.repository;
    const { code, output } = await this.#views.read(view, top, statusArguments);
    if (code !== 0) throw gitErrors['agent/git-failed']({ folder, reason: 'its state could not be read' });
    const { files } = statusIn(output.toString('latin1'), '');
    const names = files.filter(({ unstaged }) => unstaged !== undefined).map(({ path }) => path);
    await this.#committing.demandPlain(
      view,
      folder,
      names.map(name => Buffer.from(name, 'latin1').toString('utf8')),
    );
    const index = join(view.folder, `index-${randomUUID()}`);
    prepareFolders([view.folder]);
    copyFileSync(join(own, 'index'), index);
    // Git looks into files that are as old as its index, for those a second younger it does not: the copy must not be younger.
    const second = Math.floor(statSync(join(own, 'index')).mtimeMs / 1000);
    utimesSync(index, second, second);
    try {
      const env = { GIT_INDEX_FILE: index, GIT_WORK_TREE: top };
      await this.#committing.output(view, folder, ['add', '--all', '--', ':(top)'], env);
      const tree = await this.#committing.output(view, folder, ['write-tree'], env);
      // Of a repository in this one only a name would be kept; a submodule that was never fetched is no more than that.
      const listed = await this.#views.read(view, top, ['ls-tree', '-r', '-z', '--full-tree', tree]);
      const nested = filledSubmodule(top, listed.output);
      if (listed.code !== 0 || nested !== undefined) throw gitErrors['agent/git-worktree-nested']({ folder, path: nested ?? '.' });
      return tree;
    } finally {
      for (const file of [index, `${index}.lock`]) rmSync(file, { force: true });
    }
  }
}
