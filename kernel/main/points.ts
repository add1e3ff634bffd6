import type { Contribution, ContributionChange, Contributions, Handle } from '@atelier/kernel';

type Listener = (change: ContributionChange<unknown>) => void;

interface List {
  entries: Contribution<unknown>[];
  sorted: readonly Contribution<unknown>[] | undefined;
  readonly listeners: Set<Listener>;
}

/** Every point's entries, in plan order, with those who follow them. */
export class Points {
  readonly #lists = new Map<string, List>();
  readonly #place: (id: string) => number;

  /** `place` tells where an extension stands in the plan. */
  constructor(place: (id: string) => number) {
    this.#place = place;
  }

  add(key: string, from: string, values: readonly unknown[]): Handle {
    const added = values.map(value => ({ from, value }));
    const list = this.#list(key);
    list.entries.push(...added);
    this.#changed(list, { added, removed: [] });
    return {
      dispose: () => {
        const gone = new Set(added);
        list.entries = list.entries.filter(entry => !gone.has(entry));
        this.#changed(list, { added: [], removed: added });
      },
    };
  }

  read(key: string): Contributions<unknown> {
    const list = this.#list(key);
    const points = this;
    return {
      get items() {
        list.sorted ??= points.#sort(list.entries);
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
    const removed: Contribution<unknown>[] = [];
    const weeds: { from: string; why: readonly Why[] }[] = [];
    for (const entry of list.entries) {
      const why = check(entry.value);
      if (why.length === 0) continue;
      removed.push(entry);
      weeds.push({ from: entry.from, why });
    }
    if (removed.length > 0) {
      list.entries = list.entries.filter(entry => !removed.includes(entry));
      this.#changed(list, { added: [], removed });
    }
    return weeds;
  }

  /** Forgets the order after the plan has changed; the entries stay. */
  reorder(): void {
    for (const list of this.#lists.values()) list.sorted = undefined;
  }

  #list(key: string): List {
    let list = this.#lists.get(key);
    if (!list) {
      list = { entries: [], sorted: undefined, listeners: new Set() };
      this.#lists.set(key, list);
    }
    return list;
  }

  #sort(entries: readonly Contribution<unknown>[]): readonly Contribution<unknown>[] {
    return [...entries].sort((a, b) => this.#place(a.from) - this.#place(b.from));
  }

  #changed(list: List, change: ContributionChange<unknown>): void {
    list.sorted = undefined;
    for (const listener of [...list.listeners]) listener(change);
  }
}
