import type { Handle } from '@atelier/kernel';
import { type Layout, type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** The window's layout; updates the element when it changes. */
export class FollowLayout implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #view: () => ViewHost;
  #handle: Handle | undefined;
  value: Layout | undefined;

  constructor(host: ReactiveControllerHost, view: () => ViewHost) {
    this.#host = host;
    this.#view = view;
    host.addController(this);
  }

  hostConnected(): void {
    const window = this.#view().connect(WindowChannel);
    this.#handle = window.on('layoutChanged', layout => this.#take(layout));
    void window.call('layout', {}).then(layout => this.#take(layout));
  }

  hostDisconnected(): void {
    void this.#handle?.dispose();
  }

  #take(layout: Layout): void {
    this.value = layout;
    this.#host.requestUpdate();
  }
}
