import { randomBytes } from 'node:crypto';
import { lstatSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, delimiter, dirname, join, relative } from 'node:path';
import { prepareFolders } from '../git-folders.ts';
import { readSmallFile } from '../read-small-file.ts';
import { contentOf } from './content.ts';
import { operationIn } from './differing.ts';
import { gitErrors } from './git-errors.ts';
import { isBranch } from './network.ts';
import { branchOf, findRepository, placesOf } from './repository.ts';
import type { GitProgram } from './run-git.ts';
import { statsOf } from './stats-of.ts';
import type { View, Views } from './view.ts';

/** The worktrees that were created here, by their paths, with the repository that each belongs to. */
export interface WorktreeRecords {
  add(path: string, repository: string): void;
  repositoryOf(path: string): string | undefined;
  forget(path: string): void;
  all(): readonly string[];
}

export interface WorktreePlace {
  /** The folder of the app that all worktrees are created in. */
  readonly folder: string;
  readonly records: WorktreeRecords;
}

const limitMs = 10 * 60_000;
/** Beside the own branches of conversations, commands in a worktree can move no other. */
const branchFolder = 'atelier';

/** Creates worktrees for conversations, and removes those that it has created and nothing would be lost with. */
export class GitWorktrees {
  readonly #git: GitProgram;
  readonly #views: Views;
  readonly #place: WorktreePlace;

  constructor(git: GitProgram, views: Views, place: WorktreePlace) {
    this.#git = git;
    this.#views = views;
    this.#place = place;
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
    // Git writes here by names, so none may be a link.
    prepareFolders(
      ['worktrees', 'objects', `refs/heads/${branchFolder}`, `logs/refs/heads/${branchFolder}`].map(part => join(common, part)),
    );
    const path = join(this.#place.folder, `${name}-${randomBytes(4).toString('hex')}`);
    mkdirSync(this.#place.folder, { recursive: true, mode: 0o700 });
    this.#place.records.add(path, common);
    try {
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
    }
  }

  /** Removes one that was just created and that nobody has worked in. */
  async drop(path: string): Promise<void> {
    if (this.#place.records.repositoryOf(path) !== undefined) await this.#drop(await this.#views.at(path), path);
  }

  async #drop(view: View, path: string): Promise<void> {
    await this.#views.act(view, dirname(path), ['worktree', 'remove', '--force', '--', path]).catch(() => undefined);
    rmSync(path, { recursive: true, force: true });
    this.#place.records.forget(path);
  }

  /** Those that were created here and not removed. */
  all(): readonly string[] {
    return this.#place.records.all();
  }

  /**
   * Only a worktree that was created here, that is no link, that is on a branch, that has no change that is not committed, also none
   * that git overlooks, no file of its own that git ignores, and no other repository in what it ignores. Its branch stays. `demandKept`
   * stands for the question about changes: it throws if one is not kept elsewhere.
   */
  async remove(path: string, demandKept?: (view: View) => Promise<void>): Promise<void> {
    const { records } = this.#place;
    const common = records.repositoryOf(path);
    if (common === undefined || !isPlainFolder(path)) throw gitErrors['agent/git-worktree-unknown']({ folder: path });
    const repository = findRepository(path);
    if (repository?.top !== path || repository.common !== common || repository.own === common) {
      throw gitErrors['agent/git-worktree-unknown']({ folder: path });
    }
    // Its commits would be on no branch.
    if (branchOf(repository) === undefined || operationIn(repository) !== undefined)
      throw gitErrors['agent/git-worktree-detached']({ folder: path });
    const view = await this.#views.at(path);
    const [status, index, flags, ignored] = await Promise.all([
      this.#views.read(view, path, ['status', '--porcelain', '-z', '--no-renames', '--untracked-files=normal', '--ignore-submodules=all']),
      this.#views.read(view, path, ['ls-files', '--stage', '-z']),
      this.#views.read(view, path, ['ls-files', '-v', '-z']),
      this.#views.read(view, path, ['ls-files', '--others', '--ignored', '--exclude-standard', '--directory', '-z']),
    ]);
    const isClean = status.code === 0 && status.output.length === 0;
    const hasSubmodules = index.code !== 0 || /(?:^|\0)160000 /.test(index.output.toString('latin1'));
    if ((!isClean && demandKept === undefined) || hasSubmodules) throw gitErrors['agent/git-worktree-changed']({ folder: path });
    // A file that is sparse is not there.
    const overlooked = namesIn(flags.output)
      .filter(line => /^[a-zS] /.test(line))
      .map(line => line.slice(2))
      .find(name => statsOf(join(path, name)) !== undefined);
    if (flags.code !== 0 || overlooked !== undefined)
      throw gitErrors['agent/git-worktree-overlooked']({ folder: path, path: overlooked ?? '.' });
    // A whole folder that is ignored is what a tool makes again; a single file, such as .env, may be the person's, unless the checkout has it.
    const own = await firstNotIn(
      dirname(common),
      path,
      namesIn(ignored.output).filter(name => !name.endsWith('/')),
    );
    if (ignored.code !== 0 || own !== undefined) throw gitErrors['agent/git-worktree-ignored']({ folder: path, path: own ?? '.' });
    for (const name of namesIn(ignored.output).filter(one => one.endsWith('/'))) {
      const nested = await repositoryIn(join(path, name));
      if (nested !== undefined) throw gitErrors['agent/git-worktree-nested']({ folder: path, path: relative(path, nested) });
    }
    await demandKept?.(view);
    await this.#views.act(view, dirname(path), ['worktree', 'remove', '--force', '--', path]);
    records.forget(path);
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
