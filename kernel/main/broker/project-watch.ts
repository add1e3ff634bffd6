import { type Dirent, type FSWatcher, watch } from 'node:fs';
import { lstat, readdir, realpath } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';

/** A system has few watches for all its programs. */
const mostFolders = 2000;
const mostPaths = 1000;
/** Programs write a file in several steps. */
const settleMs = 50;

/** Collects the paths that change below a folder. Each folder is watched by itself, without links; hidden ones and packages are not. */
export class ProjectWatch {
  readonly root: string;
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #changed = new Set<string>();
  #waiting: (() => void)[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Paths that came or went, of which some may be folders. */
  readonly #renamed = new Set<string>();
  readonly #begun: Promise<void>;
  #aroundRoot: FSWatcher | undefined;
  #closed: string | undefined;
  #isClosed = false;

  /** `closed`: a folder that is not watched wherever it lies. */
  constructor(root: string, closed: string) {
    this.root = root;
    this.#watchRoot();
    this.#begun = this.#begin(closed);
  }

  /** The paths that changed since the last call, once there are some. */
  async next(signal: AbortSignal): Promise<readonly string[]> {
    await this.#begun;
    signal.throwIfAborted();
    if (this.#changed.size === 0 && !this.#isClosed) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const stop = () => reject(signal.reason);
      signal.addEventListener('abort', stop, { once: true });
      this.#waiting.push(resolve);
      await promise.finally(() => signal.removeEventListener('abort', stop));
    }
    const paths = [...this.#changed];
    this.#changed.clear();
    return paths;
  }

  /** Who waits is told that there is nothing. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#aroundRoot?.close();
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
    this.#tell();
  }

  async #begin(closed: string): Promise<void> {
    const [real, apart] = await Promise.all([this.root, closed].map(path => realpath(path).catch(() => path)));
    if (real !== undefined && apart?.startsWith(real + sep)) this.#closed = relative(real, apart).split(sep).join('/');
    await this.#visit('', false);
  }

  /** Hears that the root itself went and another one came, which the watch of the old one does not. */
  #watchRoot(): void {
    const heard = (kind: string, name: string | null) => {
      if (kind !== 'rename' || name !== basename(this.root)) return;
      for (const each of [...this.#watchers.keys()]) this.#drop(each);
      this.#renamed.add('');
      this.#settleSoon();
    };
    try {
      this.#aroundRoot = watch(dirname(this.root), heard);
      this.#aroundRoot.on('error', () => this.#aroundRoot?.close());
    } catch {
      // It may not be read, or the system has no watch left: then only the root that is there is followed.
    }
  }

  #heard(folder: string, kind: string, name: string | null): void {
    if (name !== null) {
      const path = folder === '' ? name : `${folder}/${name}`;
      if (path === this.#closed) return;
      if (this.#changed.size < mostPaths) this.#changed.add(path);
      // A folder of the same name is another one, which the watch of the old one does not hear.
      if (kind === 'rename') {
        for (const each of this.#watchers.keys()) if (each === path || each.startsWith(`${path}/`)) this.#drop(each);
        if (!isSkipped(name)) this.#renamed.add(path);
      }
    }
    this.#settleSoon();
  }

  #settleSoon(): void {
    if (!this.#isClosed) this.#timer ??= setTimeout(() => void this.#settle(), settleMs);
  }

  async #settle(): Promise<void> {
    const renamed = [...this.#renamed];
    this.#renamed.clear();
    for (const path of renamed) await this.#visit(path, true);
    this.#timer = undefined;
    if (this.#renamed.size > 0) this.#settleSoon();
    this.#tell();
  }

  #tell(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const tell of waiting) tell();
  }

  /** Watches a folder, if it is one, and those in it; `isLater`: of what is in them already nobody has heard. */
  async #visit(folder: string, isLater: boolean): Promise<void> {
    // A link is never followed; the root is the person's own choice.
    const found = folder === '' ? undefined : await lstat(join(this.root, folder)).catch(() => undefined);
    if (folder !== '' && found?.isDirectory() !== true) return;
    // First watched, then read: what comes in between is heard or seen.
    if (this.#isClosed || folder === this.#closed || this.#watchers.has(folder) || !this.#add(folder)) return;
    for (const entry of await this.#entriesOf(folder)) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && !isSkipped(entry.name)) await this.#visit(path, isLater);
      else if (entry.isFile() && isLater && this.#changed.size < mostPaths) this.#changed.add(path);
    }
  }

  async #entriesOf(folder: string): Promise<readonly Dirent[]> {
    try {
      return await readdir(join(this.root, folder), { withFileTypes: true });
    } catch {
      // It went.
      this.#drop(folder);
      return [];
    }
  }

  #add(folder: string): boolean {
    if (this.#watchers.size >= mostFolders) return false;
    try {
      const watcher = watch(join(this.root, folder), (kind, name) => this.#heard(folder, kind, name));
      watcher.on('error', () => this.#drop(folder));
      this.#watchers.set(folder, watcher);
      return true;
    } catch {
      // Removed since it was listed, or the system has no watch left.
      return false;
    }
  }

  #drop(folder: string): void {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
  }
}

const isSkipped = (name: string): boolean => name.startsWith('.') || name === 'node_modules';
