/** How often waiting calls are looked at; a limit is kept to this grain. */
const grainMs = 250;

/** One limit that runs. */
export interface Deadline {
  readonly until: number;
  readonly late: () => void;
}

/** Time limits of many calls over one timer: a timer a call would cost more than most calls do. */
export class Deadlines {
  readonly #waiting = new Set<Deadline>();
  #timer: NodeJS.Timeout | undefined;
  /** The time of the last look, at most a grain ago while anything waits: reading the clock costs as much as the rest of `add`. */
  #now = 0;

  /** Calls `late` once, a little after `milliseconds`, unless it was removed before. */
  add(milliseconds: number, late: () => void): Deadline {
    if (this.#timer === undefined) this.#start();
    const one: Deadline = { until: this.#now + grainMs + milliseconds, late };
    this.#waiting.add(one);
    return one;
  }

  remove(one: Deadline): void {
    this.#waiting.delete(one);
  }

  /** Forgets everything that waits. */
  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting.clear();
  }

  #start(): void {
    this.#now = performance.now();
    this.#timer = setTimeout(() => this.#look(), grainMs).unref();
  }

  #look(): void {
    this.#timer = undefined;
    if (this.#waiting.size > 0) this.#start();
    for (const one of this.#waiting) {
      if (one.until > this.#now) continue;
      this.#waiting.delete(one);
      one.late();
    }
  }
}
