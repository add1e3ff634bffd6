const tickMs = 1_000;
const limitTicks = 10;
/** While a person waits for a turn to stop. */
const hurriedTicks = 2;
/** While it loads the engine, which a slow disk or a busy machine can draw out. */
const loadingTicks = 40;

export interface WatchedProcess {
  /** Asks it for a sign of life. */
  ping(): void;
  /** Called with each tick in which it still does not answer, and with 0 when it answers again. */
  hung(seconds: number): void;
}

/**
 * Notices that a process answers nothing, because it is frozen or in an endless loop. It counts its own ticks, and not the time of a
 * clock: while the machine slept, or this process was stopped too, there were none.
 */
export class EngineWatch {
  readonly #process: WatchedProcess;
  #clock: NodeJS.Timeout | undefined;
  /** Ticks since the oldest ping that was not answered. */
  #ticks = 0;
  #wasHeard = false;
  #isLoading = true;
  #isHurried = false;

  constructor(process: WatchedProcess) {
    this.#process = process;
  }

  get isHung(): boolean {
    const limit = this.#isHurried ? hurriedTicks : limitTicks;
    return this.#ticks > (this.#isLoading ? loadingTicks : limit);
  }

  /** Whether anything is expected of the process. If not, it is left alone: idle costs nothing. */
  watch(isExpected: boolean): void {
    if (!isExpected) this.end();
    else this.#clock ??= setInterval(() => this.tick(), tickMs).unref();
  }

  /** Whether a person waits for it: then a silence that has lasted is told at once, and one that begins after seconds. */
  hurry(isHurried: boolean): void {
    const begins = isHurried && !this.#isHurried && this.#clock !== undefined;
    this.#isHurried = isHurried;
    if (!begins) return;
    if (this.#ticks === 0) {
      this.#wasHeard = false;
      this.#ask();
    } else if (this.isHung) this.#tell();
  }

  /** The process has said something. */
  heard(): void {
    const wasHung = this.isHung;
    this.#wasHeard = true;
    this.#ticks = 0;
    if (wasHung) this.#process.hung(0);
  }

  /** The engine is loaded: from now on a short silence says that something is wrong. */
  loaded(): void {
    this.#isLoading = false;
  }

  /** The process has ended. */
  ended(): void {
    this.end();
    this.#isLoading = true;
  }

  /** Nothing is expected of it. */
  end(): void {
    clearInterval(this.#clock);
    this.#clock = undefined;
    this.heard();
  }

  tick(): void {
    if (this.#wasHeard) {
      this.#wasHeard = false;
      return;
    }
    if (this.#ticks === 0) this.#ask();
    else this.#ticks += 1;
    if (this.isHung) this.#tell();
  }

  #ask(): void {
    this.#process.ping();
    this.#ticks = 1;
  }

  #tell(): void {
    this.#process.hung(Math.round(((this.#ticks - 1) * tickMs) / 1000));
  }
}
