import { errors } from '../errors.ts';
import { problemOf } from '../problems.ts';
import type { Outcome } from '../store/receipts.ts';

/** What a run has used of a model. */
export type Used = Pick<Outcome, 'cost' | 'tokens' | 'model'>;

/** Why a run did not come to its end. */
export class Ended extends Error {
  readonly why: 'stopped' | 'budget' | 'closing';

  constructor(why: 'stopped' | 'budget' | 'closing') {
    super(why);
    this.why = why;
  }
}

export const usualMinutes = 10;

/** Waits for work until the run is stopped or its time is over. */
export async function withinMinutes<T>(minutes: number, signal: AbortSignal, work: Promise<T>, atEnd?: () => void): Promise<T> {
  const ended = Promise.withResolvers<never>();
  const end = (why: Ended['why']) => {
    // First why it ends: what is stopped then may fail at once.
    ended.reject(new Ended(why));
    atEnd?.();
  };
  const onAbort = () => end(signal.reason === 'closing' ? 'closing' : 'stopped');
  const timer = setTimeout(() => end('budget'), minutes * 60_000);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  work.catch(() => undefined);
  try {
    return await Promise.race([work, ended.promise]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

/** What is thrown, and what was used until then: that has been paid for too. */
export class Spent extends Error {
  readonly used: Used;

  constructor(cause: unknown, used: Used) {
    super('a run ended after it had used a model', { cause });
    this.used = used;
  }
}

const momentMs = 15_000;

/** Waits for work, but not for long, whatever comes of it. */
export async function forMoment(work: () => Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, momentMs);
  await Promise.race([work().catch(() => undefined), late.promise]);
  clearTimeout(timer);
}

const limitCodes: ReadonlySet<string> = new Set(['agent/hidden-limit', 'agent/budget-used-up']);

/** A run that did not come to its end, as its receipt says it. */
export function failureOf(error: unknown): Outcome {
  if (error instanceof Spent) return { ...failureOf(error.cause), ...error.used };
  if (error instanceof Ended) {
    if (error.why === 'closing') return { status: 'failed', reason: 'interrupted' };
    const problem = problemOf(errors[error.why === 'budget' ? 'automation/at-limit' : 'automation/stopped']({}));
    return { status: 'failed', reason: error.why, problem };
  }
  const problem = problemOf(error);
  if (problem.code === 'automation/refused') return { status: 'failed', reason: 'refused', problem };
  return { status: 'failed', reason: limitCodes.has(problem.code) ? 'budget' : 'error', problem };
}
