import { join } from 'node:path';
import type { FoundHooks } from '../../contract/index.ts';
import { prepareFolders } from '../git-folders.ts';
import { literal, operationIn } from './differing.ts';
import { gitErrors } from './git-errors.ts';
import { HookRun, type HookRunner, hooksFor } from './hooks.ts';
import { indexLock } from './locks.ts';
import { MergeNote } from './merge-note.ts';
import { branchOf, findRepository, placesOf } from './repository.ts';
import type { GitCommand, GitProgram } from './run-git.ts';
import type { Settings } from './settings.ts';
import { type Signing, signingIn, signingMs } from './signing.ts';
import { statsOf } from './stats-of.ts';
import { statusArguments, statusIn } from './status.ts';
import { reasonIn, type View, type Views } from './view.ts';

/** For what takes as long as the files are large. */
const limitMs = 10 * 60_000;

const fromInput = ['--pathspec-from-file=-', '--pathspec-file-nul'];
/** The bytes of a name, each as a character. */
const bytesOf = (path: string) => Buffer.from(path).toString('latin1');
const listOf = (names: readonly string[]) => Buffer.from(names.map(name => `${literal(name)}\0`).join(''), 'latin1');

export interface Ready {
  readonly view: View;
  readonly settings: Settings;
}

interface Part {
  readonly path: string;
  readonly patch: string;
  readonly isReverse: boolean;
}

/** What a person asks for by name: staging and a commit. The parts of git that are used run nothing of the repository. */
export class GitCommitting {
  readonly #git: GitProgram;
  readonly #views: Views;
  /** The last act in each folder of a repository. */
  readonly #last = new Map<string, Promise<void>>();

  constructor(git: GitProgram, views: Views) {
    this.#git = git;
    this.#views = views;
  }

  /** Without paths all that differs, whatever bytes the names are; returns what a filter keeps from it. */
  stage(folder: string, paths?: readonly string[]): Promise<readonly string[]> {
    return this.inTurn(folder, () => this.#stage(folder, paths));
  }

  async #stage(folder: string, paths: readonly string[] | undefined): Promise<readonly string[]> {
    const { view } = await this.ready(folder);
    if (paths !== undefined) {
      const odd = paths.find(path => path.includes('\uFFFD'));
      if (odd !== undefined) throw gitErrors['agent/git-file-name']({ folder, path: odd });
      await this.demandPlain(view, folder, paths);
      const { top } = view.repository;
      const isFolder = (path: string) => statsOf(join(top, path))?.isDirectory() === true;
      await this.#addAll(view, folder, paths.filter(path => !isFolder(path)).map(bytesOf));
      // A removed file whose place a folder has: its name would stand for all that is in that folder.
      const gone = paths.filter(isFolder).map(path => `${path}\0`);
      if (gone.length > 0) await this.inIndex(view, folder, ['update-index', '--remove', '-z', '--stdin'], gone.join(''));
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

  unstage(folder: string, paths?: readonly string[]): Promise<void> {
    return this.inTurn(folder, () => this.#unstage(folder, paths));
  }

  async #unstage(folder: string, paths: readonly string[] | undefined): Promise<void> {
    const { view } = await this.ready(folder);
    const isBorn = (await this.#views.commit(view, 'HEAD')) !== undefined;
    const args = isBorn ? ['reset', '--quiet', 'HEAD'] : ['rm', '--cached', '--quiet', '-r'];
    if (paths === undefined) return await this.inIndex(view, folder, [...args, '--', ':(top)']);
    await this.inIndex(view, folder, [...args, ...fromInput], listOf(paths.map(bytesOf)));
  }

  /** Takes a part of a diff into the index, or out of it. The files stay as they are. */
  stagePatch(folder: string, part: Part): Promise<void> {
    return this.inTurn(folder, () => this.#stagePatch(folder, part));
  }

  async #stagePatch(folder: string, { path, patch, isReverse }: Part): Promise<void> {
    const { view } = await this.ready(folder);
    await this.demandPlain(view, folder, [path]);
    // What is no UTF-8 was lost when the diff was read.
    if (patch.includes('\uFFFD')) throw gitErrors['agent/git-part-not-text']({ path });
    const args = ['apply', '--cached', '--whitespace=nowarn', ...(isReverse ? ['--reverse'] : []), '-'];
    await this.inIndex(view, folder, args, patch);
  }

  /** The hooks of the project that one act runs; undefined if there is none. */
  async hooks(folder: string, act: 'commit' | 'push'): Promise<FoundHooks | undefined> {
    return hooksFor(act, { ...(await this.#views.acting(folder)), folder, home: this.#git.home });
  }

  /**
   * Commits what is staged, onto the branch that is checked out; the branch moves only if nobody moved it meanwhile. It is signed where the
   * person's commits are. The hooks of the project run by `runner` alone.
   */
  async commit(
    folder: string,
    { message, isAmend, runner }: { readonly message: string; readonly isAmend: boolean; readonly runner?: HookRunner },
  ): Promise<string> {
    // Hooks take long, so other acts wait for nothing of this one.
    const ready = await this.inTurn(folder, () => this.ready(folder));
    const { view, settings } = ready;
    const { repository } = view;
    const branch = branchOf(repository);
    if (branch === undefined) throw gitErrors['agent/git-detached']({ folder });
    const place = { ...ready, folder, home: this.#git.home };
    const hooks = new HookRun('commit', place, runner, () => gitErrors['agent/git-hooks']({ folder }));
    const identity = this.identity(settings, folder);
    const signing = await signingIn(this.#views, view, settings, folder);
    const head = await this.#views.commit(view, 'HEAD');
    const replaced = isAmend ? head : undefined;
    const unmerged = await this.#views.read(view, repository.top, ['diff', '--name-only', '--diff-filter=U', '-z']);
    const [path] = unmerged.output.toString('utf8').split('\0');
    if (path) throw gitErrors['agent/git-conflict']({ folder, path });
    const staged = async () => {
      const tree = await this.output(view, folder, ['write-tree'], { GIT_INDEX_FILE: join(repository.own, 'index') });
      if (replaced === undefined && head !== undefined && tree === (await this.#views.treeOf(view, head)))
        throw gitErrors['agent/git-nothing-staged']({ folder });
      return tree;
    };
    await staged();
    const parents = replaced === undefined ? (head === undefined ? [] : [head]) : await this.#replacedBy(view, folder, replaced);
    const author = replaced === undefined ? {} : await this.#authorOf(view, replaced);
    await hooks.run('pre-commit', []);
    const text = await hooks.message(message.trim());
    // A hook may have staged something, and may have left anything behind.
    if (hooks.isAny && branchOf((await this.ready(folder)).view.repository) !== branch)
      throw gitErrors['agent/git-failed']({ folder, reason: 'a hook has switched the branch' });
    const args = [...parents.flatMap(parent => ['-p', parent]), await staged()];
    const commit = await this.commitTree(view, folder, args, { env: { ...identity, ...author }, text, signing });
    await this.move(view, folder, branch, commit, head, isAmend ? 'amend' : 'commit');
    // As with git, it is committed whatever these say.
    await hooks.run('post-commit', []).catch(() => undefined);
    if (replaced !== undefined) await hooks.run('post-rewrite', ['amend'], { input: `${replaced} ${commit}` }).catch(() => undefined);
    return commit;
  }

  /** Acts that change one index go one after the other, since git refuses the second of two at once. */
  async inTurn<T>(folder: string, work: () => Promise<T>): Promise<T> {
    const own = findRepository(folder)?.own ?? folder;
    const turn = (this.#last.get(own) ?? Promise.resolve()).then(work);
    const end = turn.then(
      () => undefined,
      () => undefined,
    );
    this.#last.set(own, end);
    try {
      return await turn;
    } finally {
      if (this.#last.get(own) === end) this.#last.delete(own);
    }
  }

  /** A repository in which something is not finished is left as it is. */
  async ready(folder: string): Promise<Ready> {
    const { view, settings } = await this.#views.acting(folder);
    if (view.isPartial) throw gitErrors['agent/git-partial']({ folder });
    const lock = indexLock(view.repository);
    if (statsOf(lock) !== undefined) throw gitErrors['agent/git-locked']({ folder, lock });
    if (operationIn(view.repository) !== undefined) throw gitErrors['agent/git-unfinished']({ folder });
    const { own, common } = view.repository;
    // Git writes here by names, so none may be a link.
    const branches = statsOf(join(common, 'refs/heads'))?.isDirectory() === true;
    prepareFolders([join(common, 'objects'), ...(branches ? [join(common, 'refs/heads'), join(common, 'logs/refs/heads')] : [])]);
    if (statsOf(join(own, 'index'))?.isSymbolicLink() === true)
      throw gitErrors['agent/git-failed']({ folder, reason: 'its index is a link' });
    await this.#endMerge(view, folder);
    return { view, settings };
  }

  /** The app may have ended when the checkout had a merge already and its branch not yet. It has it wholly, or git has left its lock. */
  async #endMerge(view: View, folder: string): Promise<void> {
    const { repository } = view;
    const note = new MergeNote(repository);
    const left = note.left();
    if (left === undefined) return;
    const { branch, from, to } = left;
    const isThere = branchOf(repository) === branch && (await this.#views.commit(view, 'HEAD')) === from;
    const names = async (args: readonly string[]) => {
      const { code, output } = await this.#views.read(view, repository.top, [...args, '--no-renames', '--name-only', '-z']);
      return code === 0 ? output.toString('latin1').split('\0').filter(Boolean) : undefined;
    };
    const [merged, others] = isThere
      ? await Promise.all([names(['diff-tree', '-r', from, to]), names(['diff-index', '--cached', to])])
      : [undefined, undefined];
    // What the person has staged beside it stays staged.
    if (merged !== undefined && others !== undefined && !merged.some(name => others.includes(name)))
      await this.move(view, folder, branch, to, from, 'merge');
    note.remove();
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
    return await this.withAttribute(view, folder, 'filter', names, value => !['unspecified', 'unset'].includes(value));
  }

  /** The names, the bytes of each as characters, for which an attribute has such a value. */
  async withAttribute(
    view: View,
    folder: string,
    attribute: 'filter' | 'merge',
    names: readonly string[],
    is: (value: string) => boolean,
  ): Promise<readonly string[]> {
    const { top } = view.repository;
    const input = Buffer.from(names.map(name => `${name}\0`).join(''), 'latin1');
    const options = { args: ['check-attr', '--stdin', '-z', attribute], cwd: top, top, alsoRead: view.reads, env: view.env, input };
    const { code, output, complaint } = await this.#git.read({ ...options, outside: placesOf(view.repository) });
    if (code !== 0) throw gitErrors['agent/git-failed']({ folder, reason: reasonIn(complaint) });
    const parts = output.toString('latin1').split('\0');
    return parts.filter((_, at) => at % 3 === 0 && is(parts[at + 2] ?? 'unspecified'));
  }

  /** Makes a commit; `args` are its parents and its tree. */
  async commitTree(
    view: View,
    folder: string,
    args: readonly string[],
    { env, text, signing }: { readonly env: Record<string, string>; readonly text: string; readonly signing: Signing | undefined },
  ): Promise<string> {
    if (signing === undefined) return await this.output(view, folder, ['commit-tree', ...args], env, `${text}\n`);
    const all = [...signing.settings, 'commit-tree', ...signing.option, ...args];
    const { code, output, complaint } = await this.#run(view, all, env, `${text}\n`, { as: 'signing', limitMs: signingMs });
    if (code === 0) return output.toString('latin1').trim();
    const reason = code === undefined ? 'its program did not end in time, or did not start' : reasonIn(complaint);
    throw gitErrors['agent/git-sign-failed']({ folder, reason });
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

  /** Who commits, by the settings that hold in this folder. */
  identity(settings: Settings, folder: string): Record<string, string> {
    const own = (who: string, what: string) => (settings.get(`${who}.${what}`) ?? settings.get(`user.${what}`))?.at(-1);
    const found = {
      author: [own('author', 'name'), own('author', 'email')],
      committer: [own('committer', 'name'), own('committer', 'email')],
    };
    const [[name, mail], [committer, committerMail]] = [found.author, found.committer];
    if (!name || !mail || !committer || !committerMail) throw gitErrors['agent/git-identity']({ folder });
    return { GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: mail, GIT_COMMITTER_NAME: committer, GIT_COMMITTER_EMAIL: committerMail };
  }

  /** Moves a branch, only from where it was. */
  async move(view: View, folder: string, branch: string, to: string, from: string | undefined, why: string): Promise<void> {
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

  /** Runs what reads and writes objects alone. */
  async inObjects(view: View, args: readonly string[]) {
    return await this.#run(view, args, {});
  }

  async #run(
    view: View,
    args: readonly string[],
    env: Record<string, string>,
    input?: string | Uint8Array,
    more: Partial<Pick<GitCommand, 'as' | 'limitMs'>> = {},
  ) {
    const { GIT_DIR = '', GIT_COMMON_DIR = '', GIT_OBJECT_DIRECTORY = '' } = view.env;
    const { repository } = view;
    const all = { GIT_DIR, GIT_COMMON_DIR, GIT_OBJECT_DIRECTORY, ...env };
    const options = { args, cwd: view.folder, top: repository.top, limitMs, outside: placesOf(repository), env: all };
    return await this.#git.act({ ...options, ...more, ...(input !== undefined && { input }) });
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
