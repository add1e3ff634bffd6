/** Timers come this much too late on a busy machine, and clocks are corrected by less. */
const slackMs = 5000;

/**
 * Notices that the machine has slept or that its clock was set, which timers do not hear of. It is asked at a steady pace by a timer
 * that runs anyway, so it wakes nobody.
 */
export class ClockWatch {
  readonly #everyMs: number;
  #last: number;

  constructor(everyMs: number, now: number) {
    this.#everyMs = everyMs;
    this.#last = now;
  }

  /** Whether another time has passed since the last look than the pace of its timer. */
  hasJumped(now: number): boolean {
    const passed = now - this.#last;
    this.#last = now;
    return Math.abs(passed - this.#everyMs) > slackMs;
  }
}
