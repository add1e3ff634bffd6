import { constants } from 'node:fs';
import { copyFile, rm, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { maxKept, type Snapshot, snapshotOf } from '../content/snapshot.ts';
import { linkState, unknown } from '../content/state.ts';
import { askGit, indexOf, readObjects, withoutFilters, zeroSeparated } from './git.ts';

const maxLineLength = 60_000;
const largePointer = 'version https://git-lfs';

/** What git knows of a work tree: ignored files, changed files, and the contents of files when a command began. */
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

  /** The files that differ from the index, and the untracked files. */
  async dirty(): Promise<{ changed: string[]; untracked: string[] }> {
    const env = await withoutFilters(this.#folder);
    const [changed, untracked] = await Promise.all([
      askGit(this.#folder, ['diff-files', '--name-only', '-z', '--ignore-submodules', '--relative'], { env }),
      askGit(this.#folder, ['ls-files', '--others', '--exclude-standard', '-z']),
    ]);
    const here = (answer: Buffer | undefined) => zeroSeparated(answer).map(name => join(this.#folder, name));
    return { changed: here(changed), untracked: here(untracked) };
  }

  /** Copies the index, so that a command may stage and commit its changes. Does nothing while the index is unchanged. */
  async mark(): Promise<void> {
    const stats = await stat(this.#index, { bigint: true }).catch(() => undefined);
    const stamp = stats === undefined ? '-' : `${stats.size}:${stats.mtimeNs}:${stats.ino}`;
    if (stamp === this.#copied) return;
    if (stats === undefined) await rm(this.#copy, { force: true });
    else await copyFile(this.#index, this.#copy, constants.COPYFILE_FICLONE).catch(() => rm(this.#copy, { force: true }));
    this.#copied = stamp;
  }

  /** The contents in the copied index at these paths, and below them for folders. Undefined if git fails. */
  async contents(paths: readonly string[]): Promise<ReadonlyMap<string, Snapshot> | undefined> {
    const entries: { readonly path: string; readonly id: string; readonly mode: string }[] = [];
    for (const some of portions(paths.map(path => relative(this.#folder, path)))) {
      const args = ['--literal-pathspecs', 'ls-files', '-s', '-z', '--full-name', '--', ...some];
      const listed = await askGit(this.#folder, args, { env: { GIT_INDEX_FILE: this.#copy } });
      if (listed === undefined) return undefined;
      for (const line of zeroSeparated(listed)) {
        const tab = line.indexOf('\t');
        const [mode = '', id = ''] = line.slice(0, tab).split(' ');
        entries.push({ path: join(this.#top, line.slice(tab + 1)), id, mode });
      }
    }
    const objects = await readObjects(this.#folder, [...new Set(entries.map(({ id }) => id))], maxKept);
    return new Map(entries.map(({ path, id, mode }) => [path, snapshotOfObject(objects.get(id), mode)]));
  }

  async close(): Promise<void> {
    await rm(this.#copy, { force: true });
  }
}

/** The content of an object; unknown if it is too large or stored elsewhere (Git LFS). */
function snapshotOfObject(bytes: Buffer | undefined, mode: string): Snapshot {
  const isPointer = bytes?.subarray(0, largePointer.length).toString('latin1') === largePointer;
  if (bytes === undefined || isPointer) return { state: unknown, size: 0, stamp: '' };
  if (mode === '120000') return { state: linkState(bytes.toString('utf8')), size: bytes.length, stamp: '' };
  return snapshotOf(Buffer.from(bytes), Number.parseInt(mode, 8));
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

/** Converts the line ends of an indexed content to those of the work tree, if they differ. */
export function withLineEndsOf(base: Snapshot, after: Snapshot): Snapshot {
  if (base.bytes === undefined || after.bytes === undefined) return base;
  const [old, now] = [base.bytes.toString('latin1'), after.bytes.toString('latin1')];
  if (!now.includes('\r\n') || /[^\r]\n/.test(now) || old.includes('\r\n')) return base;
  return snapshotOf(Buffer.from(old.replaceAll('\n', '\r\n'), 'latin1'));
}
