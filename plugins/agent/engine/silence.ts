/** Tells, again and again, that a model which was asked has said nothing for a while; who waits decides what to do. */
export class Silence {
  readonly #limitMs: number;
  readonly #tell: (seconds: number) => void;
  #clock: NodeJS.Timeout | undefined;

  constructor(limitMs: number, tell: (seconds: number) => void) {
    this.#limitMs = limitMs;
    this.#tell = tell;
  }

  /** The model was asked, or has said something. */
  heard(): void {
    this.end();
    const since = Date.now();
    this.#clock = setInterval(() => this.#tell(Math.round((Date.now() - since) / 1000)), this.#limitMs);
  }

  /** Nothing is expected of the model any more. */
  end(): void {
    clearInterval(this.#clock);
    this.#clock = undefined;
  }
}
