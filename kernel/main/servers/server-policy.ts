/** How a server is watched; times in milliseconds. */
export interface ServerPolicy {
  /** Between two tries to find it ready, at first; doubled up to `probeMostMs`. */
  readonly probeMs: number;
  readonly probeMostMs: number;
  /** How long one probe may take. */
  readonly answerMs: number;
  /** Between two looks at its health. */
  readonly healthMs: number;
  /** So many looks in a row that find it deaf restart it. */
  readonly deaf: number;
  /** Before the first restart; doubled with each. */
  readonly restartMs: number;
  /** So many ends within `withinMs`, and it stays off. */
  readonly ends: number;
  readonly withinMs: number;
  /** How long it may take to end by itself when it is asked to. */
  readonly stopMs: number;
}

export const ordinaryServerPolicy: ServerPolicy = {
  probeMs: 50,
  probeMostMs: 1000,
  answerMs: 5000,
  healthMs: 10_000,
  deaf: 3,
  restartMs: 500,
  ends: 5,
  withinMs: 5 * 60_000,
  stopMs: 2000,
};

/** What follows when a server ends unasked: how long to wait before the next start, or that there is none. */
export function afterEnd(
  earlier: readonly number[],
  now: number,
  policy: ServerPolicy,
): { readonly ends: readonly number[]; readonly waitMs: number | undefined } {
  const ends = [...earlier.filter(time => now - time < policy.withinMs), now];
  return { ends, waitMs: ends.length >= policy.ends ? undefined : policy.restartMs * 2 ** (ends.length - 1) };
}
