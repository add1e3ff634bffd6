/** A rate limit of `perSecond` on average and `burst` at once; reports for how long units have been refused. */
export interface Rate {
  /** Takes one unit; false if none is left. */
  take(units: number, now: number): boolean;
  /** For how many milliseconds, without a pause of `calmMs`, units have been refused. */
  heldFor(now: number): number;
}

const calmMs = 500;

/** A token bucket; the caller passes the time. */
export function rate(perSecond: number, burst: number): Rate {
  let left = burst;
  let filled = Number.NaN;
  let heldSince = Number.NaN;
  let heldLast = Number.NEGATIVE_INFINITY;
  return {
    take(units, now) {
      if (!Number.isNaN(filled)) left = Math.min(burst, left + ((now - filled) * perSecond) / 1000);
      filled = now;
      if (left >= units) {
        left -= units;
        return true;
      }
      if (now - heldLast > calmMs) heldSince = now;
      heldLast = now;
      return false;
    },
    heldFor: now => (now - heldLast > calmMs ? 0 : now - heldSince),
  };
}
