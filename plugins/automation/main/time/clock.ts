/** What tells the time, so that tests can let a year pass. */
export interface Clock {
  /** The wall clock, which people and the system set. */
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

/** The time zone of the machine. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
