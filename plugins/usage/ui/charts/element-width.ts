import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** The width of an element, which draws itself again when it changes. */
export class ElementWidth implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  readonly #size = new ResizeObserver(([entry]) => {
    const width = Math.round(entry?.contentRect.width ?? 0);
    if (width === 0 || width === this.value) return;
    this.value = width;
    this.#host.requestUpdate();
  });

  value: number;

  constructor(host: ReactiveControllerHost & Element, untilKnown: number) {
    this.#host = host;
    this.value = untilKnown;
    host.addController(this);
  }

  hostConnected(): void {
    this.#size.observe(this.#host);
  }

  hostDisconnected(): void {
    this.#size.disconnect();
  }
}
