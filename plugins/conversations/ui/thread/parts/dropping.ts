import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { filesOffered } from '../../composer/composer-events.ts';

/** Accepts files that are dropped anywhere on the thread, and passes them to the composer by an event. */
export class Dropping implements ReactiveController {
  isOver = false;
  readonly #host: ReactiveControllerHost & HTMLElement;

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    this.#host.addEventListener('dragover', this.#over);
    this.#host.addEventListener('dragleave', this.#left);
    this.#host.addEventListener('drop', this.#dropped);
  }

  hostDisconnected(): void {
    this.#host.removeEventListener('dragover', this.#over);
    this.#host.removeEventListener('dragleave', this.#left);
    this.#host.removeEventListener('drop', this.#dropped);
  }

  readonly #over = (event: DragEvent): void => {
    // The composer handles drops on itself.
    if (event.defaultPrevented || event.dataTransfer?.types.includes('Files') !== true) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    this.#set(true);
  };

  readonly #left = (event: DragEvent): void => {
    if (!(event.relatedTarget instanceof Node && this.#host.contains(event.relatedTarget))) this.#set(false);
  };

  readonly #dropped = (event: DragEvent): void => {
    this.#set(false);
    const files = [...(event.dataTransfer?.files ?? [])];
    if (event.defaultPrevented || files.length === 0) return;
    event.preventDefault();
    dispatchEvent(new CustomEvent(filesOffered, { detail: { files } }));
  };

  #set(isOver: boolean): void {
    if (this.isOver === isOver) return;
    this.isOver = isOver;
    this.#host.requestUpdate();
  }
}
