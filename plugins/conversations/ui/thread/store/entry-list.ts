import type { Entry } from '@atelier/agent/contract';

/** The number of messages that one gap row stands for while they are not loaded. */
export const gapSize = 20;

/** The entries of a conversation by position, of which only some are loaded. */
export class EntryList {
  total = 0;
  #entries = new Map<number, Entry>();
  #places = new Map<string, number>();
  /** The place of the entry that has a call. */
  #calls = new Map<string, number>();

  get last(): Entry | undefined {
    return this.#entries.get(this.total - 1);
  }

  at(place: number): Entry | undefined {
    return this.#entries.get(place);
  }

  placeOf(id: string): number | undefined {
    return this.#places.get(id);
  }

  clear(total: number): void {
    this.#entries = new Map();
    this.#places = new Map();
    this.#calls = new Map();
    this.total = total;
  }

  put(place: number, given: Entry): void {
    const before = this.#entries.get(place);
    if (before !== undefined) this.#places.delete(before.id);
    const entry = this.#own(place, given);
    this.#entries.set(place, entry);
    this.#places.set(entry.id, place);
  }

  /** The entry with ids that no other one here has, as what an older version stored may repeat them. */
  #own(place: number, { id, parts, ...entry }: Entry): Entry {
    const isOwn = (name: string, owners: Map<string, number>) => owners.get(name) === undefined || owners.get(name) === place;
    const met = new Set<string>();
    const own = parts?.map((part, at) => {
      const { tool } = part;
      if (tool === undefined) return part;
      const isFirst = isOwn(tool, this.#calls) && !met.has(tool);
      met.add(tool);
      if (!isFirst) return { ...part, tool: `${tool}~${place}.${at}` };
      this.#calls.set(tool, place);
      return part;
    });
    return { ...entry, id: isOwn(id, this.#places) ? id : `${id}~${place}`, ...(own && { parts: own }) };
  }

  /** Replaces an entry that is known, or appends it. */
  add(entry: Entry): void {
    const known = this.#places.get(entry.id);
    this.put(known ?? this.total, entry);
    if (known === undefined) this.total += 1;
  }

  dropLast(): void {
    const { last } = this;
    if (last === undefined) return;
    this.#places.delete(last.id);
    this.#entries.delete(this.total - 1);
    this.total -= 1;
  }

  /** The position of the newest loaded message of the person; entries from there on can still change. If none is loaded, the start of the loaded tail. */
  get lastAsked(): number {
    for (let place = this.total - 1; place >= 0; place -= 1) {
      const entry = this.#entries.get(place);
      if (entry === undefined) return place + 1;
      if (entry.kind === 'user') return place;
    }
    return 0;
  }

  /** The entries and gaps in a range of positions, in order. */
  *between(from: number, to: number): Generator<{ readonly entry: Entry } | { readonly first: number; readonly count: number }> {
    for (let place = from; place < to; ) {
      const entry = this.#entries.get(place);
      if (entry !== undefined) {
        yield { entry };
        place += 1;
        continue;
      }
      const first = place;
      // The bounds of gaps stay the same when messages beside them are loaded.
      const end = Math.min(to, (Math.floor(place / gapSize) + 1) * gapSize);
      while (place < end && !this.#entries.has(place)) place += 1;
      yield { first, count: place - first };
    }
  }

  /** The loaded messages of the person, oldest first. */
  *asked(): Generator<Entry> {
    for (let place = 0; place < this.total; place += 1) {
      const entry = this.#entries.get(place);
      if (entry?.kind === 'user') yield entry;
    }
  }
}
