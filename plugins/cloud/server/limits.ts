import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Problem } from '../protocol/problems.ts';

const minute = 60;
const hour = 3_600;

/** How often one may try, by whom one counts. Of one process, and forgotten when it ends: an attack does not outlive it by much. */
const limits = {
  request: { points: 1_200, duration: minute },
  loginAddress: { points: 60, duration: 10 * minute },
  loginAccount: { points: 10, duration: 10 * minute },
  signUp: { points: 30, duration: hour },
  mailAddress: { points: 60, duration: hour },
  mailAccount: { points: 5, duration: hour },
  invites: { points: 50, duration: hour },
  token: { points: 60, duration: 10 * minute },
} as const;

export type LimitName = keyof typeof limits;

/** Counts one try; refuses it if there were too many. */
export type Limit = (name: LimitName, key: string) => Promise<void>;

export function createLimits(): Limit {
  const limiters = Object.fromEntries(
    Object.entries(limits).map(([name, limit]) => [name, new RateLimiterMemory({ keyPrefix: name, ...limit })]),
  );
  return async (name, key) => {
    try {
      await limiters[name]?.consume(key);
    } catch (refused) {
      if (refused instanceof RateLimiterRes) throw new Problem('rate_limited', { retryAfterMs: Math.max(1, refused.msBeforeNext) });
      throw refused;
    }
  };
}
