/** The rows that are selected together, by the keys of their items; initially none. */
export class Chosen {
  #keys: ReadonlySet<string> = new Set();
  #anchor: string | undefined;

  get keys(): ReadonlySet<string> {
    return this.#keys;
  }

  /** Sets the item where a range begins. */
  anchorAt(key: string): void {
    this.#anchor = key;
  }

  /** Adds or removes a row. */
  toggle(key: string, current: string | undefined): void {
    const keys = new Set(this.#keys);
    // Adding a second row includes the current one.
    if (keys.size === 0 && current !== undefined && current !== key) keys.add(current);
    if (!keys.delete(key)) keys.add(key);
    this.#keys = keys;
    this.#anchor = key;
  }

  /** Selects the range from the anchor to this row. */
  selectTo(key: string, keys: readonly string[]): void {
    this.#anchor ??= key;
    const [from, to] = [keys.indexOf(this.#anchor), keys.indexOf(key)];
    if (to === -1) return;
    if (from === -1) this.#anchor = key;
    const start = from === -1 ? to : Math.min(from, to);
    this.#keys = new Set(keys.slice(start, Math.max(from, to) + 1));
  }

  all(keys: readonly string[]): void {
    this.#keys = new Set(keys);
  }

  /** Deselects rows that no longer exist. */
  keep(keys: ReadonlySet<string>): void {
    if ([...this.#keys].every(key => keys.has(key))) return;
    this.#keys = new Set([...this.#keys].filter(key => keys.has(key)));
  }

  clear(): boolean {
    if (this.#keys.size === 0) return false;
    this.#keys = new Set();
    return true;
  }
}
