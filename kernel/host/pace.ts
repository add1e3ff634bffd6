/** A monotonic clock in milliseconds. */
export type Clock = () => number;

/** Limits frames per second, with a burst of the same size; returns how long to stop reading when there were more. */
export class Pace {
  readonly #perSecond: number;
  readonly #now: Clock;
  #budget: number;
  #since: number;

  constructor(perSecond: number, now: Clock) {
    this.#perSecond = perSecond;
    this.#now = now;
    this.#budget = perSecond;
    this.#since = now();
  }

  /** Counts frames against the limit and returns the pause in milliseconds, 0 for none. */
  take(frames: number): number {
    const now = this.#now();
    this.#budget = Math.min(this.#perSecond, this.#budget + ((now - this.#since) * this.#perSecond) / 1000);
    this.#since = now;
    this.#budget -= frames;
    return this.#budget >= 0 ? 0 : Math.ceil((-this.#budget * 1000) / this.#perSecond);
  }
}
