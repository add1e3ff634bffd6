import { type FSWatcher, watch } from 'node:fs';

/** Conversations that were looked at last; those before are not followed any more. */
const most = 20;

/** The git folders of the conversations that a window shows: one watch for each folder, whoever looks at it, and no polling. */
export class Followed {
  readonly #changed: (conversation: string) => void;
  /** The folders of each conversation, the one that was looked at last at the end. */
  readonly #folders = new Map<string, readonly string[]>();
  readonly #watchers = new Map<string, FSWatcher>();

  constructor(changed: (conversation: string) => void) {
    this.#changed = changed;
  }

  has(conversation: string): boolean {
    return this.#folders.has(conversation);
  }

  follow(conversation: string, folders: readonly string[]): void {
    this.#folders.delete(conversation);
    this.#folders.set(conversation, folders);
    const [oldest] = this.#folders.keys();
    if (this.#folders.size > most && oldest !== undefined) this.#folders.delete(oldest);
    const wanted = new Set([...this.#folders.values()].flat());
    for (const folder of this.#watchers.keys()) if (!wanted.has(folder)) this.#drop(folder);
    for (const folder of wanted) if (!this.#watchers.has(folder)) this.#add(folder);
  }

  close(): void {
    this.#folders.clear();
    for (const folder of this.#watchers.keys()) this.#drop(folder);
  }

  #add(folder: string): void {
    try {
      const watcher = watch(folder, { persistent: false }, (_event, name) => {
        // Git makes and removes locks all the time.
        if (name?.endsWith('.lock') === true) return;
        for (const [conversation, folders] of this.#folders) if (folders.includes(folder)) this.#changed(conversation);
      });
      watcher.on('error', () => this.#drop(folder));
      this.#watchers.set(folder, watcher);
    } catch {
      // Without a watch the state is read again after each turn, and when the window is looked at.
    }
  }

  #drop(folder: string): void {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
  }
}
