import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { afterPaint } from './after-paint.ts';

/** A part of an element that its first frame does not need: loaded after the first paint, or earlier by `get`. */
export class Later<Part> implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #load: () => Promise<Part>;
  #loading: Promise<Part> | undefined;
  /** Undefined until it is loaded. */
  value: Part | undefined;

  constructor(host: ReactiveControllerHost, load: () => Promise<Part>) {
    this.#host = host;
    this.#load = load;
    host.addController(this);
  }

  hostUpdated(): void {
    // A failure of this early load is dropped: a later call of `get` loads again and rejects.
    if (this.#loading === undefined) void afterPaint().then(() => this.get().catch(() => undefined));
  }

  /** After a failed load, the next call loads again. */
  get(): Promise<Part> {
    this.#loading ??= this.#make();
    return this.#loading;
  }

  async #make(): Promise<Part> {
    try {
      this.value = await this.#load();
    } catch (error) {
      this.#loading = undefined;
      throw error;
    }
    this.#host.requestUpdate();
    return this.value;
  }
}
