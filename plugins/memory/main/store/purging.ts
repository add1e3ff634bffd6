import { undoMs } from './changes.ts';

/** Long enough for what is an hour old to be older. */
const graceMs = 1000;

/** Removes the words of the last change when it cannot be undone any more, also if nothing else happens. At rest there is no timer. */
export class Purging {
  readonly #purge: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(purge: () => void) {
    this.#purge = purge;
  }

  changed(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#purge(), undoMs + graceMs).unref();
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}
