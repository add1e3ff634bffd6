const pauseMs = 700;

/** Finds an item by typed letters: letters in quick succession form one word; the same letter again goes to the next match. */
export class TypeAhead {
  #typed = '';
  #last = 0;

  /** Drops what was typed so far. */
  forget(): void {
    this.#typed = '';
  }

  /** The index of the text that the key leads to, searched from the current one; undefined where no text matches. */
  find(event: KeyboardEvent, count: number, current: number, textAt: (index: number) => string): number | undefined {
    const { key, timeStamp } = event;
    if (key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return undefined;
    if (timeStamp - this.#last > pauseMs) this.#typed = '';
    if (key === ' ' && this.#typed === '') return undefined;
    this.#last = timeStamp;
    const isRepeated = this.#typed === key;
    this.#typed = isRepeated ? key : this.#typed + key;
    const wanted = this.#typed.toLocaleLowerCase();
    // A longer word can still match the current item; a single letter means the next one.
    const first = this.#typed.length > 1 ? 0 : 1;
    for (let step = first; step < count + first; step++) {
      const index = (Math.max(0, current) + step) % count;
      if (textAt(index).trim().toLocaleLowerCase().startsWith(wanted)) return index;
    }
    return undefined;
  }
}
