import type { Contribution, ContributionChange, Contributions, Handle } from '@atelier/kernel';

type Entry = Contribution<unknown>;
type Listener = (change: ContributionChange<unknown>) => void;

/** What one manifest gives to one point. */
interface Batch {
  readonly from: string;
  readonly values: readonly unknown[];
}

interface List {
  /** From manifests too, but nobody has looked yet: at a start thousands come in, and few points are read. */
  waiting: Batch[];
  /** From manifests; they leave together with everything else that their extension published. */
  published: Entry[];
  /** Added while running; each has a handle of its own. */
  added: Entry[];
  sorted: readonly Entry[] | undefined;
  readonly listeners: Set<Listener>;
}

/** Every point's entries, in plan order, with those who follow them. */
export class Points {
  readonly #lists = new Map<string, List>();
  readonly #place: (id: string) => number;
  readonly #changed: (key: string) => void;

  /** `place` tells where an extension stands in the plan; `changed` hears of every point whose entries came or went. */
  constructor(place: (id: string) => number, changed: (key: string) => void) {
    this.#place = place;
    this.#changed = changed;
  }

  /** Adds an entry; the handle takes it out. */
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

  /** Takes out everything that one extension published. */
  withdraw(from: string): void {
    for (const [key, list] of this.#lists) this.#remove(key, list, new Set(publishedOf(list).filter(entry => entry.from === from)));
  }

  read(key: string): Contributions<unknown> {
    const list = this.#list(key);
    const place = this.#place;
    return {
      get items() {
        list.sorted ??= [...publishedOf(list), ...list.added].sort((a, b) => place(a.from) - place(b.from));
        return list.sorted;
      },
      watch: listener => {
        // A wrapper of its own, so that one function watching twice is told twice and forgotten once.
        const own: Listener = change => listener(change);
        list.listeners.add(own);
        return { dispose: () => void list.listeners.delete(own) };
      },
    };
  }

  /** Removes the entries that do not pass, and tells whose they were. */
  weed<Why>(key: string, check: (value: unknown) => readonly Why[]): readonly { from: string; why: readonly Why[] }[] {
    const list = this.#list(key);
    const weeds = [...publishedOf(list), ...list.added]
      .map(entry => ({ entry, why: check(entry.value) }))
      .filter(({ why }) => why.length > 0);
    this.#remove(key, list, new Set(weeds.map(({ entry }) => entry)));
    return weeds.map(({ entry, why }) => ({ from: entry.from, why }));
  }

  /** Forgets the order after the plan has changed; the entries stay. */
  reorder(): void {
    for (const list of this.#lists.values()) list.sorted = undefined;
  }

  /** Tells those outside that something about a point's entries is different now. */
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
