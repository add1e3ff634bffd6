import { isolateErrors } from '../errors/isolate.ts';
import type { IsolateLimits } from './isolate-limits.ts';

/** A request that is being performed. */
export interface Place {
  /** Counts bytes that it holds, as they arrive; throws if the extension then held too many at once. */
  take(bytes: number): void;
  /** Gives back the place and its bytes. */
  leave(): void;
}

/** The requests of one extension that the broker performs now, and those that wait for a place. */
export class UnderWay {
  readonly #id: string;
  readonly #limits: Pick<IsolateLimits, 'requestsAtOnce' | 'requestBytes'>;
  readonly #waiting: (() => void)[] = [];
  #places = 0;
  #bytes = 0;

  constructor(id: string, limits: Pick<IsolateLimits, 'requestsAtOnce' | 'requestBytes'>) {
    this.#id = id;
    this.#limits = limits;
  }

  /** Resolves when there is a place, in the order of the calls. */
  async enter(signal: AbortSignal): Promise<Place> {
    signal.throwIfAborted();
    if (this.#places >= this.#limits.requestsAtOnce) await this.#turn(signal);
    else this.#places += 1;
    let held = 0;
    let isOver = false;
    return {
      take: bytes => {
        held += bytes;
        this.#bytes += bytes;
        const { requestBytes: limit } = this.#limits;
        if (this.#bytes > limit) throw isolateErrors['extension/too-much-at-once']({ id: this.#id, limit });
      },
      leave: () => {
        if (isOver) return;
        isOver = true;
        this.#bytes -= held;
        const next = this.#waiting.shift();
        if (next) next();
        else this.#places -= 1;
      },
    };
  }

  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const gone = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(come), 1);
        reject(signal.reason);
      };
      const come = (): void => {
        signal.removeEventListener('abort', gone);
        resolve();
      };
      this.#waiting.push(come);
      signal.addEventListener('abort', gone, { once: true });
    });
  }
}

/** An answer that keeps its place until it has been handed to the extension. */
export class HeldAnswer {
  readonly value: unknown;
  readonly release: () => void;

  constructor(value: unknown, release: () => void) {
    this.value = value;
    this.release = release;
  }
}
