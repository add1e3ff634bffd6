/** Clock and timers, replaceable in tests. */
export interface Timers {
  readonly now: () => number;
  /** Calls once, later; returns a function that cancels it. */
  readonly after: (milliseconds: number, call: () => void) => () => void;
}

export const systemTimers: Timers = {
  now: () => performance.now(),
  after(milliseconds, call) {
    const timer = setTimeout(call, milliseconds);
    return () => clearTimeout(timer);
  },
};

export interface PulseParts {
  readonly ping: (answered: () => void) => void;
  readonly silent: () => void;
  readonly timers: Timers;
  readonly everyMs: number;
  readonly patienceMs: number;
}

/** A timer that fires this late was delayed by the machine's sleep or by the window's own work, not by the frame. */
const lateMs = 2000;

/** Pings a frame at intervals, and reports when it has not answered for too long. */
export class Pulse {
  readonly #parts: PulseParts;
  #callOff: (() => void) | undefined;
  #beat = 0;

  constructor(parts: PulseParts) {
    this.#parts = parts;
  }

  get running(): boolean {
    return this.#callOff !== undefined;
  }

  start(): void {
    if (!this.running) this.#ask();
  }

  stop(): void {
    this.#callOff?.();
    this.#callOff = undefined;
    this.#beat += 1;
  }

  #ask(): void {
    this.#beat += 1;
    const beat = this.#beat;
    this.#wait(this.#parts.patienceMs);
    this.#parts.ping(() => {
      if (beat !== this.#beat || this.#callOff === undefined) return;
      this.#callOff();
      this.#callOff = this.#parts.timers.after(this.#parts.everyMs, () => this.#ask());
    });
  }

  #wait(milliseconds: number): void {
    const { timers, silent } = this.#parts;
    const due = timers.now() + milliseconds;
    this.#callOff = timers.after(milliseconds, () => {
      if (timers.now() - due > lateMs) this.#wait(milliseconds);
      else {
        this.stop();
        silent();
      }
    });
  }
}
