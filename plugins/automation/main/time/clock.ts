import { readlinkSync } from 'node:fs';

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

/** The time zone of the machine, as it is now: this program itself knows only the one that was set when it started. */
export function ownZone(env: NodeJS.ProcessEnv = process.env, link = '/etc/localtime'): string {
  const known = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (env.TZ) return known;
  try {
    const zone = /\/zoneinfo[^/]*\/(.+)$/.exec(readlinkSync(link))?.[1];
    return zone === undefined ? known : new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    // There is no link, or it leads to no zone.
    return known;
  }
}
