/** Which rows are chosen together, by the keys of their items; by itself none is. */
export class Chosen {
  #keys: ReadonlySet<string> = new Set();
  #anchor: string | undefined;

  get keys(): ReadonlySet<string> {
    return this.#keys;
  }

  /** Where a range would begin. */
  stand(key: string): void {
    this.#anchor = key;
  }

  /** One more, or one less. */
  toggle(key: string, current: string | undefined): void {
    const keys = new Set(this.#keys);
    // Whoever adds a second one means the first as well.
    if (keys.size === 0 && current !== undefined && current !== key) keys.add(current);
    if (!keys.delete(key)) keys.add(key);
    this.#keys = keys;
    this.#anchor = key;
  }

  /** All from where one stood to here, of those that can be chosen. */
  reach(key: string, keys: readonly string[]): void {
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

  /** Those that are gone are not chosen any more. */
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
