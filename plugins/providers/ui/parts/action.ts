import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Runs one action of the person at a time, with whether one is running and the problem of the last one. */
export class Action implements ReactiveController {
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

  /** Runs the action unless another one is running. The messages of errors are already texts for the person. */
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
