const pauseMs = 700;

/** Finds by what is typed: letters close together are one word, the same letter again goes to the next that begins with it. */
export class TypeAhead {
  #typed = '';
  #last = 0;

  /** What was typed before belongs to something else. */
  forget(): void {
    this.#typed = '';
  }

  /** The index of what the key leads to, of `count` texts, seen from the current one; undefined where it leads nowhere. */
  find(event: KeyboardEvent, count: number, current: number, textAt: (index: number) => string): number | undefined {
    const { key, timeStamp } = event;
    if (key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return undefined;
    if (timeStamp - this.#last > pauseMs) this.#typed = '';
    if (key === ' ' && this.#typed === '') return undefined;
    this.#last = timeStamp;
    const isRepeated = this.#typed === key;
    this.#typed = isRepeated ? key : this.#typed + key;
    const wanted = this.#typed.toLocaleLowerCase();
    // A word that grows may still mean where one stands; a letter on its own means the next.
    const first = this.#typed.length > 1 ? 0 : 1;
    for (let step = first; step < count + first; step++) {
      const index = (Math.max(0, current) + step) % count;
      if (textAt(index).trim().toLocaleLowerCase().startsWith(wanted)) return index;
    }
    return undefined;
  }
}
