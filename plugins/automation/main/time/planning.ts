import type { Missed, Reason } from '../../contract/index.ts';
import { isBackedOff } from '../failing.ts';
import type { Dues } from './occurrences.ts';

/** What is noticed within this time is not late: where nothing tells that the machine woke, the kernel looks each minute, and a busy one later. */
export const graceMs = 75_000;
/** How many of what was missed `all` runs. */
export const mostCaughtUp = 20;

export interface Planning extends Dues {
  readonly now: number;
  readonly missed: Missed;
  readonly isPaused: boolean;
  readonly isRunning: boolean;
  readonly backOffUntil: number | undefined;
  readonly cooldownMs: number;
  /** When its newest run began. */
  readonly beganAt: number | undefined;
}

export interface Planned {
  readonly due: number;
  /** Left out: it runs. */
  readonly skipped?: Reason;
}

/** Decides for each that was due whether it runs; each has exactly one answer, in order. */
export function planDues({ dues, now, missed, ...at }: Planning): Planned[] {
  const isLate = (due: number) => now - due > graceMs;
  const late = dues.filter(isLate);
  const inTime = late.filter(due => missed.lateMs === undefined || now - due <= missed.lateMs);
  const caughtUp = new Set(missed.policy === 'skip' ? [] : inTime.slice(missed.policy === 'latest' ? -1 : -mostCaughtUp));
  // One that comes in its time stands for those before it.
  if (missed.policy === 'latest' && late.length < dues.length) caughtUp.clear();
  let { beganAt } = at;
  let isTaken = at.isRunning;
  return dues.map((due): Planned => {
    const isCaughtUp = caughtUp.has(due);
    const skipped = at.isPaused
      ? 'paused'
      : isLate(due) && !isCaughtUp
        ? 'missed'
        : isBackedOff(at.backOffUntil, now)
          ? 'back-off'
          : isTaken && (at.isRunning || missed.policy !== 'all')
            ? 'overlap'
            : beganAt !== undefined && now >= beganAt && now - beganAt < at.cooldownMs
              ? 'cooldown'
              : undefined;
    if (skipped !== undefined) return { due, skipped };
    [isTaken, beganAt] = [true, now];
    return { due };
  });
}
