import type { Kind, MemoryRecord } from '../../contract/index.ts';

const dayMs = 24 * 3600 * 1000;
/** For so many days a memory of a kind does not fade. */
const stableDays: Readonly<Record<Kind, number>> = {
  decision: 180,
  preference: 180,
  profile: 365,
  repo_convention: 180,
  fact: 90,
  task_state: 14,
  summary: 30,
};
export const fadedBelow = 0.5;

/**
 * How fresh a memory is, from 1 to 0: it halves with each stable time that passes after the first, slower the more it was used and the more
 * it matters. The rank of what is old sinks too, but nothing is ever ended or removed by it: what has faded is shown to the person.
 */
export function freshness(
  {
    kind,
    importance,
    timesUsed,
    updatedAt,
    lastUsedAt = 0,
  }: Pick<MemoryRecord, 'kind' | 'importance' | 'timesUsed' | 'updatedAt' | 'lastUsedAt'>,
  now: number,
): number {
  const stable = stableDays[kind] * (0.5 + importance) * (1 + Math.min(20, timesUsed) / 10);
  const age = Math.max(0, now - Math.max(updatedAt, lastUsedAt)) / dayMs;
  return age <= stable ? 1 : 0.5 ** ((age - stable) / stable);
}
