import type { Link } from './host.ts';

/**
 * Two ends of one connection in this process. What one end sends arrives at the other later and as a JSON copy, as over
 * a real link, so that no code can rely on sharing an object.
 */
export function linkPair(id: string): readonly [Link, Link] {
  const shared = { open: true, closeListeners: new Set<() => void>() };
  const one = new MemoryLink(id, shared);
  const other = new MemoryLink(id, shared);
  one.other = other;
  other.other = one;
  return [one, other];
}

class MemoryLink implements Link {
  readonly id: string;
  readonly waiting = 0;
  other: MemoryLink | undefined;
  readonly #shared: { open: boolean; readonly closeListeners: Set<() => void> };
  readonly #listeners = new Set<(message: unknown) => void>();
  /** Messages that arrived before the first listener. */
  #early: unknown[] = [];

  constructor(id: string, shared: { open: boolean; readonly closeListeners: Set<() => void> }) {
    this.id = id;
    this.#shared = shared;
  }

  send(frames: readonly object[]): void {
    if (!this.#shared.open || frames.length === 0) return;
    const message = JSON.parse(JSON.stringify(frames.length === 1 ? frames[0] : frames)) as unknown;
    const other = this.other;
    queueMicrotask(() => other?.arrive(message));
  }

  arrive(message: unknown): void {
    if (this.#listeners.size === 0) this.#early.push(message);
    for (const listener of this.#listeners) listener(message);
  }

  onMessage(listener: (message: unknown) => void): void {
    this.#listeners.add(listener);
    const early = this.#early;
    this.#early = [];
    for (const message of early) listener(message);
  }

  onClose(listener: () => void): void {
    if (this.#shared.open) this.#shared.closeListeners.add(listener);
    else listener();
  }

  close(): void {
    if (!this.#shared.open) return;
    this.#shared.open = false;
    // After all messages that are still being delivered.
    queueMicrotask(() => {
      for (const listener of this.#shared.closeListeners) listener();
    });
  }
}
