import type { ExtensionBudget } from '@atelier/kernel';

/** What a budget bounds. */
export type Spent = keyof ExtensionBudget;
/** What an extension uses now, in the words and units of its budget. */
export type Use = Readonly<Record<Spent, number>>;

/** In the order in which a sentence names them. */
export const spents: readonly Spent[] = ['cpuPercent', 'memoryMegabytes', 'eventsPerSecond', 'networkMegabytesPerMinute'];

const ordinary: ExtensionBudget = { cpuPercent: 60, memoryMegabytes: 200, eventsPerSecond: 200, networkMegabytesPerMinute: 60 };
// It is awake all day, but what it does for one message is little.
const channel: ExtensionBudget = { ...ordinary, cpuPercent: 30, networkMegabytesPerMinute: 120 };

/** What an extension may use for as long as it likes, before the person says otherwise. */
export function defaultBudget(kind: string | undefined): ExtensionBudget {
  return kind === 'channel' ? channel : ordinary;
}

/** What is left to an extension while it is slowed down. */
export const throttled = { cpuPercent: 25, eventsPerSecond: 50, fetchDelayMs: 1000 } as const;

/** How long something may last before it has a consequence. */
export interface Patience {
  /** Over its budget: then it is slowed down. */
  readonly graceMs: number;
  /** Still pressing although slowed down: then it is stopped. */
  readonly stopMs: number;
  /** Within its budget again: then it runs freely. */
  readonly calmMs: number;
}

export const ordinaryPatience: Patience = { graceMs: 10_000, stopMs: 45_000, calmMs: 15_000 };

/** How an extension stands to its budget; times in milliseconds. */
export interface Standing {
  /** What it was slowed down for; empty while it runs freely. */
  readonly slowedFor: readonly Spent[];
  /** What it uses too much of; while it is slowed down, what it still presses for. */
  readonly over: readonly Spent[];
  readonly overSince: number | undefined;
  readonly calmSince: number | undefined;
}

export const free: Standing = { slowedFor: [], over: [], overSince: undefined, calmSince: undefined };

/** What follows from a look at an extension. */
export interface Verdict {
  readonly standing: Standing;
  readonly act: 'slow' | 'release' | 'stop' | undefined;
}

/** Weighs what is used against the budget, and against what came before. */
export function judge(before: Standing, use: Use, budget: ExtensionBudget, now: number, patience: Patience): Verdict {
  const over = spents.filter(one => use[one] > bound(one, budget, before.slowedFor.includes(one)));
  const isSlowed = before.slowedFor.length > 0;
  const isOver = over.length > 0;
  const overSince = isOver ? (before.overSince ?? now) : undefined;
  const calmSince = isOver ? undefined : (before.calmSince ?? now);
  const standing: Standing = { slowedFor: before.slowedFor, over, overSince, calmSince };
  const lasted = (since: number | undefined, ms: number): boolean => since !== undefined && now - since >= ms;
  if (!isSlowed && lasted(overSince, patience.graceMs)) return { standing: { ...standing, slowedFor: over, overSince: now }, act: 'slow' };
  if (isSlowed && lasted(overSince, patience.stopMs)) return { standing: { ...free, over }, act: 'stop' };
  if (isSlowed && lasted(calmSince, patience.calmMs)) return { standing: free, act: 'release' };
  return { standing, act: undefined };
}

/** Who is slowed down cannot go over its budget any more; that it uses up most of what it is left says that it would. */
function bound(one: Spent, budget: ExtensionBudget, isSlowedForIt: boolean): number {
  if (!isSlowedForIt) return budget[one];
  if (one === 'cpuPercent') return Math.min(budget[one], throttled.cpuPercent / 2);
  if (one === 'eventsPerSecond') return Math.min(budget[one], throttled.eventsPerSecond / 2);
  return budget[one];
}
