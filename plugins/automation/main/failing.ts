const minuteMs = 60_000;

/** After so many failures in a row a rule waits before it runs again, and after so many it is switched off. */
export const backOff = { from: 3, offAt: 10 } as const;

/** The longest that a rule waits. */
export const longestMs = 24 * 60 * minuteMs;

/** Whether a rule still waits after its failures. A clock that was set back would make it wait for longer than it ever does. */
export const isBackedOff = (until: number | undefined, now: number): boolean =>
  until !== undefined && now < until && until - now <= longestMs;

/** How long a rule waits after its failures in a row: 5 minutes, then twice as long each time, at most a day. */
export function backOffMs(failures: number): number {
  if (failures < backOff.from) return 0;
  return Math.min(longestMs, 5 * minuteMs * 2 ** (failures - backOff.from));
}
