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

export const defaultLimits: FrameLimits = { perSecond: 200, burst: 1000, size: 1024 * 1024, calls: 100, channels: 50, unreadable: 20 };

const maxDepth = 64;

/** A token bucket: tokens are added at a steady rate, and each message takes one. */
export class Bucket {
  readonly #perSecond: number;
  readonly #burst: number;
  readonly #now: () => number;
  #tokens: number;
  #filledAt: number;

  constructor(perSecond: number, burst: number, now: () => number) {
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#now = now;
    this.#tokens = burst;
    this.#filledAt = now();
  }

  /** Takes one token; false where there is none. */
  take(): boolean {
    const now = this.#now();
    this.#tokens = Math.min(this.#burst, this.#tokens + ((now - this.#filledAt) / 1000) * this.#perSecond);
    this.#filledAt = now;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}

/**
 * Whether a message is plain JSON of at most `maxSize` characters. A structured clone may contain cycles, ports, blobs and sparse
 * arrays of length 2**32; none of them makes this slow.
 */
export function classify(message: unknown, maxSize: number): 'plain' | 'not-json' | 'large' {
  let remaining = maxSize;
  const visit = (value: unknown, depth: number): 'plain' | 'not-json' | 'large' => {
    remaining -= typeof value === 'string' ? value.length + 2 : 2;
    if (remaining < 0) return 'large';
    if (typeof value === 'number') return Number.isFinite(value) ? 'plain' : 'not-json';
    if (typeof value === 'bigint') return 'not-json';
    if (typeof value !== 'object' || value === null) return 'plain';
    if (depth > maxDepth) return 'not-json';
    if (Array.isArray(value)) return visitAll(value, depth);
    if (Object.getPrototypeOf(value) !== Object.prototype) return 'not-json';
    const keys = Object.keys(value);
    if (keys.includes('__proto__')) return 'not-json';
    for (const key of keys) remaining -= key.length + 4;
    return remaining < 0 ? 'large' : visitAll(Object.values(value), depth);
  };
  const visitAll = (values: readonly unknown[], depth: number): 'plain' | 'not-json' | 'large' => {
    for (const value of values) {
      const kind = visit(value, depth + 1);
      if (kind !== 'plain') return kind;
    }
    return 'plain';
  };
  return visit(message, 0);
}
