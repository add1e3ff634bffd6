import type { Interval, Score } from '../../contract/index.ts';

/** One run of a task: how much of it was right, between 0 and 1, and what it took. */
export interface Measured {
  readonly quality: number;
  readonly milliseconds: number;
  readonly cost: number;
}

export interface Weights {
  readonly quality: number;
  readonly time: number;
  readonly cost: number;
}

/** Fewer pairs are no evidence, whatever they say. */
export const fewestPairs = 6;
/** Of Student's t for 95 % on both sides, by degrees of freedom; beyond the last the normal distribution is near enough. */
const students = [
  ...[12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228],
  ...[2.201, 2.179, 2.16, 2.145, 2.131, 2.12, 2.11, 2.101, 2.093, 2.086],
];
const normal = 1.96;

export const meanOf = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

/** The mean of a few values, with Student's interval; of one value nothing is known. */
export function intervalOf(values: readonly number[]): Interval {
  const mean = meanOf(values);
  if (values.length < 2) return { mean, low: Number.MIN_SAFE_INTEGER, high: Number.MAX_SAFE_INTEGER };
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
  const half = (students[values.length - 2] ?? normal) * Math.sqrt(variance / values.length);
  return { mean, low: mean - half, high: mean + half };
}

/** A share of runs, with Wilson's interval, which is also right where all or none succeeded. */
export function shareOf(values: readonly number[]): Interval {
  const count = values.length;
  if (count === 0) return { mean: 0, low: 0, high: 1 };
  const mean = meanOf(values);
  const square = normal ** 2;
  const middle = (mean + square / (2 * count)) / (1 + square / count);
  const half = (normal / (1 + square / count)) * Math.sqrt((mean * (1 - mean)) / count + square / (4 * count ** 2));
  return { mean, low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/** By how much one run is better than another of the same task, between -1 and 1 for weights that make 1 together. */
export function gainOf(own: Measured, base: Measured, { quality, time, cost }: Weights): number {
  const whole = quality + time + cost || 1;
  const less = (a: number, b: number) => (a + b === 0 ? 0 : (b - a) / (a + b));
  // A run that failed in no time has saved nothing.
  const saved = own.quality < base.quality ? 0 : time * less(own.milliseconds, base.milliseconds) + cost * less(own.cost, base.cost);
  return (quality * (own.quality - base.quality) + saved) / whole;
}

export type Verdict = 'promoted' | 'worse' | 'unclear' | 'too-few';

/** Promoted is only what is better beyond doubt, and in no case less often right. */
export function verdictOn(pairs: number, gain: Interval, own: Interval, base: Interval): Verdict {
  if (pairs < fewestPairs) return 'too-few';
  if (gain.high < 0 || own.mean < base.mean) return 'worse';
  return gain.low > 0 ? 'promoted' : 'unclear';
}

/** Whether none of the others is at least as good in everything and better in something. What is never right is no choice, however fast. */
export function isOnFrontier(one: Measured, others: readonly Measured[]): boolean {
  return (
    one.quality > 0 &&
    !others.some(
      other =>
        other.quality >= one.quality &&
        other.milliseconds <= one.milliseconds &&
        other.cost <= one.cost &&
        (other.quality > one.quality || other.milliseconds < one.milliseconds || other.cost < one.cost),
    )
  );
}

/** What the runs of one candidate come to. */
export function scoreOf(runs: readonly Measured[]): Score {
  return {
    quality: shareOf(runs.map(({ quality }) => quality)),
    milliseconds: meanOf(runs.map(({ milliseconds }) => milliseconds)),
    cost: meanOf(runs.map(({ cost }) => cost)),
  };
}

export function flat({ quality, milliseconds, cost }: Score): Measured {
  return { quality: quality.mean, milliseconds, cost };
}
