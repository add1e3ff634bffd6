import { type FSWatcher, rmSync, watch, writeFileSync } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { makeTempFolder } from '@atelier/kernel/children';

/** Folders that nobody edits by hand, and that tools fill with thousands of files. */
export const neverFollowed = new Set(['.git', '.hg', '.svn', '.jj', 'node_modules']);
const maxFolders = 20_000;
/** The limit of events in one turn of the event loop; beyond it the system may have dropped some. */
const burst = 8_000;
const flushLimitMs = 2_000;
/** On other systems one watcher follows a whole tree, and its events have no guaranteed order. */
const isByFolder = process.platform === 'linux';
const lateEventsMs = 120;

export type Limitation = 'wide' | 'large' | 'watches' | 'burst';

export interface FolderWatchOptions {
  /** Returns those of the folders that the project ignores. */
  ignored(folders: readonly string[]): Promise<ReadonlySet<string>>;
  /** A path was written, created, renamed or removed. */
  onChange(path: string): void;
}

/**
 * Watches a folder for writes, without reading files. One watch per folder, all on one queue of the system: when the event of a
 * sentinel file arrives, all earlier events have arrived.
 */
export class FolderWatch {
  readonly root: string;
  /** The files that existed at the start and are not ignored. */
  readonly found: string[] = [];
  limitation: Limitation | undefined;
  readonly #options: FolderWatchOptions;
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #sentinels: string;
  #sentinel: FSWatcher | undefined;
  #entering: Promise<void> = Promise.resolve();
  #flushes = new Map<string, () => void>();
  #flushed = 0;
  #inTurn = 0;
  #closed = false;

  constructor(root: string, options: FolderWatchOptions) {
    this.root = root;
    this.#options = options;
    this.#sentinels = makeTempFolder('changes');
  }

  async open(): Promise<void> {
    this.#sentinel = watch(this.#sentinels, { persistent: false }, (_event, name) => {
      if (name === null) return;
      this.#flushes.get(name)?.();
      this.#flushes.delete(name);
    });
    this.#sentinel.on('error', () => undefined);
    if (!isByFolder) this.#follow(this.root, true);
    await this.#enter([this.root], path => void this.found.push(path));
  }

  /** Resolves when the events of all earlier writes have arrived. */
  async flush(): Promise<void> {
    if (this.#closed) return;
    if (!isByFolder) await new Promise(resolve => setTimeout(resolve, lateEventsMs));
    this.#flushed += 1;
    const name = String(this.#flushed);
    let limit: NodeJS.Timeout | undefined;
    const seen = new Promise<void>(resolve => {
      this.#flushes.set(name, resolve);
      limit = setTimeout(() => {
        // The system has dropped events, among them the one of the sentinel file.
        this.limitation ??= 'burst';
        resolve();
      }, flushLimitMs);
    });
    writeFileSync(join(this.#sentinels, name), '');
    await seen;
    clearTimeout(limit);
    rmSync(join(this.#sentinels, name), { force: true });
    await this.#entering;
  }

  close(): void {
    this.#closed = true;
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
    this.#sentinel?.close();
    for (const resolve of this.#flushes.values()) resolve();
    this.#flushes.clear();
    rmSync(this.#sentinels, { recursive: true, force: true });
  }

  /** Level by level, so that ignored folders are queried once per level and never entered. */
  async #enter(folders: readonly string[], onFile: (path: string) => void): Promise<void> {
    for (let level = folders; level.length > 0 && !this.#closed; ) {
      const next: string[] = [];
      const entered = await Promise.all(level.map(folder => this.#read(folder)));
      for (const { files, inside } of entered) {
        for (const file of files) onFile(file);
        next.push(...inside);
      }
      const ignored = next.length === 0 ? new Set<string>() : await this.#options.ignored(next);
      level = next.filter(folder => !ignored.has(folder));
    }
  }

  async #read(folder: string): Promise<{ files: string[]; inside: string[] }> {
    const [files, inside]: [string[], string[]] = [[], []];
    // Watched before it is read: later files cause events, earlier ones are listed.
    if (isByFolder && !this.#follow(folder, false)) return { files, inside };
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (!entry.isDirectory()) files.push(join(folder, entry.name));
      else if (!neverFollowed.has(entry.name)) inside.push(join(folder, entry.name));
    }
    return { files, inside };
  }

  #follow(folder: string, recursive: boolean): boolean {
    if (this.#closed || this.#watchers.has(folder)) return !this.#closed;
    if (this.#watchers.size >= maxFolders) {
      this.limitation ??= 'large';
      return false;
    }
    try {
      const watcher = watch(folder, { persistent: false, recursive }, (event, name) => this.#onEvent(folder, event, name));
      watcher.on('error', () => this.#leave(folder));
      this.#watchers.set(folder, watcher);
      return true;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOSPC' || code === 'EMFILE') this.limitation ??= 'watches';
      return false;
    }
  }

  #leave(folder: string): void {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
  }

  #onEvent(folder: string, event: string, name: string | null): void {
    this.#count();
    if (name === null) return;
    const path = join(folder, name);
    if (name.split(sep).some(part => neverFollowed.has(part))) return;
    if (isByFolder && event === 'rename') this.#entering = this.#entering.then(() => this.#renamed(path));
    this.#options.onChange(path);
  }

  /** A name was created or removed: a new folder is watched, and its files are reported; a removed one is not watched any more. */
  async #renamed(path: string): Promise<void> {
    if (this.#closed) return;
    const wasFollowed = this.#watchers.has(path);
    if (wasFollowed)
      for (const folder of [...this.#watchers.keys()]) if (folder === path || folder.startsWith(path + sep)) this.#leave(folder);
    const isFolder = await lstat(path).then(
      stats => stats.isDirectory(),
      () => false,
    );
    if (!isFolder) return;
    const ignored = await this.#options.ignored([path]);
    if (!ignored.has(path)) await this.#enter([path], file => this.#options.onChange(file));
  }

  #count(): void {
    if (this.#inTurn === 0)
      setImmediate(() => {
        this.#inTurn = 0;
      });
    this.#inTurn += 1;
    if (this.#inTurn > burst) this.limitation ??= 'burst';
  }
}
