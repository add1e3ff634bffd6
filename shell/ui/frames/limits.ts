/** The limits of one frame. */
export interface FrameLimits {
  /** Sustained messages a second, and the largest burst. */
  readonly perSecond: number;
  readonly burst: number;
  /** Size of one message as JSON, in characters. */
  readonly size: number;
  /** Pending calls. */
  readonly calls: number;
  /** Subscribed channels. */
  readonly channels: number;
  /** Invalid messages before the frame is closed. */
  readonly unreadable: number;
}

export const usualLimits: FrameLimits = { perSecond: 200, burst: 1000, size: 1024 * 1024, calls: 100, channels: 50, unreadable: 20 };

const deepest = 64;

/** A token bucket: tokens are added at a steady rate, and each message takes one. */
export class Bucket {
  readonly #perSecond: number;
  readonly #burst: number;
  readonly #now: () => number;
  #left: number;
  #filledAt: number;

  constructor(perSecond: number, burst: number, now: () => number) {
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#now = now;
    this.#left = burst;
    this.#filledAt = now();
  }

  /** Takes one token; false where there is none. */
  take(): boolean {
    const now = this.#now();
    this.#left = Math.min(this.#burst, this.#left + ((now - this.#filledAt) / 1000) * this.#perSecond);
    this.#filledAt = now;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}

/**
 * Whether a message is plain JSON of at most `most` characters. A structured clone may hold cycles, ports, blobs and sparse
 * arrays of length 2**32; for each of them this returns after little work.
 */
export function classify(message: unknown, most: number): 'plain' | 'odd' | 'large' {
  let left = most;
  const visit = (value: unknown, depth: number): 'plain' | 'odd' | 'large' => {
    left -= typeof value === 'string' ? value.length + 2 : 2;
    if (left < 0) return 'large';
    if (typeof value === 'number') return Number.isFinite(value) ? 'plain' : 'odd';
    if (typeof value === 'bigint') return 'odd';
    if (typeof value !== 'object' || value === null) return 'plain';
    if (depth > deepest) return 'odd';
    if (Array.isArray(value)) return visitAll(value, depth);
    if (Object.getPrototypeOf(value) !== Object.prototype) return 'odd';
    const keys = Object.keys(value);
    if (keys.includes('__proto__')) return 'odd';
    for (const key of keys) left -= key.length + 4;
    return left < 0 ? 'large' : visitAll(Object.values(value), depth);
  };
  const visitAll = (values: readonly unknown[], depth: number): 'plain' | 'odd' | 'large' => {
    for (const value of values) {
      const judged = visit(value, depth + 1);
      if (judged !== 'plain') return judged;
    }
    return 'plain';
  };
  return visit(message, 0);
}
