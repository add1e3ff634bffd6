/** How often an extension may crash within which time before it stays off until the person acts. */
export interface CrashPolicy {
  readonly crashes: number;
  readonly withinMs: number;
}

/** Three crashes in five minutes. */
export const ordinaryCrashPolicy: CrashPolicy = { crashes: 3, withinMs: 5 * 60_000 };

/** Adds a crash to those that still count; `quarantined` says that it was one too many. Times in milliseconds, oldest first. */
export function afterCrash(
  earlier: readonly number[],
  now: number,
  policy: CrashPolicy,
): { readonly crashes: readonly number[]; readonly quarantined: boolean } {
  const crashes = [...earlier.filter(time => now - time < policy.withinMs && time <= now), now];
  return { crashes, quarantined: crashes.length >= policy.crashes };
}
