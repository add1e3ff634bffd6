import { createHash, type Hash, randomUUID } from 'node:crypto';
import { constants, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { copyFile, type FileHandle, mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A file that is being received. */
export interface Incoming {
  readonly path: string;
  write(piece: Buffer): Promise<void>;
  readonly length: number;
  /** Flushes the file to the disk and returns its hash, under which `keep` stores it. */
  end(): Promise<string>;
  drop(): Promise<void>;
}

/** Stores contents by their hash, in a folder. Files that a crash left incomplete are deleted at the next start. */
export class Store {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    rmSync(this.#incoming, { recursive: true, force: true });
    mkdirSync(this.#incoming, { recursive: true, mode: 0o700 });
  }

  pathOf(hash: string): string {
    return join(this.#folder, hash.slice(0, 2), hash);
  }

  /** False where another program has removed the content. */
  has(hash: string): boolean {
    return existsSync(this.pathOf(hash));
  }

  read(hash: string): Promise<Buffer> {
    return readFile(this.pathOf(hash));
  }

  async begin(): Promise<Incoming> {
    const path = join(this.#incoming, randomUUID());
    return new IncomingFile(path, await open(path, 'wx', 0o600));
  }

  /** Moves the file and writes its row synchronously, so that `sweep` cannot delete it between the two. */
  async keep(incoming: Incoming, hash: string, record: () => void): Promise<void> {
    const path = this.pathOf(hash);
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    renameSync(incoming.path, path);
    record();
    await using folder = await open(dirname(path), 'r');
    // Not every system can sync a folder.
    await folder.sync().catch(() => undefined);
  }

  free(hashes: readonly string[]): void {
    for (const hash of hashes) rmSync(this.pathOf(hash), { force: true });
  }

  /** Copies a content to a path. */
  async place(hash: string, path: string): Promise<void> {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await copyFile(this.pathOf(hash), path, constants.COPYFILE_FICLONE);
  }

  /** Deletes files that no row refers to; a crash between writing the file and its row leaves such files. */
  async sweep(isKept: (hash: string) => boolean): Promise<void> {
    for (const folder of await readdir(this.#folder)) {
      if (!/^[0-9a-f]{2}$/.test(folder)) continue;
      for (const hash of await readdir(join(this.#folder, folder))) if (!isKept(hash)) this.free([hash]);
    }
  }

  get #incoming(): string {
    return join(this.#folder, 'incoming');
  }
}

class IncomingFile implements Incoming {
  readonly path: string;
  readonly #file: FileHandle;
  readonly #hash: Hash = createHash('sha256');
  length = 0;

  constructor(path: string, file: FileHandle) {
    this.path = path;
    this.#file = file;
  }

  async write(piece: Buffer): Promise<void> {
    for (let at = 0; at < piece.length; ) at += (await this.#file.write(piece, at)).bytesWritten;
    this.#hash.update(piece);
    this.length += piece.length;
  }

  async end(): Promise<string> {
    await this.#file.sync();
    await this.#file.close();
    return this.#hash.digest('hex');
  }

  async drop(): Promise<void> {
    await this.#file.close().catch(() => undefined);
    await rm(this.path, { force: true });
  }
}
