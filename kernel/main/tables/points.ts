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
  /** Those of `sorted` whose extension may add to the point now. */
  shown: readonly Entry[] | undefined;
  readonly listeners: Set<Listener>;
}

export interface PointsParts {
  /** The position of an extension in the plan. */
  positionOf(id: string): number;
  /** Whether an extension may add to a point now; its entries are kept and not shown while it may not. */
  mayAdd(id: string, key: string): boolean;
  /** Called for every point whose entries changed. */
  changed(key: string): void;
}

/** Every point's entries, in plan order, and its watchers. */
export class Points {
  readonly #lists = new Map<string, List>();
  readonly #parts: PointsParts;

  constructor(parts: PointsParts) {
    this.#parts = parts;
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
    list.sorted = list.shown = undefined;
    if (list.listeners.size > 0) this.#tell(key, list, publishedOf(list).slice(before), []);
    else this.#parts.changed(key);
  }

  /** Removes everything that one extension published. */
  withdraw(from: string): void {
    for (const [key, list] of this.#lists) this.#remove(key, list, new Set(publishedOf(list).filter(entry => entry.from === from)));
  }

  read(key: string): Contributions<unknown> {
    const list = this.#list(key);
    const shown = (): readonly Entry[] => this.#shown(key, list);
    return {
      get items() {
        return shown();
      },
      watch: listener => {
        shown();
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
    for (const list of this.#lists.values()) list.sorted = list.shown = undefined;
  }

  /** Shows or hides the entries of an extension after its rights have changed; watchers look again at those that are shown as before. */
  recheck(from: string): void {
    for (const [key, list] of this.#lists) {
      const before = list.shown?.filter(entry => entry.from === from);
      if (before === undefined) continue;
      list.shown = undefined;
      const now = this.#shown(key, list).filter(entry => entry.from === from);
      if (before.length === 0 && now.length === 0) continue;
      for (const listener of [...list.listeners]) listener({ added: now, removed: before });
      this.#parts.changed(key);
    }
  }

  /** Reports a change that concerns a point's entries, although none was added or removed. */
  touch(key: string): void {
    this.#parts.changed(key);
  }

  #shown(key: string, list: List): readonly Entry[] {
    const { positionOf, mayAdd } = this.#parts;
    list.sorted ??= [...publishedOf(list), ...list.added].sort((a, b) => positionOf(a.from) - positionOf(b.from));
    list.shown ??= list.sorted.every(({ from }) => mayAdd(from, key)) ? list.sorted : list.sorted.filter(({ from }) => mayAdd(from, key));
    return list.shown;
  }

  #remove(key: string, list: List, gone: ReadonlySet<Entry>): void {
    if (gone.size === 0) return;
    const stays = (entry: Entry): boolean => !gone.has(entry);
    list.published = publishedOf(list).filter(stays);
    list.added = list.added.filter(stays);
    this.#tell(key, list, [], [...gone]);
  }

  #tell(key: string, list: List, added: readonly Entry[], removed: readonly Entry[]): void {
    const before = list.shown;
    list.sorted = list.shown = undefined;
    if (list.listeners.size > 0) {
      this.#shown(key, list);
      const seen = before && new Set(before);
      const change = {
        added: added.filter(({ from }) => this.#parts.mayAdd(from, key)),
        removed: removed.filter(entry => seen?.has(entry) !== false),
      };
      if (change.added.length + change.removed.length > 0) for (const listener of [...list.listeners]) listener(change);
    }
    this.#parts.changed(key);
  }

  #list(key: string): List {
    let list = this.#lists.get(key);
    if (!list) {
      list = { waiting: [], published: [], added: [], sorted: undefined, shown: undefined, listeners: new Set() };
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
