import type { Handle } from '@atelier/kernel';

interface Effect {
  readonly label: string;
  readonly undo: () => void | Promise<void>;
}

export interface FailedCleanup {
  readonly label: string;
  readonly error: unknown;
}

/** Records the effects of one extension; closing it undoes them in reverse order. */
export class Scope {
  #effects: Effect[] = [];
  #closing: Promise<readonly FailedCleanup[]> | undefined;
  /** Made on first use: many extensions never use it, and making one takes a considerable part of waking. */
  #abort: AbortController | undefined;
  #ends = false;
  #ended = false;

  /** Aborts when the scope begins to close, before the first effect is undone. */
  get signal(): AbortSignal {
    this.#abort ??= new AbortController();
    if (this.#ends) this.#abort.abort();
    return this.#abort.signal;
  }

  get closed(): boolean {
    return this.#closing !== undefined;
  }

  /** True once the last effect is undone; before, a cleanup may still ask a service. */
  get ended(): boolean {
    return this.#ended;
  }

  /** The labels of the current effects, oldest first. */
  get labels(): readonly string[] {
    return this.#effects.map(effect => effect.label);
  }

  /** Records an effect when it is made. The handle undoes it early, once. */
  add(label: string, undo: () => void | Promise<void>): Handle {
    const effect: Effect = { label, undo };
    this.#effects.push(effect);
    return {
      dispose: () => {
        const at = this.#effects.indexOf(effect);
        if (at < 0) return undefined;
        this.#effects.splice(at, 1);
        return undo();
      },
    };
  }

  /** Undoes the effects in reverse order and never stops half-way: one failing cleanup must not leak the others. */
  close(): Promise<readonly FailedCleanup[]> {
    this.#closing ??= this.#undoAll();
    return this.#closing;
  }

  async #undoAll(): Promise<readonly FailedCleanup[]> {
    this.#ends = true;
    this.#abort?.abort();
    const failed: FailedCleanup[] = [];
    for (let effect = this.#effects.pop(); effect; effect = this.#effects.pop()) {
      try {
        await effect.undo();
      } catch (error) {
        failed.push({ label: effect.label, error });
      }
    }
    this.#ended = true;
    return failed;
  }
}
