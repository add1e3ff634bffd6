import type { Handle } from '@atelier/kernel';
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** A value that notifies of its changes. */
interface Watchable {
  watch(listener: () => void): Handle;
}

/** Renders an element again when one of the values changes. */
export class RenderOnChange implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #values: readonly Watchable[];
  #handles: Handle[] = [];

  constructor(host: ReactiveControllerHost, ...values: readonly Watchable[]) {
    this.#host = host;
    this.#values = values;
    host.addController(this);
  }

  hostConnected(): void {
    this.#handles = this.#values.map(value => value.watch(() => this.#host.requestUpdate()));
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    for (const handle of this.#handles.splice(0)) void handle.dispose();
  }
}
