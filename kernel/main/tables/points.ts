import type { Contribution, ContributionChange, Contributions, Handle } from '@atelier/kernel';

type Entry = Contribution<unknown>;
type Listener = (change: ContributionChange<unknown>) => void;

/** The entries of one manifest for one point. */
interface Batch {
  readonly from: string;
  readonly values: readonly unknown[];
}

interface List {
  /** From manifests too, but not yet sorted in: a start publishes thousands, and few points are read. */
  waiting: Batch[];
  /** From manifests; removed together with everything else that their extension published. */
  published: Entry[];
  /** Added at run time; each has a handle of its own. */
  added: Entry[];
  sorted: readonly Entry[] | undefined;
  readonly listeners: Set<Listener>;
}

/** Every point's entries, in plan order, and its watchers. */
export class Points {
  readonly #lists = new Map<string, List>();
  readonly #positionOf: (id: string) => number;
  readonly #changed: (key: string) => void;

  /** `positionOf` returns the position of an extension in the plan; `changed` is called for every point whose entries changed. */
  constructor(positionOf: (id: string) => number, changed: (key: string) => void) {
    this.#positionOf = positionOf;
    this.#changed = changed;
  }

  /** Adds an entry; the handle removes it. */
  add(key: string, from: string, value: unknown): Handle {
    const list = this.#list(key);
    const entry: Entry = { from, value };
    list.added.push(entry);
    this.#tell(key, list, [entry], []);
    return { dispose: () => this.#remove(key, list, new Set([entry])) };
  }

  /** Adds the entries of a manifest. */
  publish(key: string, from: string, values: readonly unknown[]): void {
    const list = this.#list(key);
    const before = list.listeners.size > 0 ? publishedOf(list).length : 0;
    list.waiting.push({ from, values });
    list.sorted = undefined;
    if (list.listeners.size > 0) this.#tell(key, list, publishedOf(list).slice(before), []);
    else this.#changed(key);
  }

  /** Removes everything that one extension published. */
  withdraw(from: string): void {
    for (const [key, list] of this.#lists) this.#remove(key, list, new Set(publishedOf(list).filter(entry => entry.from === from)));
  }

  read(key: string): Contributions<unknown> {
    const list = this.#list(key);
    const positionOf = this.#positionOf;
    return {
      get items() {
        list.sorted ??= [...publishedOf(list), ...list.added].sort((a, b) => positionOf(a.from) - positionOf(b.from));
        return list.sorted;
      },
      watch: listener => {
        // A wrapper per call, so that a listener added twice is called twice and removed one at a time.
        const own: Listener = change => listener(change);
        list.listeners.add(own);
        return { dispose: () => void list.listeners.delete(own) };
      },
    };
  }

  /** Removes the entries that fail the check, and returns the extensions that added them with the reasons. */
  removeInvalid<Why>(key: string, check: (value: unknown) => readonly Why[]): readonly { from: string; why: readonly Why[] }[] {
    const list = this.#list(key);
    const removed = [...publishedOf(list), ...list.added]
      .map(entry => ({ entry, why: check(entry.value) }))
      .filter(({ why }) => why.length > 0);
    this.#remove(key, list, new Set(removed.map(({ entry }) => entry)));
    return removed.map(({ entry, why }) => ({ from: entry.from, why }));
  }

  /** Drops the cached order after the plan has changed; the entries stay. */
  reorder(): void {
    for (const list of this.#lists.values()) list.sorted = undefined;
  }

  /** Reports a change that concerns a point's entries, although none was added or removed. */
  touch(key: string): void {
    this.#changed(key);
  }

  #remove(key: string, list: List, gone: ReadonlySet<Entry>): void {
    if (gone.size === 0) return;
    const stays = (entry: Entry): boolean => !gone.has(entry);
    list.published = publishedOf(list).filter(stays);
    list.added = list.added.filter(stays);
    this.#tell(key, list, [], [...gone]);
  }

  #tell(key: string, list: List, added: readonly Entry[], removed: readonly Entry[]): void {
    list.sorted = undefined;
    for (const listener of [...list.listeners]) listener({ added, removed });
    this.#changed(key);
  }

  #list(key: string): List {
    let list = this.#lists.get(key);
    if (!list) {
      list = { waiting: [], published: [], added: [], sorted: undefined, listeners: new Set() };
      this.#lists.set(key, list);
    }
    return list;
  }
}

function publishedOf(list: List): readonly Entry[] {
  for (const { from, values } of list.waiting) {
    for (const value of values) list.published.push({ from, value });
  }
  if (list.waiting.length > 0) list.waiting = [];
  return list.published;
}
