/** How often pending calls are checked; limits have this precision. */
const grainMs = 250;

/** One running limit. */
export interface Deadline {
  readonly until: number;
  readonly late: () => void;
}

/** Time limits of many calls over one timer: a timer per call would cost more than most calls. */
export class Deadlines {
  readonly #waiting = new Set<Deadline>();
  #timer: NodeJS.Timeout | undefined;
  /** The time of the last check, at most one interval ago while any call is pending: reading the clock costs as much as the rest of `add`. */
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

  /** Removes all limits. */
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
