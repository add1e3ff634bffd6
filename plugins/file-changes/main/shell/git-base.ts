import type { GitService } from '@atelier/agent/contract';
import { maxKept, type Snapshot, snapshotOf } from '../content/snapshot.ts';
import { linkState, unknown } from '../content/state.ts';

const largePointer = 'version https://git-lfs';

/** What is used of git. */
export type ReadGit = Pick<GitService, 'workTree' | 'ignored' | 'changed' | 'mark' | 'marked' | 'unmark'>;

/** What git knows of a work tree: ignored files, changed files, and the contents of files when a command began. */
export class GitBase {
  readonly #git: ReadGit;
  readonly #folder: string;

  private constructor(git: ReadGit, folder: string) {
    this.#git = git;
    this.#folder = folder;
  }

  static async open(git: ReadGit, folder: string): Promise<GitBase | undefined> {
    return (await git.workTree(folder)) === undefined ? undefined : new GitBase(git, folder);
  }

  async ignored(paths: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set(await this.#git.ignored(this.#folder, paths));
  }

  /** The files that differ from the index, and the untracked files. */
  async dirty(): Promise<{ readonly changed: readonly string[]; readonly untracked: readonly string[] }> {
    return (await this.#git.changed(this.#folder)) ?? { changed: [], untracked: [] };
  }

  /** Keeps the index, so that a command may stage and commit its changes. */
  async mark(): Promise<void> {
    await this.#git.mark(this.#folder);
  }

  /** The contents in the kept index at these paths, and below them for folders. Undefined if git fails. */
  async contents(paths: readonly string[]): Promise<ReadonlyMap<string, Snapshot> | undefined> {
    const files = await this.#git.marked(this.#folder, paths, maxKept);
    return files && new Map(files.map(({ path, mode, bytes }) => [path, snapshotOfObject(bytes && asBuffer(bytes), mode)]));
  }

  async close(): Promise<void> {
    await this.#git.unmark(this.#folder);
  }
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The content of an object; unknown if it is too large or stored elsewhere (Git LFS). */
function snapshotOfObject(bytes: Buffer | undefined, mode: string): Snapshot {
  const isPointer = bytes?.subarray(0, largePointer.length).toString('latin1') === largePointer;
  if (bytes === undefined || isPointer) return { state: unknown, size: 0, stamp: '' };
  if (mode === '120000') return { state: linkState(bytes.toString('utf8')), size: bytes.length, stamp: '' };
  return snapshotOf(Buffer.from(bytes), Number.parseInt(mode, 8));
}

/** Converts the line ends of an indexed content to those of the work tree, if they differ. */
export function withLineEndsOf(base: Snapshot, after: Snapshot): Snapshot {
  if (base.bytes === undefined || after.bytes === undefined) return base;
  const [old, now] = [base.bytes.toString('latin1'), after.bytes.toString('latin1')];
  if (!now.includes('\r\n') || /[^\r]\n/.test(now) || old.includes('\r\n')) return base;
  return snapshotOf(Buffer.from(old.replaceAll('\n', '\r\n'), 'latin1'));
}
