import type { AppError, Handle } from '@atelier/kernel';
import { readLinks } from './link-text.ts';

const maxWaiting = 16;
const paceMs = 10_000;

/** Delivers links of the app's own scheme; a link that arrives before the first listener waits. Malformed links are reported and dropped. */
export class DeepLinks {
  readonly #listeners = new Set<(url: URL) => void>();
  readonly #refused: (error: AppError) => void;
  readonly #now: () => number;
  #early: URL[] = [];
  #acceptedAt: number[] = [];

  constructor(refused: (error: AppError) => void, now: () => number = () => performance.now()) {
    this.#refused = refused;
    this.#now = now;
  }

  /** Reads the links from a command line. */
  takeFrom(argv: readonly string[]): void {
    const { links, refused } = readLinks(argv, this.#room());
    for (const error of refused) this.#refused(error);
    for (const url of links) {
      this.#acceptedAt.push(this.#now());
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

  /** How many links may still be accepted: a web page can open links repeatedly, each starting the program once more. */
  #room(): number {
    const since = this.#now() - paceMs;
    this.#acceptedAt = this.#acceptedAt.filter(at => at > since);
    return maxWaiting - Math.max(this.#acceptedAt.length, this.#early.length);
  }
}
