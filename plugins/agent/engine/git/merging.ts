import { join } from 'node:path';
import { isAppError } from '@atelier/kernel';
import type { Merged } from '../../contract/index.ts';
import { checkoutOf } from './checkouts.ts';
import type { GitCommitting, Ready } from './committing.ts';
import type { GitDiffering } from './differing.ts';
import { gitErrors } from './git-errors.ts';
import { mergeHooks } from './hooks.ts';
import { MergeNote } from './merge-note.ts';
import { branchOf } from './repository.ts';
import type { GitHome } from './run-git.ts';
import { hooksThere } from './settings.ts';
import { signingIn } from './signing.ts';
import { statsOf } from './stats-of.ts';
import { reasonIn, type View, type Views } from './view.ts';

/** `theirs` goes into the branch `into`, which is at `ours`; `name` is what the person is told. */
interface Join {
  readonly into: string;
  readonly name: string;
  readonly ours: string;
  readonly theirs: string;
  readonly message: string;
}

/** The branch of a work tree and the base that it is merged into, with their commits. */
interface Sides {
  readonly ready: Ready;
  readonly base: string;
  readonly branch: string;
  readonly ours: string;
  readonly theirs: string;
}

/** Merges that a person asks for by name. The parts of git that are used run nothing of the repository. */
export class GitMerging {
  readonly #home: GitHome;
  readonly #views: Views;
  readonly #differing: GitDiffering;
  readonly #committing: GitCommitting;

  constructor(home: GitHome, views: Views, differing: GitDiffering, committing: GitCommitting) {
    this.#home = home;
    this.#views = views;
    this.#differing = differing;
    this.#committing = committing;
  }

  /**
   * Merges the branch of a work tree into the base. The merge is made in the object store alone, so no checkout is ever left in a
   * conflict. A checkout of the base follows only if no change in it is in the way; else nothing is merged.
   */
  async merge(folder: string): Promise<Merged> {
    const { ready, base, branch, ours, theirs } = await this.sides(folder);
    return await this.#join(ready, folder, { into: base, name: base, ours, theirs, message: `Merge branch '${branch}'` });
  }

  /** The branch of a work tree and its base, and where they are. */
  async sides(folder: string): Promise<Sides> {
    const ready = await this.#committing.ready(folder);
    const { view } = ready;
    const branch = branchOf(view.repository);
    const base = await this.#differing.baseOf(view);
    if (branch === undefined || base === undefined || branch === base) throw gitErrors['agent/git-no-base']({ folder });
    // A merge into it that was cut off is ended first.
    const checkout = checkoutOf(view, base, folder);
    if (checkout !== undefined) await this.#committing.inTurn(checkout, () => this.#committing.ready(checkout));
    const [ours, theirs] = await Promise.all([base, branch].map(name => this.#views.commit(view, `refs/heads/${name}`)));
    if (ours === undefined || theirs === undefined) throw gitErrors['agent/git-no-base']({ folder });
    return { ready, base, branch, ours, theirs };
  }

  /** Merges what was fetched of a branch of a server into the branch that is checked out, in the same way. */
  async mergeFetched(folder: string, { remote, branch: name }: { readonly remote: string; readonly branch: string }): Promise<Merged> {
    const ready = await this.#committing.ready(folder);
    const { view } = ready;
    const branch = branchOf(view.repository);
    if (branch === undefined) throw gitErrors['agent/git-detached']({ folder });
    const full = `${remote}/${name}`;
    const [ours, theirs] = await Promise.all([`refs/heads/${branch}`, `refs/remotes/${full}`].map(one => this.#views.commit(view, one)));
    if (ours === undefined || theirs === undefined) throw gitErrors['agent/git-name']({ folder, name: full });
    return await this.#join(ready, folder, { into: branch, name: full, ours, theirs, message: `Merge remote-tracking branch '${full}'` });
  }

  async #join(ready: Ready, folder: string, { into, name, ours, theirs, message }: Join): Promise<Merged> {
    const { view } = ready;
    const fork = await this.#forkOf(view, ours, theirs);
    if (fork === theirs) return { result: 'nothing', base: name, conflicts: [] };
    if (fork === ours) {
      await this.#forward(view, folder, into, theirs, ours);
      return { result: 'forwarded', base: name, conflicts: [] };
    }
    await this.#demandNoHooks(ready, folder, into);
    await this.demandPlainMerge(view, folder, ours, theirs);
    const args = ['merge-tree', '--write-tree', '--name-only', '--no-messages', '-z', ours, theirs];
    const { code, output, complaint } = await this.#committing.inObjects(view, args);
    const [tree = '', ...conflicts] = output.toString('utf8').split('\0').filter(Boolean);
    if (code === 1) return { result: 'conflicts', base: name, conflicts: [...new Set(conflicts)] };
    if (code !== 0) throw gitErrors['agent/git-failed']({ folder, reason: complaint.slice(0, 300) });
    return await this.#joinAs(ready, folder, { into, name, ours, theirs, message }, tree);
  }

  /** Merges with a tree that somebody has made of both sides. */
  async mergeAs(
    ready: Ready,
    folder: string,
    { branch, into, tree, ...sides }: Omit<Join, 'name' | 'message'> & { readonly branch: string; readonly tree: string },
  ): Promise<Merged> {
    await this.#demandNoHooks(ready, folder, into);
    return await this.#joinAs(ready, folder, { ...sides, into, name: into, message: `Merge branch '${branch}'` }, tree);
  }

  async #forkOf(view: View, ours: string, theirs: string): Promise<string> {
    const { output } = await this.#views.read(view, view.repository.top, ['merge-base', ours, theirs]);
    return output.toString('latin1').trim();
  }

  /** What `.gitattributes` say of how a file is merged is not obeyed, so it may not be a file that both sides have changed. */
  async demandPlainMerge(view: View, folder: string, ours: string, theirs: string): Promise<void> {
    const fork = await this.#forkOf(view, ours, theirs);
    if (fork === '') return;
    const changed = async (from: string, to: string) => {
      const args = ['diff-tree', '-r', '--no-renames', '--name-only', '-z', from, to];
      const { code, output, complaint } = await this.#views.read(view, view.repository.top, args);
      if (code !== 0) throw gitErrors['agent/git-failed']({ folder, reason: reasonIn(complaint) });
      return output.toString('latin1').split('\0').filter(Boolean);
    };
    const [here, there, apart] = await Promise.all([changed(fork, ours), changed(fork, theirs), changed(ours, theirs)]);
    const [alsoThere, differs] = [new Set(there), new Set(apart)];
    const both = here.filter(name => alsoThere.has(name) && differs.has(name));
    const plain = ['unspecified', 'set', 'text'];
    const [path] = await this.#committing.withAttribute(view, folder, 'merge', both, value => !plain.includes(value));
    if (path !== undefined) throw gitErrors['agent/git-merge-attribute']({ folder, path: Buffer.from(path, 'latin1').toString('utf8') });
  }

  async #joinAs({ view, settings }: Ready, folder: string, { into, name, ours, theirs, message }: Join, tree: string): Promise<Merged> {
    const signing = await signingIn(this.#views, view, settings, folder);
    const made = { env: this.#committing.identity(settings, folder), text: message, signing };
    const merged = await this.#committing.commitTree(view, folder, ['-p', ours, '-p', theirs, tree], made);
    await this.#forward(view, folder, into, merged, ours);
    return { result: 'merged', base: name, conflicts: [] };
  }

  /** Moves a branch forward, and the checkout of it with its files. */
  async #forward(view: View, folder: string, base: string, to: string, from: string): Promise<void> {
    const place = checkoutOf(view, base, folder);
    if (place === undefined) return await this.#committing.move(view, folder, base, to, from, 'merge');
    await this.#committing.inTurn(place, () => this.#forwardThere(place, base, to, from));
  }

  async #forwardThere(place: string, base: string, to: string, from: string): Promise<void> {
    const { view: there } = await this.#committing.ready(place);
    const changed = await this.#views.read(there, place, ['diff-tree', '-r', '--no-renames', '--name-status', '-z', from, to]);
    const parts = changed.output.toString('utf8').split('\0');
    const named = (kinds: RegExp) => parts.filter((_, at) => at % 2 === 1 && kinds.test(parts[at - 1] ?? ''));
    await this.#committing.demandPlain(there, place, named(/./));
    this.#demandRoom(there, base, { added: named(/A/), removed: new Set(named(/D/)) });
    // A file that was only touched is no change. It fails where a file is changed, which the next step looks at.
    await this.#committing.inIndex(there, place, ['update-index', '-q', '--refresh']).catch(() => undefined);
    const note = new MergeNote(there.repository);
    note.write({ branch: base, from, to });
    try {
      await this.#follow(there, place, base, to, from);
    } finally {
      note.remove();
    }
  }

  async #follow(there: View, place: string, base: string, to: string, from: string): Promise<void> {
    // It changes nothing if it would have to write over a change, or over a new file that git does not ignore.
    await this.#committing.inIndex(there, place, ['read-tree', '-m', '-u', from, to]).catch((error: unknown) => {
      const reason = isAppError(error) ? String(error.details.reason) : '';
      if (/not uptodate|would be overwritten|would lose untracked/.test(reason))
        throw gitErrors['agent/git-checked-out']({ branch: base, folder: place });
      throw error;
    });
    try {
      await this.#committing.move(there, place, base, to, from, 'merge');
    } catch (error) {
      await this.#committing.inIndex(there, place, ['read-tree', '-m', '-u', to, from]);
      throw error;
    }
  }

  /** Git itself writes over files that it ignores, such as a .env. */
  #demandRoom(
    { repository: { top } }: View,
    branch: string,
    { added, removed }: { readonly added: readonly string[]; readonly removed: ReadonlySet<string> },
  ): void {
    for (const path of added) {
      const parts = path.split('/');
      const above = parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('/'));
      const file = above.find(one => !removed.has(one) && statsOf(join(top, one))?.isDirectory() === false);
      const there = file ?? (statsOf(join(top, path)) === undefined ? undefined : path);
      if (there !== undefined) throw gitErrors['agent/git-in-the-way']({ branch, folder: top, path: there });
    }
  }

  /** A merge of ours is the same as the person's own: hooks would be left out, those that it would run where the branch is checked out too. */
  async #demandNoHooks(ready: Ready, folder: string, into: string): Promise<void> {
    const place = checkoutOf(ready.view, into, folder);
    for (const { view, settings } of [ready, ...(place === undefined ? [] : [await this.#views.acting(place)])])
      if (hooksThere(mergeHooks, settings, view.repository, this.#home).length > 0) throw gitErrors['agent/git-merge-hooks']({ folder });
  }
}
