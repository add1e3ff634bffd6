/** How many crashes within which time keep an extension off until the person acts. */
export interface CrashPolicy {
  readonly crashes: number;
  readonly withinMs: number;
}

/** Three crashes in five minutes. */
export const defaultCrashPolicy: CrashPolicy = { crashes: 3, withinMs: 5 * 60_000 };

/** Adds a crash to those that still count; `quarantined` is true if it was one too many. Times in milliseconds, oldest first. */
export function afterCrash(
  earlier: readonly number[],
  now: number,
  policy: CrashPolicy,
): { readonly crashes: readonly number[]; readonly quarantined: boolean } {
  const crashes = [...earlier.filter(time => now - time < policy.withinMs && time <= now), now];
  return { crashes, quarantined: crashes.length >= policy.crashes };
}

/** Counts the crashes of each extension, separately for each version. */
export class CrashCounts {
  readonly #counted = new Map<string, { readonly version: string; readonly times: readonly number[] }>();

  /** Counts a crash, and returns whether it was one too many; the count then starts again at zero. */
  add(id: string, version: string, now: number): boolean {
    const before = this.#counted.get(id);
    const { crashes, quarantined } = afterCrash(before?.version === version ? before.times : [], now, defaultCrashPolicy);
    this.#counted.set(id, { version, times: quarantined ? [] : crashes });
    return quarantined;
  }
}
