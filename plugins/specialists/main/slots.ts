/** How many of a tree work at once. Who waits for others it has begun gives its place to them. */
export class Slots {
  readonly #inner: (() => void)[] = [];
  readonly #outer: (() => void)[] = [];
  #free: number;

  constructor(count: number) {
    this.#free = count;
  }

  /** Whoever asks now has to wait. */
  get isFull(): boolean {
    return this.#free === 0;
  }

  /** Resolves when there is a place, in the order of asking. `isInner`: somebody waits for it, so it goes before those that begin. */
  async take(isInner: boolean): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    await new Promise<void>(resolve => (isInner ? this.#inner : this.#outer).push(resolve));
  }

  give(): void {
    const next = this.#inner.shift() ?? this.#outer.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }
}
