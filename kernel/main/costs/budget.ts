import type { ExtensionBudget } from '@atelier/kernel';

/** The resources that a budget limits. */
export type BudgetResource = keyof ExtensionBudget;
/** Those of which too much slows an extension down. Too much storage is not written in the first place. */
export type SlowedResource = Exclude<BudgetResource, 'storageMegabytes'>;
/** The current use of an extension, in the fields and units of its budget. */
export type Use = Readonly<Record<SlowedResource, number>>;

/** In the order in which sentences list them. */
export const slowedResources: readonly SlowedResource[] = ['cpuPercent', 'memoryMegabytes', 'eventsPerSecond', 'networkMegabytesPerMinute'];

const standard: ExtensionBudget = {
  cpuPercent: 60,
  memoryMegabytes: 200,
  eventsPerSecond: 200,
  networkMegabytesPerMinute: 60,
  storageMegabytes: 200,
};
// It is awake all day, but does little per message.
const channel: ExtensionBudget = { ...standard, cpuPercent: 30, networkMegabytesPerMinute: 120 };

/** What an extension may use without a time limit, unless the person set another budget; `storage` is the right that it was granted. */
export function defaultBudget(kind: string | undefined, storage = 0): ExtensionBudget {
  const usual = kind === 'channel' ? channel : standard;
  return { ...usual, storageMegabytes: Math.max(usual.storageMegabytes, storage) };
}

/** The share that an extension keeps while it is slowed down. */
export const throttled = { cpuPercent: 25, eventsPerSecond: 50, fetchDelayMs: 1000 } as const;

/** How long a condition lasts before it has a consequence. */
export interface Patience {
  /** Over its budget until it is slowed down. */
  readonly graceMs: number;
  /** At its limit while slowed down until it is stopped. */
  readonly stopMs: number;
  /** Within its budget again until it runs freely. */
  readonly calmMs: number;
}

export const defaultPatience: Patience = { graceMs: 10_000, stopMs: 45_000, calmMs: 15_000 };

/** The state of an extension relative to its budget; times in milliseconds. */
export interface BudgetState {
  /** The resources for which it was slowed down; empty while it runs freely. */
  readonly slowedFor: readonly SlowedResource[];
  /** The resources that it uses too much of; while slowed down, those of which it uses up its reduced share. */
  readonly over: readonly SlowedResource[];
  readonly overSince: number | undefined;
  readonly calmSince: number | undefined;
}

export const free: BudgetState = { slowedFor: [], over: [], overSince: undefined, calmSince: undefined };

/** The consequence of one measurement. */
export interface Verdict {
  readonly standing: BudgetState;
  readonly act: 'slow' | 'release' | 'stop' | undefined;
}

/** Compares the use with the budget and with the previous state. */
export function judge(before: BudgetState, use: Use, budget: ExtensionBudget, now: number, patience: Patience): Verdict {
  const over = slowedResources.filter(one => use[one] > bound(one, budget, before.slowedFor.includes(one)));
  const isSlowed = before.slowedFor.length > 0;
  const isOver = over.length > 0;
  const overSince = isOver ? (before.overSince ?? now) : undefined;
  const calmSince = isOver ? undefined : (before.calmSince ?? now);
  const standing: BudgetState = { slowedFor: before.slowedFor, over, overSince, calmSince };
  const lasted = (since: number | undefined, ms: number): boolean => since !== undefined && now - since >= ms;
  if (!isSlowed && lasted(overSince, patience.graceMs)) return { standing: { ...standing, slowedFor: over, overSince: now }, act: 'slow' };
  if (isSlowed && lasted(overSince, patience.stopMs)) return { standing: { ...free, over }, act: 'stop' };
  if (isSlowed && lasted(calmSince, patience.calmMs)) return { standing: free, act: 'release' };
  return { standing, act: undefined };
}

/** A slowed extension cannot exceed its budget; using up most of its reduced share shows that it would. */
function bound(one: SlowedResource, budget: ExtensionBudget, isSlowedForIt: boolean): number {
  if (!isSlowedForIt) return budget[one];
  if (one === 'cpuPercent') return Math.min(budget[one], throttled.cpuPercent / 2);
  if (one === 'eventsPerSecond') return Math.min(budget[one], throttled.eventsPerSecond / 2);
  return budget[one];
}
