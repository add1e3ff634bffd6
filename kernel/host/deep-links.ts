import type { AppError, Handle } from '@atelier/kernel';
import { readLinks } from './link-text.ts';

const mostWaiting = 16;
const paceMs = 10_000;

/** Links of the app's own scheme, as they come in; one that comes before anybody listens waits. What is strange is told and left out. */
export class DeepLinks {
  readonly #listeners = new Set<(url: URL) => void>();
  readonly #refused: (error: AppError) => void;
  readonly #now: () => number;
  #early: URL[] = [];
  #taken: number[] = [];

  constructor(refused: (error: AppError) => void, now: () => number = () => performance.now()) {
    this.#refused = refused;
    this.#now = now;
  }

  /** Takes the links out of a command line. */
  takeFrom(argv: readonly string[]): void {
    const { links, refused } = readLinks(argv, this.#room());
    for (const error of refused) this.#refused(error);
    for (const url of links) {
      this.#taken.push(this.#now());
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

  /** How many may come now: a page on the web can ask for links again and again, each in a start of its own. */
  #room(): number {
    const since = this.#now() - paceMs;
    this.#taken = this.#taken.filter(at => at > since);
    return mostWaiting - Math.max(this.#taken.length, this.#early.length);
  }
}
