/** What tells the time, so that tests can let it pass. */
export interface Clock {
  now(): number;
  /** Calls once after so many milliseconds; returns what cancels it. */
  after(ms: number, call: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, call) {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
};

/** When the day began on this machine. */
export function midnightOf(now: number): number {
  return new Date(now).setHours(0, 0, 0, 0);
}
