import type { Handle } from '@atelier/kernel';
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Anything that says when it changed. */
interface Followed {
  watch(listener: () => void): Handle;
}

/** Renders an element again whenever one of the things it shows has changed. */
export class Follow implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #followed: readonly Followed[];
  #handles: Handle[] = [];

  constructor(host: ReactiveControllerHost, ...followed: readonly Followed[]) {
    this.#host = host;
    this.#followed = followed;
    host.addController(this);
  }

  hostConnected(): void {
    this.#handles = this.#followed.map(one => one.watch(() => this.#host.requestUpdate()));
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    for (const handle of this.#handles.splice(0)) void handle.dispose();
  }
}
