import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** What a `ui-header` says of itself to everything around it, in the event `ui-header`. */
export interface StandingHeader {
  readonly header: Element;
  /** Calls back once the header is gone. */
  whenLeft(told: () => void): void;
}

/** Knows whether a view inside an element has a header of its own, so that the element shows none above it. */
export class HeaderInside implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  readonly #counts: (path: readonly EventTarget[]) => boolean;
  readonly #standing = new Set<Element>();

  /** `counts` leaves out headers that stand somewhere else, by the path of their event. */
  constructor(host: ReactiveControllerHost & Element, counts: (path: readonly EventTarget[]) => boolean = () => true) {
    this.#host = host;
    this.#counts = counts;
    host.addController(this);
  }

  get isThere(): boolean {
    return this.#standing.size > 0;
  }

  hostConnected(): void {
    this.#host.addEventListener('ui-header', this.#onHeader);
  }

  hostDisconnected(): void {
    this.#host.removeEventListener('ui-header', this.#onHeader);
  }

  readonly #onHeader = (event: Event): void => {
    const { header, whenLeft } = (event as CustomEvent<StandingHeader>).detail;
    // Its own header is the one that gives way.
    if (header.getRootNode() === this.#host.shadowRoot || !this.#counts(event.composedPath())) return;
    this.#standing.add(header);
    whenLeft(() => {
      this.#standing.delete(header);
      this.#host.requestUpdate();
    });
    this.#host.requestUpdate();
  };
}
