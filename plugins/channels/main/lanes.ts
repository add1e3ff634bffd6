import type { Clock } from './clock.ts';
import { keyOf, type ThreadPlace } from './store/threads.ts';

/** What comes after a step: the next one at once, at a time, or none until the lane is woken. */
export type Next = 'again' | number | undefined;

interface Lane {
  readonly place: ThreadPlace;
  isRunning: boolean;
  /** Something came while it ran. */
  isWoken: boolean;
  cancel: (() => void) | undefined;
}

export interface LanesParts {
  readonly clock: Clock;
  /** How many threads are worked on at once. */
  readonly most: number;
  /** Does the next thing in a thread; must not reject. */
  step(place: ThreadPlace): Promise<Next>;
  /** Runs as the plugin itself, whoever has woken it. */
  asItself(run: () => void): void;
}

/** Works on threads: in each of them one thing after the other, and in a few at once. */
export class Lanes {
  readonly #parts: LanesParts;
  readonly #lanes = new Map<string, Lane>();
  readonly #waiting: Lane[] = [];
  #running = 0;
  #isOver = false;

  constructor(parts: LanesParts) {
    this.#parts = parts;
  }

  wake(place: ThreadPlace): void {
    if (this.#isOver) return;
    const key = keyOf(place.channel, place.thread);
    const lane = this.#lanes.get(key) ?? {
      place: { channel: place.channel, thread: place.thread },
      isRunning: false,
      isWoken: false,
      cancel: undefined,
    };
    this.#lanes.set(key, lane);
    this.#wake(lane);
  }

  end(): void {
    this.#isOver = true;
    this.#waiting.length = 0;
    for (const { cancel } of this.#lanes.values()) cancel?.();
    this.#lanes.clear();
  }

  #wake(lane: Lane): void {
    lane.cancel?.();
    lane.cancel = undefined;
    if (lane.isRunning) {
      lane.isWoken = true;
      return;
    }
    if (this.#waiting.includes(lane)) return;
    this.#waiting.push(lane);
    this.#parts.asItself(() => this.#next());
  }

  #next(): void {
    while (!this.#isOver && this.#running < this.#parts.most) {
      const lane = this.#waiting.shift();
      if (lane === undefined) return;
      this.#running += 1;
      lane.isRunning = true;
      lane.isWoken = false;
      void this.#run(lane);
    }
  }

  async #run(lane: Lane): Promise<void> {
    const next = await this.#parts.step(lane.place);
    this.#running -= 1;
    lane.isRunning = false;
    if (this.#isOver) return;
    if (next === 'again' || lane.isWoken) this.#wake(lane);
    else if (next === undefined) this.#lanes.delete(keyOf(lane.place.channel, lane.place.thread));
    else lane.cancel = this.#parts.clock.after(Math.max(0, next - this.#parts.clock.now()), () => this.#wake(lane));
    this.#next();
  }
}
