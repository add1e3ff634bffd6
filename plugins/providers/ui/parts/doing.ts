import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** One thing at a time that a person asked for: whether it goes on, and what went wrong with the last one. */
export class Doing implements ReactiveController {
  busy = false;
  problem = '';
  readonly #host: ReactiveControllerHost;
  #running: AbortController | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#running?.abort();
    this.busy = false;
  }

  /** Runs it unless another still goes on. Errors are sentences for the person already. */
  async run(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    if (this.busy) return;
    const running = new AbortController();
    this.#running = running;
    this.busy = true;
    this.problem = '';
    this.#host.requestUpdate();
    try {
      await work(running.signal);
    } catch (error) {
      if (!running.signal.aborted) this.problem = (error as Error).message;
    } finally {
      this.busy = false;
      this.#host.requestUpdate();
    }
  }

  stop(): void {
    this.#running?.abort();
  }

  refuse(problem: string): void {
    this.problem = problem;
    this.#host.requestUpdate();
  }
}
