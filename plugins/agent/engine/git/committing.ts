import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Merged } from '../../contract/index.ts';
import { prepareFolders } from '../git-folders.ts';
import { readSmallFile } from '../read-small-file.ts';
import { type GitDiffering, literal, operationIn } from './differing.ts';
import { gitErrors } from './git-errors.ts';
import { branchOf, findRepository, placesOf } from './repository.ts';
import type { GitProgram } from './run-git.ts';
import { hooksThere, isOn, type Settings } from './settings.ts';
import { statsOf } from './stats-of.ts';
import { statusArguments, statusIn } from './status.ts';
import { reasonIn, type View, type Views } from './view.ts';

/** The hooks that would have a say in a commit. */
const commitHooks = ['pre-commit', 'prepare-commit-msg', 'commit-msg', 'post-commit', 'reference-transaction'];
const limitMs = 120_000;

const fromInput = ['--pathspec-from-file=-', '--pathspec-file-nul'];
/** The bytes of a name, each as a character. */
const bytesOf = (path: string) => Buffer.from(path).toString('latin1');
const listOf = (names: readonly string[]) => Buffer.from(names.map(name => `${literal(name)}\0`).join(''), 'latin1');

export interface Ready {
  readonly view: View;
  readonly settings: Settings;
}

/** `theirs` goes into the branch `into`, which is at `ours`; `name` is what the person is told. */
interface Join {
  readonly into: string;
  readonly name: string;
  readonly ours: string;
  readonly theirs: string;
  readonly message: string;
}

interface Part {
  readonly path: string;
  readonly patch: string;
  readonly isReverse: boolean;
}

/** What a person asks for by name: staging, a commit, a merge. The parts of git that are used run nothing of the repository. */
export class GitCommitting {
  readonly #git: GitProgram;
  readonly #views: Views;
  readonly #differing: GitDiffering;

  constructor(git: GitProgram, views: Views, differing: GitDiffering) {
    this.#git = git;
    this.#views = views;
    this.#differing = differing;
  }

  /** Without paths all that differs, whatever bytes the names are; returns what a filter keeps from it. */
  async stage(folder: string, paths?: readonly string[]): Promise<readonly string[]> {
    const { view } = await this.ready(folder);
    if (paths !== undefined) {
      const odd = paths.find(path => path.includes('\uFFFD'));
      if (odd !== undefined) throw gitErrors['agent/git-file-name']({ folder, path: odd });
      await this.demandPlain(view, folder, paths);
      await this.#addAll(view, folder, paths.map(bytesOf));
      return [];
    }
    const { code, output } = await this.#views.read(view, view.repository.top, statusArguments);
    if (code !== 0) throw gitErrors['agent/git-failed']({ folder, reason: 'its state could not be read' });
    // Each byte is a character, so that a name that is no text stays what it is.
    const { files } = statusIn(output.toString('latin1'), '');
    const names = files.filter(({ unstaged }) => unstaged !== undefined).map(({ path }) => path);
    const filtered = new Set(await this.#filtered(view, folder, names));
    await this.#addAll(
      view,
      folder,
      names.filter(name => !filtered.has(name)),
    );
    return [...filtered].map(name => Buffer.from(name, 'latin1').toString('utf8'));
  }

  async unstage(folder: string, paths?: readonly string[]): Promise<void> {
    const { view } = await this.ready(folder);
    const isBorn = (await this.#views.commit(view, 'HEAD')) !== undefined;
    const args = isBorn ? ['reset', '--quiet', 'HEAD'] : ['rm', '--cached', '--quiet', '-r'];
    if (paths === undefined) return await this.inIndex(view, folder, [...args, '--', ':(top)']);
    await this.inIndex(view, folder, [...args, ...fromInput], listOf(paths.map(bytesOf)));
  }

  /** Takes a part of a diff into the index, or out of it. The files stay as they are. */
  async stagePatch(folder: string, { path, patch, isReverse }: Part): Promise<void> {
    const { view } = await this.ready(folder);
    await this.demandPlain(view, folder, [path]);
    // What is no UTF-8 was lost when the diff was read.
    if (patch.includes('\uFFFD')) throw gitErrors['agent/git-part-not-text']({ path });
    const args = ['apply', '--cached', '--whitespace=nowarn', ...(isReverse ? ['--reverse'] : []), '-'];
    await this.inIndex(view, folder, args, patch);
  }

  /** Commits what is staged, onto the branch that is checked out; the branch moves only if nobody moved it meanwhile. */
  async commit(folder: string, { message, isAmend }: { readonly message: string; readonly isAmend: boolean }): Promise<string> {
    const ready = await this.ready(folder);
    const { view, settings } = ready;
    const { repository } = view;
    const branch = branchOf(repository);
    if (branch === undefined) throw gitErrors['agent/git-detached']({ folder });
    this.#demandOurs(ready, folder);
    const head = await this.#views.commit(view, 'HEAD');
    const replaced = isAmend ? head : undefined;
    const unmerged = await this.#views.read(view, repository.top, ['diff', '--name-only', '--diff-filter=U', '-z']);
    const [path] = unmerged.output.toString('utf8').split('\0');
    if (path) throw gitErrors['agent/git-conflict']({ folder, path });
    const tree = await this.output(view, folder, ['write-tree'], { GIT_INDEX_FILE: join(repository.own, 'index') });
    if (replaced === undefined && head !== undefined && tree === (await this.#views.treeOf(view, head)))
      throw gitErrors['agent/git-nothing-staged']({ folder });
    const parents = replaced === undefined ? (head === undefined ? [] : [head]) : await this.#replacedBy(view, folder, replaced);
    const author = replaced === undefined ? {} : await this.#authorOf(view, replaced);
    const args = ['commit-tree', ...parents.flatMap(parent => ['-p', parent]), tree];
    const commit = await this.output(view, folder, args, { ...this.#identity(settings, folder), ...author }, `${message.trim()}\n`);
    await this.#move(view, folder, branch, commit, head, isAmend ? 'amend' : 'commit');
    return commit;
  }

  /**
   * Merges the branch of a work tree into the base. The merge is made in the object store alone, so no checkout is ever left in a
   * conflict. A checkout of the base follows only if no change in it is in the way; else nothing is merged.
   */
  async merge(folder: string): Promise<Merged> {
    const ready = await this.ready(folder);
    const { view } = ready;
    const branch = branchOf(view.repository);
    const base = await this.#differing.baseOf(view);
    if (branch === undefined || base === undefined || branch === base) throw gitErrors['agent/git-no-base']({ folder });
    const [ours, theirs] = await Promise.all([base, branch].map(name => this.#views.commit(view, `refs/heads/${name}`)));
    if (ours === undefined || theirs === undefined) throw gitErrors['agent/git-no-base']({ folder });
    return await this.#join(ready, folder, { into: base, name: base, ours, theirs, message: `Merge branch '${branch}'` });
  }

  /** Merges what was fetched of a branch of a server into the branch that is checked out, in the same way. */
  async mergeFetched(folder: string, { remote, branch: name }: { readonly remote: string; readonly branch: string }): Promise<Merged> {
    const ready = await this.ready(folder);
    const { view } = ready;
    const branch = branchOf(view.repository);
    if (branch === undefined) throw gitErrors['agent/git-detached']({ folder });
    const full = `${remote}/${name}`;
    const [ours, theirs] = await Promise.all([`refs/heads/${branch}`, `refs/remotes/${full}`].map(one => this.#views.commit(view, one)));
    if (ours === undefined || theirs === undefined) throw gitErrors['agent/git-name']({ folder, name: full });
    return await this.#join(ready, folder, { into: branch, name: full, ours, theirs, message: `Merge remote-tracking branch '${full}'` });
  }

  async #join(ready: Ready, folder: string, { into, name, ours, theirs, message }: Join): Promise<Merged> {
    const { view, settings } = ready;
    const common = await this.#views.read(view, folder, ['merge-base', ours, theirs]);
    const fork = common.output.toString('latin1').trim();
    if (fork === theirs) return { result: 'nothing', base: name, conflicts: [] };
    if (fork === ours) {
      await this.#forward(view, folder, into, theirs, ours);
      return { result: 'forwarded', base: name, conflicts: [] };
    }
    this.#demandOurs(ready, folder);
    const args = ['merge-tree', '--write-tree', '--name-only', '--no-messages', '-z', ours, theirs];
    const { code, output, complaint } = await this.#run(view, args, {});
    const [tree = '', ...conflicts] = output.toString('utf8').split('\0').filter(Boolean);
    if (code === 1) return { result: 'conflicts', base: name, conflicts: [...new Set(conflicts)] };
    if (code !== 0) throw gitErrors['agent/git-failed']({ folder, reason: complaint.slice(0, 300) });
    const commitArgs = ['commit-tree', '-p', ours, '-p', theirs, tree];
    const merged = await this.output(view, folder, commitArgs, this.#identity(settings, folder), `${message}\n`);
    await this.#forward(view, folder, into, merged, ours);
    return { result: 'merged', base: name, conflicts: [] };
  }

  /** Moves a branch forward, and the checkout of it with its files. */
  async #forward(view: View, folder: string, base: string, to: string, from: string): Promise<void> {
    const place = checkoutOf(view, base);
    if (place === undefined) return await this.#move(view, folder, base, to, from, 'merge');
    const { view: there } = await this.ready(place);
    const changed = await this.#views.read(there, place, ['diff-tree', '-r', '--no-renames', '--name-status', '-z', from, to]);
    const parts = changed.output.toString('utf8').split('\0');
    const named = (kinds: RegExp) => parts.filter((_, at) => at % 2 === 1 && kinds.test(parts[at - 1] ?? ''));
    await this.demandPlain(there, place, named(/./));
    this.#demandRoom(there, base, { added: named(/A/), removed: new Set(named(/D/)) });
    // It changes nothing if it would have to write over a change, or over a new file that git does not ignore.
    await this.inIndex(there, place, ['read-tree', '-m', '-u', from, to]).catch(() => {
      throw gitErrors['agent/git-checked-out']({ branch: base, folder: place });
    });
    try {
      await this.#move(there, place, base, to, from, 'merge');
    } catch (error) {
      await this.inIndex(there, place, ['read-tree', '-m', '-u', to, from]);
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

  /** A repository in which something is not finished is left as it is. */
  async ready(folder: string): Promise<Ready> {
    const { view, settings } = await this.#views.acting(folder);
    if (view.isPartial) throw gitErrors['agent/git-partial']({ folder });
    if (statsOf(join(view.repository.own, 'index.lock')) !== undefined) throw gitErrors['agent/git-locked']({ folder });
    if (operationIn(view.repository) !== undefined) throw gitErrors['agent/git-unfinished']({ folder });
    const { own, common } = view.repository;
    // Git writes here by names, so none may be a link.
    const branches = statsOf(join(common, 'refs/heads'))?.isDirectory() === true;
    prepareFolders([join(common, 'objects'), ...(branches ? [join(common, 'refs/heads'), join(common, 'logs/refs/heads')] : [])]);
    if (statsOf(join(own, 'index'))?.isSymbolicLink() === true)
      throw gitErrors['agent/git-failed']({ folder, reason: 'its index is a link' });
    return { view, settings };
  }

  async #addAll(view: View, folder: string, names: readonly string[]): Promise<void> {
    if (names.length > 0) await this.inIndex(view, folder, ['add', '--all', ...fromInput], listOf(names));
  }

  /** A filter such as that of git-crypt or of large files would be left out, and its plain content committed. */
  async demandPlain(view: View, folder: string, paths: readonly string[]): Promise<void> {
    const [filtered] = await this.#filtered(view, folder, paths.map(bytesOf));
    if (filtered !== undefined) throw gitErrors['agent/git-filtered']({ folder, path: Buffer.from(filtered, 'latin1').toString('utf8') });
  }

  async #filtered(view: View, folder: string, names: readonly string[]): Promise<readonly string[]> {
    const { top } = view.repository;
    const input = Buffer.from(names.map(name => `${name}\0`).join(''), 'latin1');
    const options = { args: ['check-attr', '--stdin', '-z', 'filter'], cwd: top, top, alsoRead: view.reads, env: view.env, input };
    const { code, output, complaint } = await this.#git.read({ ...options, outside: placesOf(view.repository) });
    if (code !== 0) throw gitErrors['agent/git-failed']({ folder, reason: reasonIn(complaint) });
    const parts = output.toString('latin1').split('\0');
    return parts.filter((_, at) => at % 3 === 0 && !['unspecified', 'unset', undefined].includes(parts[at + 2]));
  }

  /** A commit of ours is the same as the person's own: hooks and signatures would be left out. */
  #demandOurs({ view: { repository }, settings }: Ready, folder: string): void {
    if (hooksThere(commitHooks, settings, repository, this.#git.home).length > 0) throw gitErrors['agent/git-hooks']({ folder });
    if (isOn(settings.get('commit.gpgsign')?.at(-1))) throw gitErrors['agent/git-signing']({ folder });
  }

  /** The parents of a commit that is replaced. */
  async #replacedBy(view: View, folder: string, commit: string): Promise<readonly string[]> {
    const { top } = view.repository;
    const servers = await this.#views.read(view, top, ['for-each-ref', '--count=1', `--contains=${commit}`, 'refs/remotes']);
    if (servers.code !== 0 || servers.output.length > 0) throw gitErrors['agent/git-pushed']({ folder });
    const { output } = await this.#views.read(view, top, ['rev-parse', `${commit}^@`]);
    return output.toString('latin1').split('\n').filter(Boolean);
  }

  async #authorOf(view: View, commit: string): Promise<Record<string, string>> {
    const args = ['log', '-1', '--no-show-signature', '--date=raw', '--format=%an%x00%ae%x00%ad', commit, '--'];
    const { output } = await this.#views.read(view, view.repository.top, args);
    const [name = '', mail = '', date = ''] = output.toString('utf8').trimEnd().split('\0');
    return { GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: mail, GIT_AUTHOR_DATE: date };
  }

  #identity(settings: Settings, folder: string): Record<string, string> {
    const own = (who: string, what: string) => (settings.get(`${who}.${what}`) ?? settings.get(`user.${what}`))?.at(-1);
    const found = {
      author: [own('author', 'name'), own('author', 'email')],
      committer: [own('committer', 'name'), own('committer', 'email')],
    };
    const [[name, mail], [committer, committerMail]] = [found.author, found.committer];
    if (!name || !mail || !committer || !committerMail) throw gitErrors['agent/git-identity']({ folder });
    return { GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: mail, GIT_COMMITTER_NAME: committer, GIT_COMMITTER_EMAIL: committerMail };
  }

  async #move(view: View, folder: string, branch: string, to: string, from: string | undefined, why: string): Promise<void> {
    const { common } = view.repository;
    const isLink = [join(common, 'refs/heads', branch), join(common, 'logs/refs/heads', branch)].some(
      path => statsOf(path)?.isSymbolicLink() === true,
    );
    if (isLink) throw gitErrors['agent/git-name']({ folder, name: branch });
    const old = from ?? '0'.repeat(to.length);
    await this.#views.act(view, folder, ['update-ref', '-m', `atelier: ${why}`, `refs/heads/${branch}`, to, old]);
  }

  async inIndex(view: View, folder: string, args: readonly string[], input?: string | Uint8Array): Promise<void> {
    const { own, top } = view.repository;
    const env = { GIT_INDEX_FILE: join(own, 'index'), GIT_WORK_TREE: top };
    await this.#views.act(view, folder, args, { env, limitMs, ...(input !== undefined && { input }) });
  }

  async #run(view: View, args: readonly string[], env: Record<string, string>, input?: string | Uint8Array) {
    const { GIT_DIR = '', GIT_COMMON_DIR = '', GIT_OBJECT_DIRECTORY = '' } = view.env;
    const { repository } = view;
    const all = { GIT_DIR, GIT_COMMON_DIR, GIT_OBJECT_DIRECTORY, ...env };
    const options = { args, cwd: view.folder, top: repository.top, outside: placesOf(repository), env: all };
    return await this.#git.act({ ...options, ...(input !== undefined && { input }) });
  }

  async output(
    view: View,
    folder: string,
    args: readonly string[],
    env: Record<string, string>,
    input?: string | Uint8Array,
  ): Promise<string> {
    const { code, output, complaint } = await this.#run(view, args, env, input);
    if (code !== 0) throw gitErrors['agent/git-failed']({ folder, reason: complaint.trim().slice(0, 300) });
    return output.toString('latin1').trim();
  }
}

/** The work tree in which a branch is checked out. */
function checkoutOf({ repository: { common } }: View, branch: string): string | undefined {
  const heads = [
    [common, dirname(common)],
    ...namesIn(join(common, 'worktrees')).map(name => {
      const own = join(common, 'worktrees', name);
      return [own, dirname((readSmallFile(join(own, 'gitdir')) ?? '').trim())];
    }),
  ];
  return heads.find(([own = '', top = '']) => {
    const isThere = readSmallFile(join(own, 'HEAD'))?.trim() === `ref: refs/heads/${branch}`;
    // A worktree whose folder is gone holds nothing.
    return isThere && findRepository(top) !== undefined;
  })?.[1];
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
