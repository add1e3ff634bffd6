import type { Handle } from '@atelier/kernel';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { SliceMap, Slices } from './view.ts';

/** One slice of the context; the element renders again when that slice changes, and only then. */
export class Slice<K extends keyof SliceMap> implements ReactiveController {
  readonly #host: ReactiveControllerHost & Partial<Pick<Node, 'isConnected'>>;
  readonly #view: () => { readonly slices: Slices } | undefined;
  readonly #name: K;
  #handle: Handle | undefined;

  constructor(host: ReactiveControllerHost, view: () => { readonly slices: Slices } | undefined, name: K) {
    this.#host = host;
    this.#view = view;
    this.#name = name;
    host.addController(this);
  }

  /** Undefined only before the element was given its view. */
  get value(): SliceMap[K] | undefined {
    return this.#view()?.slices.get(this.#name);
  }

  hostUpdate(): void {
    // Lit renders an element once more after it has left the page.
    if (this.#host.isConnected === false) return;
    this.#handle ??= this.#view()?.slices.watch(this.#name, () => this.#host.requestUpdate());
  }

  hostDisconnected(): void {
    void this.#handle?.dispose();
    this.#handle = undefined;
  }

  hostConnected(): void {
    this.#host.requestUpdate();
  }
}
