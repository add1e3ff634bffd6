/** How a server is supervised; times in milliseconds. */
export interface ServerPolicy {
  /** The first delay between two readiness probes; doubled up to `probeMaxMs`. */
  readonly probeMs: number;
  readonly probeMaxMs: number;
  /** How long one probe may take. */
  readonly answerMs: number;
  /** The delay between two health checks. */
  readonly healthMs: number;
  /** How many failed health checks in a row restart it. */
  readonly maxFailedChecks: number;
  /** The delay before the first restart; doubled with each. */
  readonly restartMs: number;
  /** After this many ends within `withinMs` it stays off. */
  readonly ends: number;
  readonly withinMs: number;
  /** How long it may take to end by itself after the request. */
  readonly stopMs: number;
}

export const defaultServerPolicy: ServerPolicy = {
  probeMs: 50,
  probeMaxMs: 1000,
  answerMs: 5000,
  healthMs: 10_000,
  maxFailedChecks: 3,
  restartMs: 500,
  ends: 5,
  withinMs: 5 * 60_000,
  stopMs: 2000,
};

/** What follows an unexpected end of a server: how long to wait before the next start, or no start. */
export function afterEnd(
  earlier: readonly number[],
  now: number,
  policy: ServerPolicy,
): { readonly ends: readonly number[]; readonly waitMs: number | undefined } {
  const ends = [...earlier.filter(time => now - time < policy.withinMs), now];
  return { ends, waitMs: ends.length >= policy.ends ? undefined : policy.restartMs * 2 ** (ends.length - 1) };
}
