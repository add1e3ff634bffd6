import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, opendir, rename, rmdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { statsOf } from './stats-of.ts';

const { O_RDONLY, O_DIRECTORY = 0, O_NOFOLLOW = 0 } = constants;
/** A folder that lies deeper is moved up first, so that no tree needs more open folders, or a longer path, than the system allows. */
const deepest = 32;
/** A program may write there all the time. */
const mostRounds = 3;
/** The open files of this process, where the system has such a folder. */
const ownFiles = '/proc/self/fd';
/** A name need not be text; the types know no other. */
const asBytes = { encoding: 'buffer' as BufferEncoding };

/** Deletes folders in the background, one after the other and a file at a time, so that neither their number nor their size holds anything up. */
export class Erasing {
  readonly #erased: (path: string) => void;
  /** Those that were begun; each once, what cannot be deleted is tried again by the next process. */
  readonly #begun = new Set<string>();
  /** Why one was not deleted. */
  readonly #failed = new Map<string, string>();
  #last: Promise<void> = Promise.resolve();
  #left = 0;
  #isStopped = false;

  /** `erased` is told what is gone. */
  constructor(erased: (path: string) => void) {
    this.#erased = erased;
  }

  begin(path: string): void {
    if (this.#begun.has(path)) return;
    this.#begun.add(path);
    this.#left += 1;
    this.#last = this.#last.then(async () => {
      const isGone = await eraseTree(path, () => this.#isStopped).catch((error: unknown) => {
        this.#failed.set(path, error instanceof Error ? error.message : String(error));
        return false;
      });
      if (isGone && !this.#isStopped) this.#erased(path);
      this.#left -= 1;
    });
  }

  /** Why files of one could not be deleted; undefined while that is tried. */
  failure(path: string): string | undefined {
    return this.#failed.get(path);
  }

  /** Resolves once all that was begun has been tried; whether there was something. */
  async settled(): Promise<boolean> {
    const isAny = this.#left > 0;
    await this.#last;
    return isAny;
  }

  /** Ends after the file that is being deleted; the rest stays. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#last;
  }
}

interface Tree {
  readonly root: string;
  readonly isStopped: () => boolean;
  /** Folders that were moved up into the root. */
  moved: number;
  /** The first that could not be deleted, and why. */
  failure?: string | undefined;
}

/** Deletes a folder with all that is in it; no link is followed. False if it was stopped; throws what else is left. */
async function eraseTree(root: string, isStopped: () => boolean): Promise<boolean> {
  const tree: Tree = { root, isStopped, moved: 0 };
  for (let round = 0; round < mostRounds; ) {
    const stats = statsOf(root);
    if (stats === undefined) return true;
    if (!stats.isDirectory()) {
      await unlink(root);
      return true;
    }
    const before = tree.moved;
    tree.failure = undefined;
    await empty(Buffer.from(root), root, 0, tree);
    if (isStopped()) return false;
    const isGone = await rmdir(root).then(
      () => true,
      error => failed(tree, root, error),
    );
    if (isGone) return true;
    if (tree.moved === before) round += 1;
  }
  throw new Error(tree.failure);
}

function failed(tree: Tree, path: string, error: NodeJS.ErrnoException): false {
  tree.failure ??= `${path}: ${error.code ?? error}`;
  return false;
}

/** `path` is how the folder is called, and is only told. */
async function empty(folder: Buffer, path: string, depth: number, tree: Tree): Promise<void> {
  await using handle = await open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  // By way of the open folder: what takes its place meanwhile, such as a link, leads nowhere else.
  const place = statsOf(ownFiles) === undefined ? folder : Buffer.from(`${ownFiles}/${handle.fd}`);
  for await (const entry of await opendir(place, asBytes)) {
    if (tree.isStopped()) return;
    const child = Buffer.concat([place, Buffer.from('/'), entry.name as unknown as Buffer]);
    const name = join(path, String(entry.name));
    const left = (error: NodeJS.ErrnoException) => failed(tree, name, error);
    if (!entry.isDirectory()) await writable(handle, () => unlink(child)).catch(left);
    else if (depth >= deepest) {
      await writable(handle, async () => {
        await rename(child, join(tree.root, `moved-${randomUUID()}`));
        tree.moved += 1;
      }).catch(left);
    } else {
      await empty(child, name, depth + 1, tree).catch(left);
      if (!tree.isStopped()) await writable(handle, () => rmdir(child)).catch(left);
    }
  }
}

/** Some tools take the right to write from folders that they keep. */
async function writable(folder: FileHandle, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    await folder.chmod(0o700);
    await work();
  }
}
