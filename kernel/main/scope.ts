import type { Handle } from '@atelier/kernel';

interface Effect {
  readonly label: string;
  readonly undo: () => void | Promise<void>;
}

export interface FailedCleanup {
  readonly label: string;
  readonly error: unknown;
}

/** The record of everything one extension has set up; closing it undoes the record backwards. */
export class Scope {
  #effects: Effect[] = [];
  #closing: Promise<readonly FailedCleanup[]> | undefined;
  /** Made when somebody asks for it: many an extension never does, and making one takes a fair part of waking it. */
  #abort: AbortController | undefined;
  #ends = false;

  /** Aborts when the scope begins to close, before the first effect is undone. */
  get signal(): AbortSignal {
    this.#abort ??= new AbortController();
    if (this.#ends) this.#abort.abort();
    return this.#abort.signal;
  }

  get closed(): boolean {
    return this.#closing !== undefined;
  }

  /** What stands at the moment, oldest first. */
  get labels(): readonly string[] {
    return this.#effects.map(effect => effect.label);
  }

  /** Records an effect at the moment of its birth. The handle undoes it early, once. */
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

  /** Closes in reverse order and never stops half-way: one failing cleanup must not leak the others. */
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
    return failed;
  }
}
