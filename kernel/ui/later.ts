import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { afterPaint } from './after-paint.ts';

/** A part of an element that its first frame does not need: it comes when that one stands, or as soon as somebody asks for it. */
export class Later<Part> implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #load: () => Promise<Part>;
  #loading: Promise<Part> | undefined;
  /** Undefined until it is there. */
  value: Part | undefined;

  constructor(host: ReactiveControllerHost, load: () => Promise<Part>) {
    this.#host = host;
    this.#load = load;
    host.addController(this);
  }

  hostUpdated(): void {
    // Whoever needs it hears of a failure; here nobody asked for it yet.
    if (this.#loading === undefined) void afterPaint().then(() => this.get().catch(() => undefined));
  }

  /** One that could not be loaded is asked for anew the next time. */
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
