import { constants, realpathSync } from 'node:fs';
import { copyFile, open, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { GitService, GitStatus, IndexedFile, ListedFiles } from '../../contract/index.ts';
import { ObjectStream } from './object-stream.ts';
import { findRepository, placesOf, type Repository } from './repository.ts';
import type { GitProgram, GitResult } from './run-git.ts';
import { followedBy, statusArguments, statusIn, submoduleArguments } from './status.ts';
import type { View, Views } from './view.ts';

const maxLineLength = 60_000;
const mostFiles = 200_000;
const maxListBytes = 64 * 1024 * 1024;
const listLimitMs = 120_000;
const maxObjectBytes = 512 * 1024 * 1024;
const markedIndex = 'marked-index';
const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/** What the app reads from repositories. Each method answers nothing where there is no repository, or no git. */
export class GitReading
  implements Pick<GitService, 'workTree' | 'repository' | 'status' | 'files' | 'ignored' | 'changed' | 'mark' | 'marked' | 'unmark'>
{
  readonly #git: GitProgram;
  readonly #views: Views;
  /** The stamps of the indexes that are marked, by the folders of their views. */
  readonly #marked = new Map<string, string>();

  constructor(git: GitProgram, views: Views) {
    this.#git = git;
    this.#views = views;
  }

  /** The real path of the work tree that a folder is in. */
  async workTree(folder: string): Promise<string | undefined> {
    return (await this.#repository(folder))?.top;
  }

  /** The real path of the git folder that all work trees of a folder's repository share. */
  async repository(folder: string): Promise<string | undefined> {
    return (await this.#repository(folder))?.common;
  }

  /** The branch of a folder's work tree, and how many of its files differ from what is committed. */
  async status(folder: string): Promise<GitStatus | undefined> {
    const view = await this.#view(folder);
    if (view === undefined) return undefined;
    const { top, own, common } = view.repository;
    const [answer, submodules] = await Promise.all(
      [statusArguments, submoduleArguments].map(args => this.#ask(top, args, { limitMs: listLimitMs })),
    );
    if (answer?.code !== 0 || submodules?.code !== 0) return undefined;
    const { files: _, ...status } = statusIn(answer.output.toString('utf8'), submodules.output.toString('utf8'));
    const follows = status.branch === undefined ? undefined : followedBy(view.settings, status.branch);
    const counted =
      follows === undefined || status.commit === undefined
        ? undefined
        : await this.#ask(top, [
            ...['rev-list', '--left-right', '--count', '--end-of-options'],
            `refs/remotes/${follows.remote}/${follows.branch}...${status.commit}`,
          ]);
    const [, behind, ahead] = /^(\d+)\t(\d+)$/m.exec(counted?.code === 0 ? counted.output.toString('latin1') : '') ?? [];
    return {
      folder: top,
      isWorktree: own !== common,
      gitFolders: [...new Set([own, common])],
      ...status,
      ...(follows !== undefined &&
        ahead !== undefined && { upstream: { name: `${follows.remote}/${follows.branch}`, ahead: Number(ahead), behind: Number(behind) } }),
    };
  }

  /** Those of the paths that the repository's or the person's lists ignore. */
  async ignored(folder: string, paths: readonly string[]): Promise<readonly string[]> {
    const input = paths.map(path => `${path}\0`).join('');
    const answer = await this.#ask(folder, ['check-ignore', '-z', '--stdin', '--no-index'], { input });
    // It exits with 1 if nothing is ignored.
    return answer?.code === 0 ? zeroSeparated(answer.output) : [];
  }

  /** The files in a folder that differ from the index, and those that git does not know. */
  async changed(folder: string): Promise<{ readonly changed: readonly string[]; readonly untracked: readonly string[] } | undefined> {
    const [changed, untracked] = await Promise.all([
      this.#ask(folder, ['diff-files', '--name-only', '-z', '--ignore-submodules', '--relative']),
      this.#ask(folder, ['ls-files', '--others', '--exclude-standard', '-z']),
    ]);
    if (changed?.code !== 0 || untracked?.code !== 0) return undefined;
    const here = (answer: GitResult) => zeroSeparated(answer.output).map(name => join(folder, name));
    return { changed: here(changed), untracked: here(untracked) };
  }

  /** The files of a folder without those that are ignored. */
  async files(folder: string): Promise<ListedFiles | undefined> {
    const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
    const pieces: Buffer[] = [];
    let bytes = 0;
    const onOutput = (piece: Buffer) => {
      bytes += piece.length;
      if (bytes <= maxListBytes) pieces.push(piece);
    };
    const answer = await this.#ask(folder, args, { onOutput, limitMs: listLimitMs });
    if (answer?.code !== 0) return undefined;
    // A file in conflict is listed once for each side; a nested repository is listed with a / at its end.
    const names = zeroSeparated(Buffer.concat(pieces));
    const isWhole = bytes <= maxListBytes;
    const paths = [...new Set(isWhole ? names : names.slice(0, -1))].filter(name => !name.endsWith('/'));
    return { paths: paths.slice(0, mostFiles), more: !isWhole || paths.length > mostFiles };
  }

  /** Keeps the index of a folder's repository as it is now, for `marked`. A later mark of the same folder replaces it. */
  async mark(folder: string): Promise<void> {
    const view = await this.#view(folder);
    if (view === undefined) return;
    const [index, copy] = [view.env.GIT_INDEX_FILE ?? '', join(view.folder, markedIndex)];
    // Opened first, so that a named pipe in its place is not waited for.
    await using file = await open(index, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => undefined);
    const stats = await file?.stat({ bigint: true });
    const stamp = stats?.isFile() ? `${stats.size}:${stats.mtimeNs}:${stats.ino}` : '-';
    if (stamp === this.#marked.get(view.folder)) return;
    this.#marked.set(view.folder, stamp);
    if (file === undefined || stamp === '-') return await rm(copy, { force: true });
    const source = process.platform === 'linux' ? `/proc/self/fd/${file.fd}` : index;
    await copyFile(source, copy, constants.COPYFILE_FICLONE).catch(() => rm(copy, { force: true }));
  }

  /** Forgets the marked index of a folder. */
  async unmark(folder: string): Promise<void> {
    const view = await this.#view(folder);
    if (view === undefined) return;
    this.#marked.delete(view.folder);
    await rm(join(view.folder, markedIndex), { force: true });
  }

  /** The files of the marked index at these paths, and below them for folders. Undefined if git fails. */
  async marked(folder: string, paths: readonly string[], largest: number): Promise<readonly IndexedFile[] | undefined> {
    const view = await this.#view(folder);
    if (view === undefined) return undefined;
    const env = { GIT_INDEX_FILE: join(view.folder, markedIndex) };
    const files: { readonly path: string; readonly id: string; readonly mode: string }[] = [];
    for (const some of portions(paths.map(path => relative(folder, path) || '.'))) {
      const args = ['--literal-pathspecs', 'ls-files', '-s', '-z', '--full-name', '--', ...some];
      const answer = await this.#ask(folder, args, { env });
      if (answer?.code !== 0) return undefined;
      for (const line of zeroSeparated(answer.output)) {
        const tab = line.indexOf('\t');
        const [mode = '', id = ''] = line.slice(0, tab).split(' ');
        files.push({ path: join(view.repository.top, line.slice(tab + 1)), id, mode });
      }
    }
    const objects = await this.#objects(folder, [...new Set(files.map(({ id }) => id))], largest);
    return files.map(({ path, id, mode }) => {
      const bytes = objects.get(id);
      return { path, mode, ...(bytes !== undefined && { bytes }) };
    });
  }

  async #objects(folder: string, ids: readonly string[], largest: number): Promise<ReadonlyMap<string, Buffer>> {
    const stream = new ObjectStream(largest, maxObjectBytes);
    if (ids.length > 0) {
      const options = { input: `${ids.join('\n')}\n`, onOutput: (piece: Buffer) => stream.take(piece), limitMs: listLimitMs };
      await this.#ask(folder, ['cat-file', '--batch', '--buffer'], options);
    }
    return stream.objects;
  }

  async #ask(
    folder: string,
    args: readonly string[],
    {
      env,
      ...options
    }: {
      readonly input?: string;
      readonly env?: Record<string, string>;
      readonly onOutput?: (piece: Buffer) => void;
      readonly limitMs?: number;
    } = {},
  ): Promise<GitResult | undefined> {
    const view = await this.#view(folder);
    if (view === undefined) return undefined;
    const { top } = view.repository;
    const cwd = realOf(folder) ?? top;
    const outside = placesOf(view.repository);
    return await this.#git.read({ args, cwd, top, outside, alsoRead: view.reads, env: { ...view.env, ...env }, ...options });
  }

  async #view(folder: string): Promise<View | undefined> {
    const repository = await this.#repository(folder);
    return repository && (await this.#views.of(repository, folder));
  }

  async #repository(folder: string): Promise<Repository | undefined> {
    const repository = findRepository(folder);
    return repository && (await this.#git.path(placesOf(repository))) !== undefined ? repository : undefined;
  }
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function zeroSeparated(answer: Buffer): string[] {
  return answer
    .toString('utf8')
    .split('\0')
    .filter(part => part !== '');
}

/** Splits names into portions that fit on a command line. */
function* portions(names: readonly string[]): Generator<string[]> {
  let some: string[] = [];
  let length = 0;
  for (const name of names) {
    if (length + name.length > maxLineLength) {
      yield some;
      [some, length] = [[], 0];
    }
    some.push(name);
    length += name.length * 2;
  }
  if (some.length > 0) yield some;
}
