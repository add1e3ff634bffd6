import type { Handle } from '@atelier/kernel';

/** Links of the app's own scheme, as they come in; one that comes before anybody listens waits. */
export class DeepLinks {
  readonly #listeners = new Set<(url: URL) => void>();
  #early: URL[] = [];

  /** Takes the links out of a command line. Everything else in it is somebody else's, and ignored. */
  takeFrom(argv: readonly string[]): void {
    for (const text of argv) {
      if (!/^atelier:/i.test(text) || text.length > 4096 || !URL.canParse(text)) continue;
      const url = new URL(text);
      if (this.#listeners.size === 0) this.#early.push(url);
      for (const listener of this.#listeners) listener(url);
    }
  }

  onLink(listener: (url: URL) => void): Handle {
    this.#listeners.add(listener);
    const early = this.#early;
    this.#early = [];
    for (const url of early) listener(url);
    return { dispose: () => void this.#listeners.delete(listener) };
  }
}
