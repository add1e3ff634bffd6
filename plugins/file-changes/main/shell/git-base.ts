import { constants } from 'node:fs';
import { copyFile, rm, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { type Look, lookOf, mostKept } from '../content/look.ts';
import { askGit, indexOf, readObjects, withoutFilters, zeroSeparated } from './git.ts';

const largePointer = 'version https://git-lfs';

/** What git says of a work tree: what it ignores, what was changed already, and what stood in a file when a command began. */
export class GitBase {
  readonly #folder: string;
  readonly #top: string;
  readonly #index: string;
  readonly #copy: string;
  #copied = '';

  private constructor(folder: string, top: string, index: string, copy: string) {
    this.#folder = folder;
    this.#top = top;
    this.#index = index;
    this.#copy = copy;
  }

  static async open(folder: string, copy: string): Promise<GitBase | undefined> {
    const found = await indexOf(folder);
    return found && new GitBase(folder, found.top, found.index, copy);
  }

  async ignored(paths: readonly string[]): Promise<ReadonlySet<string>> {
    const answer = await askGit(this.#folder, ['check-ignore', '-z', '--stdin', '--no-index'], {
      input: paths.map(path => `${path}\0`).join(''),
    });
    return new Set(zeroSeparated(answer));
  }

  /** Files that are not as the index has them, and files it does not have. */
  async dirty(): Promise<{ changed: string[]; untracked: string[] }> {
    const env = await withoutFilters(this.#folder);
    const [changed, untracked] = await Promise.all([
      askGit(this.#folder, ['diff-files', '--name-only', '-z', '--ignore-submodules', '--relative'], { env }),
      askGit(this.#folder, ['ls-files', '--others', '--exclude-standard', '-z']),
    ]);
    const here = (answer: Buffer | undefined) => zeroSeparated(answer).map(name => join(this.#folder, name));
    return { changed: here(changed), untracked: here(untracked) };
  }

  /** Keeps the index as it is now, so that a command may stage and commit what it changes. Costs nothing while it is the same. */
  async mark(): Promise<void> {
    const stats = await stat(this.#index, { bigint: true }).catch(() => undefined);
    const stamp = stats === undefined ? '-' : `${stats.size}:${stats.mtimeNs}:${stats.ino}`;
    if (stamp === this.#copied) return;
    if (stats === undefined) await rm(this.#copy, { force: true });
    else await copyFile(this.#index, this.#copy, constants.COPYFILE_FICLONE).catch(() => rm(this.#copy, { force: true }));
    this.#copied = stamp;
  }

  /** What the marked index had at these paths, and below them where they were folders. */
  async contents(paths: readonly string[]): Promise<ReadonlyMap<string, Look>> {
    const args = ['--literal-pathspecs', 'ls-files', '-s', '-z', '--full-name', '--', ...paths.map(path => relative(this.#folder, path))];
    const listed = zeroSeparated(await askGit(this.#folder, args, { env: { GIT_INDEX_FILE: this.#copy } }));
    const entries = listed.flatMap(line => {
      const [facts = '', name = ''] = line.split('\t');
      const [mode, id = '', stage] = facts.split(' ');
      // Links and submodules have other contents than files.
      return stage === '0' && (mode === '100644' || mode === '100755')
        ? [{ path: join(this.#top, name), id, mode: Number.parseInt(mode, 8) }]
        : [];
    });
    const objects = await readObjects(this.#folder, [...new Set(entries.map(({ id }) => id))], mostKept);
    return new Map(
      entries.flatMap(({ path, id, mode }) => {
        const bytes = objects.get(id);
        if (bytes === undefined || bytes.subarray(0, largePointer.length).toString('latin1') === largePointer) return [];
        return [[path, lookOf(Buffer.from(bytes), mode)] as const];
      }),
    );
  }

  async close(): Promise<void> {
    await rm(this.#copy, { force: true });
  }
}

/** As git would have written it: some work trees have other line ends than their index. */
export function withLineEndsOf(base: Look, after: Look): Look {
  if (base.bytes === undefined || after.bytes === undefined) return base;
  const [old, now] = [base.bytes.toString('latin1'), after.bytes.toString('latin1')];
  if (!now.includes('\r\n') || /[^\r]\n/.test(now) || old.includes('\r\n')) return base;
  return lookOf(Buffer.from(old.replaceAll('\n', '\r\n'), 'latin1'));
}
