import { lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isAppError } from '@atelier/kernel';
import type { MergeConflicts, Merged } from '../../contract/index.ts';
import type { GitCommitting } from './committing.ts';
import { gitErrors } from './git-errors.ts';
import type { GitMerging } from './merging.ts';
import { ObjectStream } from './object-stream.ts';
import { resolvingErrors } from './resolving-errors.ts';
import type { GitSnapshots } from './snapshots.ts';
import type { View, Views } from './view.ts';
import type { GitWorktrees } from './worktrees.ts';

/** Of a side as much as a person compares, and of all of them as much as is sent at once. */
const shown = { file: 200_000, all: 16_000_000 };
/** What is looked through for marks. */
const searched = { file: 32_000_000, all: 128_000_000 };
const mostFiles = 200;
const mostNamed = 5;

/** A file in conflict. The bytes of its name are each a character; the objects are those of the fork, of the base and of the branch. */
interface Found {
  readonly name: string;
  readonly objects: readonly [before?: string, ours?: string, theirs?: string];
  readonly isSubmodule: boolean;
}

/**
 * A merge of the branch of a work tree into its base that both sides keep from being made: what is in conflict, and a worktree of its own in
 * which that is resolved. No other checkout is touched before the result is taken.
 */
export class GitResolving {
  readonly #views: Views;
  readonly #committing: GitCommitting;
  readonly #merging: GitMerging;
  readonly #worktrees: GitWorktrees;
  readonly #snapshots: GitSnapshots;

  constructor(views: Views, committing: GitCommitting, merging: GitMerging, worktrees: GitWorktrees, snapshots: GitSnapshots) {
    this.#views = views;
    this.#committing = committing;
    this.#merging = merging;
    this.#worktrees = worktrees;
    this.#snapshots = snapshots;
  }

  /** Undefined if the merge has no conflict. */
  async conflicts(folder: string): Promise<MergeConflicts | undefined> {
    const { ready, base, branch, ours, theirs } = await this.#merging.sides(folder);
    const { view } = ready;
    const { code, found } = await this.#merge(view, folder, ours, theirs);
    if (code === 0) return undefined;
    const first = found.slice(0, mostFiles);
    const objects = await this.#read(
      view,
      folder,
      first.flatMap(one => one.objects),
      shown,
    );
    // A side is left out if it has no such file, no text, or too much of it.
    const text = (id: string | undefined) => {
      const bytes = objects.get(id ?? '');
      return bytes === undefined || bytes.includes(0) ? undefined : bytes.toString('utf8');
    };
    const files = first.map(({ name, objects: [before, one, other] }) => {
      const sides = [
        ['before', text(before)],
        ['ours', text(one)],
        ['theirs', text(other)],
      ].filter(([, side]) => side !== undefined);
      return {
        path: pathOf(name),
        ...(Object.fromEntries(sides) as { readonly before?: string; readonly ours?: string; readonly theirs?: string }),
      };
    });
    return { base, branch, ours, theirs, files, count: found.length };
  }

  /**
   * A worktree from the base in which the files are as the merge leaves them, with marks where both sides differ. A file in which the merge
   * has made none, such as a picture or one that a side removed, has marks alone, so that a side is chosen. Nothing in it is staged.
   */
  async begin(folder: string, name: string): Promise<{ readonly worktree: string; readonly ours: string; readonly theirs: string }> {
    const { ready, base, branch, ours, theirs } = await this.#merging.sides(folder);
    const { code, tree, found } = await this.#merge(ready.view, folder, ours, theirs);
    if (code !== 1) throw gitErrors['agent/git-sides-moved']({ base, branch });
    await this.#merging.demandPlainMerge(ready.view, folder, ours, theirs);
    if (found.length > mostFiles)
      throw resolvingErrors['agent/git-too-many-conflicts']({ base, branch, count: found.length, most: mostFiles });
    const submodule = found.find(({ isSubmodule }) => isSubmodule);
    if (submodule !== undefined) throw resolvingErrors['agent/git-not-resolvable']({ base, branch, path: pathOf(submodule.name) });
    const worktree = await this.#worktrees.add(folder, { name, from: ours });
    try {
      const { view } = await this.#committing.ready(worktree);
      await this.#committing.inIndex(view, worktree, ['read-tree', '-m', '-u', 'HEAD', tree]);
      await this.#committing.inIndex(view, worktree, ['read-tree', 'HEAD']);
      for (const one of found) putMarks(worktree, one, ours);
      // What could be neither taken nor left must not cost a turn.
      const [path] = await this.#beside(view, worktree, tree, await this.#snapshots.treeOf(worktree), found);
      if (path !== undefined) throw resolvingErrors['agent/git-not-resolvable']({ base, branch, path });
      return { worktree, ours, theirs };
    } catch (error) {
      await this.#worktrees.drop(worktree);
      const isRefused = isAppError(error) && ['agent/git-filtered', 'agent/git-worktree-nested'].includes(error.code);
      throw isRefused ? resolvingErrors['agent/git-not-resolvable']({ base, branch, path: error.details.path }) : error;
    }
  }

  /**
   * Merges with the files of such a worktree; only while both branches are where they were, no mark of a conflict is left, and no other file
   * differs from the merge. What is looked at is what is merged, whatever is written there meanwhile.
   */
  async take(
    folder: string,
    { worktree, ours, theirs }: { readonly worktree: string; readonly ours: string; readonly theirs: string },
  ): Promise<Merged> {
    const now = await this.#merging.sides(folder);
    const { view } = now.ready;
    if (now.ours !== ours || now.theirs !== theirs) throw gitErrors['agent/git-sides-moved']({ base: now.base, branch: now.branch });
    await this.#merging.demandPlainMerge(view, folder, ours, theirs);
    const { tree: merged, found } = await this.#merge(view, folder, ours, theirs);
    const tree = await this.#snapshots.treeOf(worktree);
    const marked = await this.#marked(view, folder, tree, found);
    if (marked !== undefined) throw gitErrors['agent/git-marks-left']({ path: marked });
    const beside = await this.#beside(view, folder, merged, tree, found);
    const paths = `${beside.slice(0, mostNamed).join(', ')}${beside.length > mostNamed ? ' …' : ''}`;
    if (beside.length > 0) throw resolvingErrors['agent/git-beside-conflicts']({ paths });
    return await this.#merging.mergeAs(now.ready, folder, { into: now.base, branch: now.branch, ours, theirs, tree });
  }

  async #merge(view: View, folder: string, ours: string, theirs: string) {
    const args = ['merge-tree', '--write-tree', '--no-messages', '-z', ours, theirs];
    const { code, output, complaint } = await this.#committing.inObjects(view, args);
    if (code !== 0 && code !== 1) throw gitErrors['agent/git-failed']({ folder, reason: complaint.slice(0, 300) });
    const [tree = '', ...lines] = output.toString('latin1').split('\0').filter(Boolean);
    const found = new Map<string, [string?, string?, string?]>();
    const submodules = new Set<string>();
    for (const line of lines) {
      const [, mode, id = '', stage = '', name = ''] = /^(\d+) ([0-9a-f]+) ([123])\t(.+)$/s.exec(line) ?? [];
      if (mode === '160000') submodules.add(name);
      const objects = found.get(name) ?? [];
      objects[Number(stage) - 1] = id;
      found.set(name, objects);
    }
    return { code, tree, found: [...found].map(([name, objects]): Found => ({ name, objects, isSubmodule: submodules.has(name) })) };
  }

  /** The paths in which two trees differ, apart from those in conflict. */
  async #beside(view: View, folder: string, merged: string, tree: string, found: readonly Found[]): Promise<readonly string[]> {
    const names = await this.#list(view, folder, ['diff-tree', '-r', '--no-renames', '--name-only', '-z', merged, tree]);
    const inConflict = new Set(found.map(({ name }) => name));
    return names.filter(name => !inConflict.has(name)).map(pathOf);
  }

  /** The first file in conflict that has a line of the marks around both sides, unless a side has that line itself. */
  async #marked(view: View, folder: string, tree: string, found: readonly Found[]): Promise<string | undefined> {
    const entries = await this.#list(view, folder, ['ls-tree', '-r', '-z', '--full-tree', tree]);
    const ids = new Map(entries.map(entry => [entry.slice(entry.indexOf('\t') + 1), entry.split(/[ \t]/, 3)[2]]));
    // One that is removed, or is as a side has it, is resolved.
    const changed = found.filter(({ name, objects }) => ids.has(name) && !objects.slice(1).includes(ids.get(name)));
    const made = await this.#read(
      view,
      folder,
      changed.map(({ name }) => ids.get(name)),
      searched,
    );
    for (const { name, objects } of changed) {
      const bytes = made.get(ids.get(name) ?? '');
      if (bytes === undefined) throw gitErrors['agent/git-failed']({ folder, reason: `${pathOf(name)} is too large to be looked through` });
      const marks = marksIn(bytes.toString('latin1'));
      if (marks.length === 0) continue;
      const sides = await this.#read(view, folder, objects.slice(1), searched);
      const own = new Set([...sides.values()].flatMap(side => marksIn(side.toString('latin1'))));
      if (marks.some(mark => !own.has(mark))) return pathOf(name);
    }
    return undefined;
  }

  async #list(view: View, folder: string, args: readonly string[]): Promise<readonly string[]> {
    const { code, output, complaint } = await this.#views.read(view, view.repository.top, args);
    if (code !== 0) throw gitErrors['agent/git-failed']({ folder, reason: complaint.slice(0, 300) });
    return output.toString('latin1').split('\0').filter(Boolean);
  }

  /** The content of objects, by one git; those that are too long are left out. */
  async #read(
    view: View,
    folder: string,
    ids: readonly (string | undefined)[],
    { file, all }: { readonly file: number; readonly all: number },
  ): Promise<ReadonlyMap<string, Buffer>> {
    const stream = new ObjectStream(file, all);
    const input = [...new Set(ids.filter(id => id !== undefined))].map(id => `${id}\n`).join('');
    if (input !== '')
      await this.#views.act(view, folder, ['cat-file', '--batch', '--buffer'], { input, onOutput: piece => stream.take(piece) });
    return stream.objects;
  }
}

const pathOf = (name: string) => Buffer.from(name, 'latin1').toString('utf8');

/** The outer marks of conflicts, also where an attribute makes them longer. */
const marksIn = (text: string) => text.split(/\r?\n/).filter(line => /^(?:<{7,}|>{7,})(?:\s|$)/.test(line));

/** Marks without text between them, where the merge has made none. The mode of the file stays. */
function putMarks(worktree: string, { name, objects: [, ours, theirs] }: Found, base: string): void {
  const file = Buffer.concat([Buffer.from(`${worktree}/`), Buffer.from(name, 'latin1')]);
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats === undefined || stats.isDirectory()) return;
  // The marks of the merge name the commits.
  if (stats.isFile() && marksIn(readFileSync(file, 'latin1')).some(mark => mark.includes(base))) return;
  if (!stats.isFile()) rmSync(file);
  const side = (id: string | undefined) => (id === undefined ? 'removed' : `git cat-file blob ${id}`);
  writeFileSync(file, `<<<<<<< ours: ${side(ours)}\n=======\n>>>>>>> theirs: ${side(theirs)}\n`);
}
