import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, realpathSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, rename } from 'node:fs/promises';
import { basename, delimiter, dirname, join, relative } from 'node:path';
import type { RemovedWorktree } from '../../contract/index.ts';
import { prepareFolders } from '../git-folders.ts';
import { readSmallFile } from '../read-small-file.ts';
import { contentOf } from './content.ts';
import { operationIn } from './differing.ts';
import { Erasing } from './erasing.ts';
import { gitErrors } from './git-errors.ts';
import { indexLock } from './locks.ts';
import { isBranch } from './network.ts';
import { branchOf, findRepository, placesOf } from './repository.ts';
import type { GitProgram } from './run-git.ts';
import type { Settings } from './settings.ts';
import { statsOf } from './stats-of.ts';
import { filledSubmodule, isEmpty } from './submodules.ts';
import { reasonIn, type View, type Views } from './view.ts';

/** The worktrees that were created here, by their paths, with the repository that each belongs to. */
export interface WorktreeRecords {
  add(path: string, repository: string): void;
  repositoryOf(path: string): string | undefined;
  forget(path: string): void;
  all(): readonly string[];
}

export interface Removal {
  /** Stands for the question about changes: throws if one is not kept elsewhere. */
  readonly demandKept?: (view: View) => Promise<void>;
  /** Ends what works in it; called once nothing would be lost. */
  readonly ending?: () => Promise<unknown>;
}

export interface WorktreePlace {
  /** The folder of the app that all worktrees are created in. */
  readonly folder: string;
  readonly records: WorktreeRecords;
}

const limitMs = 10 * 60_000;
/** Beside the own branches of conversations, commands in a worktree can move no other. */
const branchFolder = 'atelier';
/** The end of the name of a folder that was a worktree and is being removed. */
const removedEnd = '.removed';

/** Creates worktrees for conversations, and removes those that it has created and nothing would be lost with. */
export class GitWorktrees {
  readonly #git: GitProgram;
  readonly #views: Views;
  readonly #place: WorktreePlace;
  /** Those that are being created or removed now. */
  readonly #inWork = new Set<string>();
  readonly #erasing: Erasing;

  constructor(git: GitProgram, views: Views, place: WorktreePlace) {
    this.#git = git;
    this.#views = views;
    this.#place = place;
    this.#erasing = new Erasing(path => place.records.forget(path));
  }

  /** The new branch is `atelier/<name>`. */
  async add(folder: string, { name, from }: { readonly name: string; readonly from: string }): Promise<string> {
    const branch = `${branchFolder}/${name}`;
    const view = await this.#views.at(folder);
    if (view.isPartial) throw gitErrors['agent/git-partial']({ folder });
    if (!isBranch(branch) || name.includes('/')) throw gitErrors['agent/git-name']({ folder, name: branch });
    const commit = from.startsWith('-') ? undefined : await this.#views.commit(view, from);
    if (commit === undefined) throw gitErrors['agent/git-name']({ folder, name: from });
    const { common } = view.repository;
    await this.#demandUnfiltered(view, folder, commit);
    // Git writes here by names, so none may be a link.
    prepareFolders(
      ['worktrees', 'objects', `refs/heads/${branchFolder}`, `logs/refs/heads/${branchFolder}`].map(part => join(common, part)),
    );
    const path = join(this.#place.folder, `${name}-${randomBytes(4).toString('hex')}`);
    mkdirSync(this.#place.folder, { recursive: true, mode: 0o700 });
    this.#inWork.add(path);
    try {
      this.#place.records.add(path, common);
      const args = ['worktree', 'add', '--quiet', '--no-track', '-b', branch, '--', path, commit];
      await this.#views.act(view, folder, args, { env: await this.#largeFiles(placesOf(view.repository)), limitMs });
      // Git has written the path through the view.
      const own = join(common, 'worktrees', basename(/^gitdir: (.+)$/m.exec(readSmallFile(join(path, '.git')) ?? '')?.[1] ?? ''));
      writeFileSync(join(path, '.git'), `gitdir: ${own}\n`);
      if (findRepository(path)?.own !== own) throw gitErrors['agent/git-failed']({ folder, reason: `${path} has no repository` });
      return path;
    } catch (error) {
      await this.#drop(view, path);
      throw error;
    } finally {
      this.#inWork.delete(path);
    }
  }

  /** A file would be as it is stored, such as encrypted, where a filter that is not run would change it. */
  async #demandUnfiltered(view: View, folder: string, commit: string): Promise<void> {
    const running = (settings: Settings) =>
      [...settings].flatMap(([key, values]) => {
        const name = /^filter\.(.+)\.(?:smudge|process)$/s.exec(key)?.[1];
        return name === undefined || name === 'lfs' || ['', 'cat'].includes(values.at(-1) ?? '') ? [] : [name];
      });
    const filters = [await this.#views.own(view, folder), view.settings].flatMap(running);
    if (filters.length === 0) return;
    const { top } = view.repository;
    const index = join(view.folder, `index-${randomUUID()}`);
    const env = { ...view.env, GIT_INDEX_FILE: index };
    try {
      await this.#views.act(view, folder, ['read-tree', commit], { env, limitMs });
      const read = async (args: readonly string[], input?: Buffer) => {
        const options = { args, cwd: top, top, alsoRead: view.reads, outside: placesOf(view.repository), env, ...(input && { input }) };
        const { code, output, complaint } = await this.#git.read(options);
        if (code !== 0) throw gitErrors['agent/git-failed']({ folder, reason: reasonIn(complaint) });
        return output;
      };
      const parts = (await read(['check-attr', '--cached', '--stdin', '-z', 'filter'], await read(['ls-files', '-z'])))
        .toString()
        .split('\0');
      const at = parts.findIndex((filter, place) => place % 3 === 2 && filters.includes(filter));
      if (at >= 0) throw gitErrors['agent/git-worktree-filtered']({ folder, filter: parts[at] ?? '', path: parts[at - 2] ?? '' });
    } finally {
      for (const file of [index, `${index}.lock`]) rmSync(file, { force: true });
    }
  }

  /** Removes one that was just created and that nobody has worked in. */
  async drop(path: string): Promise<void> {
    if (this.#place.records.repositoryOf(path) !== undefined) await this.#drop(await this.#views.at(path), path);
  }

  async #drop(view: View, path: string): Promise<void> {
    await this.#views.act(view, dirname(path), ['worktree', 'remove', '--force', '--', path], { limitMs }).catch(() => undefined);
    rmSync(path, { recursive: true, force: true });
    this.#place.records.forget(path);
  }

  /** Those that were created here and not removed. What an earlier run did not finish is ended first; its files go in the background. */
  async all(): Promise<readonly string[]> {
    const { records } = this.#place;
    for (const path of records.all()) {
      try {
        if (!this.#inWork.has(path)) this.#finish(path);
      } catch {
        // It is listed as it is, and tried again the next time.
      }
    }
    return records.all().filter(path => !path.endsWith(removedEnd) && !(this.#inWork.has(path) && statsOf(path) === undefined));
  }

  /** Those that were removed, and of which files are left; and those that something has taken the place of meanwhile, which are kept. */
  async removed(): Promise<readonly RemovedWorktree[]> {
    await this.all();
    return this.#place.records.all().flatMap((path): RemovedWorktree[] => {
      const reason = this.#erasing.failure(path);
      if (path.endsWith(removedEnd)) return [{ folder: path, ...(reason !== undefined && { reason }) }];
      return this.#isUndecided(path) ? [{ folder: path + removedEnd, place: path }] : [];
    });
  }

  /** Resolves once the files of all that was removed are deleted, or could not be; whether there were some. */
  async settled(): Promise<boolean> {
    return await this.#erasing.settled();
  }

  /** Deletes no more files; what is left goes at the next start. */
  async stop(): Promise<void> {
    await this.#erasing.stop();
  }

  #finish(path: string): void {
    const { records } = this.#place;
    const isRemoved = path.endsWith(removedEnd);
    const first = isRemoved ? path.slice(0, -removedEnd.length) : path;
    const common = records.repositoryOf(path) ?? path;
    const own = join(common, 'worktrees', basename(first));
    // A worktree that is not there any more may have been moved.
    const isOwn = readSmallFile(join(own, 'gitdir'))?.trim() === join(first, '.git');
    const away = first + removedEnd;
    // Only an empty folder is replaced; else it stays where it is.
    if (!isRemoved && this.#isUndecided(path)) return renameSync(away, path);
    if (!isRemoved && !this.#isUnfinished(path)) return;
    const isLeft = !isRemoved && statsOf(path) !== undefined;
    if (isLeft) {
      if (records.repositoryOf(away) !== undefined) rmdirSync(path);
      else {
        renameSync(path, away);
        records.add(away, common);
      }
    }
    if (isOwn && (isRemoved || isLeft) && !existsSync(first)) rmSync(own, { recursive: true, force: true });
    if (!isRemoved) records.forget(path);
    if (records.repositoryOf(away) !== undefined) this.#erasing.begin(away);
  }

  /** Whether it was moved away and not yet looked at again. Its repository may be on a disk that is not there now. */
  #isUndecided(path: string): boolean {
    const { records } = this.#place;
    const away = path + removedEnd;
    if (this.#inWork.has(path) || records.repositoryOf(away) !== undefined || !isPlainFolder(away)) return false;
    const named = readSmallFile(join(records.repositoryOf(path) ?? path, 'worktrees', basename(path), 'gitdir'))?.trim();
    return named === undefined || named === join(path, '.git');
  }

  /** Whether the app ended while it was created: it is empty, or its .git file still names a view. Nobody has worked in it. */
  #isUnfinished(path: string): boolean {
    const stats = statsOf(path);
    if (stats === undefined) return true;
    if (!isPlainFolder(path)) return false;
    const named = /^gitdir: (.+)$/m.exec(readSmallFile(join(path, '.git')) ?? '')?.[1];
    return named === undefined ? isEmpty(path) : this.#views.has(named);
  }

  /**
   * Only a worktree that was created here, that is no link, that is on a branch, that has no change that is not committed, also none
   * that git overlooks, no file of its own that git ignores, no other repository in what it ignores, and nothing in a submodule. Its branch
   * stays.
   */
  async remove(path: string, { demandKept, ending }: Removal = {}): Promise<void> {
    const { records } = this.#place;
    this.#follow(path);
    const common = records.repositoryOf(path);
    const away = path + removedEnd;
    if (common !== undefined && this.#isUndecided(path)) throw gitErrors['agent/git-worktree-aside']({ folder: path, away });
    if (common === undefined || !isPlainFolder(path)) throw gitErrors['agent/git-worktree-unknown']({ folder: path });
    if (statsOf(common) === undefined) throw gitErrors['agent/git-worktree-orphaned']({ folder: path, repository: common });
    const repository = findRepository(path);
    if (repository?.top !== path || repository.common !== common || repository.own === common) {
      throw gitErrors['agent/git-worktree-unknown']({ folder: path });
    }
    // Its commits would be on no branch.
    if (branchOf(repository) === undefined || operationIn(repository) !== undefined)
      throw gitErrors['agent/git-worktree-detached']({ folder: path });
    if (statsOf(join(repository.own, 'locked')) !== undefined)
      throw gitErrors['agent/git-failed']({ folder: path, reason: 'the worktree is locked (git worktree lock)' });
    const lock = indexLock(repository);
    if (statsOf(lock) !== undefined) throw gitErrors['agent/git-locked']({ folder: path, lock });
    const view = await this.#views.at(path);
    const isKept = demandKept !== undefined;
    await demandNoneIn(path, await this.#demandNothingLost(view, isKept));
    await ending?.();
    // What was saved meanwhile, also by what has just ended.
    await this.#demandNothingLost(view, isKept);
    await demandKept?.(view);
    await this.#takeAway(view, path, async moved => {
      await demandNoneIn(path, await this.#demandNothingLost(moved, isKept, path), moved.repository.top);
      await demandKept?.(moved);
    });
  }

  /** A repository that was moved, once `git worktree repair` has led the worktree to it. */
  #follow(path: string): void {
    const { records } = this.#place;
    const before = records.repositoryOf(path);
    if (before === undefined || statsOf(before) !== undefined || !isPlainFolder(path)) return;
    const repository = findRepository(path);
    if (repository?.top === path && repository.own === join(repository.common, 'worktrees', basename(path)))
      records.add(path, repository.common);
  }

  /**
   * It is moved away, so that by its name nothing is saved in it any more, and looked at once more: what was saved at the last moment brings
   * it back. Then it is no worktree from one moment to the next; how long its files take does not matter.
   */
  async #takeAway(view: View, path: string, demand: (moved: View) => Promise<void>): Promise<void> {
    const { records } = this.#place;
    const { own, common } = view.repository;
    const away = `${path}${removedEnd}`;
    this.#inWork.add(path);
    try {
      await rename(path, away).catch((error: unknown) => {
        throw gitErrors['agent/git-failed']({ folder: path, reason: String(error) });
      });
      try {
        await demand({ ...view, repository: { ...view.repository, top: away }, env: { ...view.env, GIT_WORK_TREE: away } });
      } catch (error) {
        try {
          renameSync(away, path);
        } catch {
          throw gitErrors['agent/git-worktree-aside']({ folder: path, away }, error);
        }
        throw error;
      }
      records.add(away, common);
      rmSync(own, { recursive: true, force: true });
      records.forget(path);
      this.#erasing.begin(away);
    } finally {
      this.#inWork.delete(path);
    }
  }

  /** Returns the folders that git ignores as a whole. */
  async #demandNothingLost(view: View, isKept: boolean, folder = view.repository.top): Promise<readonly string[]> {
    const { top: path, own, common } = view.repository;
    const [status, index, flags, ignored] = await Promise.all([
      this.#views.read(view, path, ['status', '--porcelain', '-z', '--no-renames', '--untracked-files=normal', '--ignore-submodules=all']),
      this.#views.read(view, path, ['ls-files', '--stage', '-z']),
      this.#views.read(view, path, ['ls-files', '-v', '-z']),
      this.#views.read(view, path, ['ls-files', '--others', '--ignored', '--exclude-standard', '--directory', '-z']),
    ]);
    const isClean = status.code === 0 && status.output.length === 0;
    const isInSubmodule =
      index.code !== 0 || statsOf(join(own, 'modules')) !== undefined || filledSubmodule(path, index.output) !== undefined;
    if ((!isClean && !isKept) || isInSubmodule) throw gitErrors['agent/git-worktree-changed']({ folder });
    // A file that is sparse is not there.
    const overlooked = namesIn(flags.output)
      .filter(line => /^[a-zS] /.test(line))
      .map(line => line.slice(2))
      .find(name => statsOf(join(path, name)) !== undefined);
    if (flags.code !== 0 || overlooked !== undefined) throw gitErrors['agent/git-worktree-overlooked']({ folder, path: overlooked ?? '.' });
    // A whole folder that is ignored is what a tool makes again; a single file, such as .env, may be the person's, unless the checkout has it.
    const names = namesIn(ignored.output);
    const lost = await firstNotIn(
      dirname(common),
      path,
      names.filter(name => !name.endsWith('/')),
    );
    if (ignored.code !== 0 || lost !== undefined) throw gitErrors['agent/git-worktree-ignored']({ folder, path: lost ?? '.' });
    return names.filter(name => name.endsWith('/'));
  }

  /**
   * Git LFS is the one filter that is allowed, as an absolute program that no project provides, whatever the repository calls by its name.
   * It takes what is on this machine and fetches nothing; the address that a file of the project names is not used.
   */
  async #largeFiles(places: readonly string[]): Promise<Record<string, string>> {
    const program = this.#git.other('git-lfs', places);
    const git = await this.#git.path(places);
    if (program === undefined || git === undefined) return {};
    const settings = [
      ['filter.lfs.process', `'${program.replaceAll("'", "'\\''")}' filter-process`],
      ['filter.lfs.required', 'true'],
      ['lfs.url', 'https://lfs.invalid'],
      ['lfs.skipdownloaderrors', 'true'],
    ];
    const variables = settings.flatMap(([key = '', value = ''], at) => [
      [`GIT_CONFIG_KEY_${at}`, key],
      [`GIT_CONFIG_VALUE_${at}`, value],
    ]);
    // It asks git for its settings.
    const path = [dirname(git), dirname(program)].join(delimiter);
    return { ...Object.fromEntries(variables), GIT_CONFIG_COUNT: String(settings.length), PATH: path };
  }
}

const namesIn = (output: Buffer): readonly string[] => output.toString('utf8').split('\0').filter(Boolean);

/** The first of the files that another folder does not have with the same content. */
async function firstNotIn(other: string, folder: string, names: readonly string[]): Promise<string | undefined> {
  for (const name of names) {
    const [own, there] = await Promise.all([folder, other].map(at => contentOf(join(at, name), at, name).catch(() => undefined)));
    if (own === undefined || there === undefined || own.mode !== there.mode || !own.bytes.equals(there.bytes)) return name;
  }
  return undefined;
}

/** None of the folders that git ignores has a repository in it; `at` is where the worktree is now. */
async function demandNoneIn(folder: string, names: readonly string[], at = folder): Promise<void> {
  for (const name of names) {
    const nested = await repositoryIn(join(at, name));
    if (nested !== undefined) throw gitErrors['agent/git-worktree-nested']({ folder, path: relative(at, nested) });
  }
}

/** A repository of its own in a folder that git ignores; its commits may be nowhere else. No link is followed. */
async function repositoryIn(folder: string): Promise<string | undefined> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = new Set(entries.map(({ name }) => name));
  const isBare = names.has('HEAD') && names.has('objects') && names.has('refs');
  if (names.has('.git') || isBare) return folder;
  for (const entry of entries) {
    const found = entry.isDirectory() ? await repositoryIn(join(folder, entry.name)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function isPlainFolder(path: string): boolean {
  try {
    return lstatSync(path).isDirectory() && realpathSync(path) === path;
  } catch {
    return false;
  }
}
