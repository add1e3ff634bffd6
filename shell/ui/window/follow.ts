import type { Handle } from '@atelier/kernel';
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** A value that notifies of its changes. */
interface Watchable {
  watch(listener: () => void): Handle;
}

/** Renders an element again whenever one of the values changes. */
export class Follow implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #followed: readonly Watchable[];
  #handles: Handle[] = [];

  constructor(host: ReactiveControllerHost, ...followed: readonly Watchable[]) {
    this.#host = host;
    this.#followed = followed;
    host.addController(this);
  }

  hostConnected(): void {
    this.#handles = this.#followed.map(value => value.watch(() => this.#host.requestUpdate()));
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    for (const handle of this.#handles.splice(0)) void handle.dispose();
  }
}
