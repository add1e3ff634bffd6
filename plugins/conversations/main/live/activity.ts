import type { State } from '../../contract/index.ts';

/** The state of conversations that is kept in memory only: which of them run, and which wait for an answer of the person. */
export class Activity {
  readonly #running = new Set<string>();
  readonly #asking = new Map<string, Set<string>>();

  /** Conversations that run or wait for an answer; every list includes them. */
  get live(): readonly string[] {
    return [...new Set([...this.#running, ...this.#asking.keys()])];
  }

  /** The state that a row shows: `needsYou` has priority over `running`, and both over the stored state. */
  stateOf(conversation: string, resting: State): State {
    if (this.#asking.has(conversation)) return 'needsYou';
    return this.#running.has(conversation) ? 'running' : resting;
  }

  isRunning(conversation: string): boolean {
    return this.#running.has(conversation);
  }

  runs(conversation: string, isRunning: boolean): void {
    if (isRunning) this.#running.add(conversation);
    else this.#running.delete(conversation);
  }

  asks(conversation: string, request: string): void {
    const requests = this.#asking.get(conversation) ?? new Set();
    this.#asking.set(conversation, requests.add(request));
  }

  answered(conversation: string, request: string): void {
    const requests = this.#asking.get(conversation);
    requests?.delete(request);
    if (requests?.size === 0) this.#asking.delete(conversation);
  }

  forget(conversation: string): void {
    this.#running.delete(conversation);
    this.#asking.delete(conversation);
  }
}
