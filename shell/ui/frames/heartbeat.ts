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

export interface HeartbeatOptions {
  readonly ping: (answered: () => void) => void;
  readonly onTimeout: () => void;
  readonly timers: Timers;
  readonly intervalMs: number;
  readonly timeoutMs: number;
}

/** A timer that fires later than this was delayed by sleep or by the window itself, so the frame is given its full time again. */
const maxLateMs = 2000;

/** Pings a frame at intervals, and reports when it does not answer in time. */
export class Heartbeat {
  readonly #options: HeartbeatOptions;
  #cancelTimer: (() => void) | undefined;
  #round = 0;

  constructor(options: HeartbeatOptions) {
    this.#options = options;
  }

  get running(): boolean {
    return this.#cancelTimer !== undefined;
  }

  start(): void {
    if (!this.running) this.#ping();
  }

  stop(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#round += 1;
  }

  #ping(): void {
    this.#round += 1;
    const round = this.#round;
    this.#awaitAnswer(this.#options.timeoutMs);
    this.#options.ping(() => {
      if (round !== this.#round || this.#cancelTimer === undefined) return;
      this.#cancelTimer();
      this.#cancelTimer = this.#options.timers.after(this.#options.intervalMs, () => this.#ping());
    });
  }

  #awaitAnswer(milliseconds: number): void {
    const { timers, onTimeout } = this.#options;
    const due = timers.now() + milliseconds;
    this.#cancelTimer = timers.after(milliseconds, () => {
      if (timers.now() - due > maxLateMs) this.#awaitAnswer(milliseconds);
      else {
        this.stop();
        onTimeout();
      }
    });
  }
}
