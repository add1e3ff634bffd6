import type { ReactiveController, ReactiveControllerHost } from 'lit';

type Work = (signal: AbortSignal) => Promise<void>;

/** Runs one action of the person at a time, with whether one is running and the problem of the last one. */
export class Action implements ReactiveController {
  busy = false;
  problem = '';
  readonly #host: ReactiveControllerHost;
  #running: AbortController | undefined;
  #ended: Promise<void> = Promise.resolve();

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#running?.abort();
    this.busy = false;
  }

  /** Runs the action unless another one is running. The messages of errors are already texts for the person. */
  async run(work: Work): Promise<void> {
    if (this.busy) return;
    const running = new AbortController();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#running = running;
    this.#ended = promise;
    this.busy = true;
    this.problem = '';
    this.#host.requestUpdate();
    try {
      await work(running.signal);
    } catch (error) {
      if (!running.signal.aborted) this.problem = (error as Error).message;
    } finally {
      this.busy = false;
      resolve();
      this.#host.requestUpdate();
    }
  }

  /** Runs the action after those before it, so that nothing is lost that the person says meanwhile; the problem of one of them stays. */
  async inOrder(work: Work): Promise<void> {
    let before = '';
    while (this.busy) {
      await this.#ended;
      before ||= this.problem;
    }
    await this.run(work);
    if (this.problem === '') this.refuse(before);
  }

  stop(): void {
    this.#running?.abort();
  }

  refuse(problem: string): void {
    this.problem = problem;
    this.#host.requestUpdate();
  }
}
