/** How often waiting calls are looked at; a limit is kept to this grain. */
const grainMs = 250;

interface Waiting {
  readonly until: number;
  readonly late: () => void;
}

/** Time limits of many calls over one timer: a timer a call would cost more than most calls do. */
export class Deadlines {
  readonly #waiting = new Set<Waiting>();
  #timer: NodeJS.Timeout | undefined;

  /** Calls `late` once, a little after `milliseconds`, unless the returned function was called before. */
  add(milliseconds: number, late: () => void): () => void {
    const one: Waiting = { until: performance.now() + milliseconds, late };
    this.#waiting.add(one);
    this.#timer ??= setTimeout(() => this.#look(), grainMs).unref();
    return () => void this.#waiting.delete(one);
  }

  /** Forgets everything that waits. */
  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting.clear();
  }

  #look(): void {
    this.#timer = undefined;
    const now = performance.now();
    for (const one of this.#waiting) {
      if (one.until > now) continue;
      this.#waiting.delete(one);
      one.late();
    }
    if (this.#waiting.size > 0) this.#timer ??= setTimeout(() => this.#look(), grainMs).unref();
  }
}
