import type { Bucket, Overview } from '../contract/index.ts';

/** Every moment of a range, also those without anything, so that a chart has no gaps. */
export function wholeRange({ unit, from, today, buckets }: Pick<Overview, 'unit' | 'from' | 'today' | 'buckets'>): readonly Bucket[] {
  const found = new Map(buckets.map(bucket => [bucket.at, bucket]));
  const moments = unit === 'hour' ? hours : unit === 'day' ? daysFrom(from, last(today, buckets)) : monthsFrom(from, last(today, buckets));
  return moments.map(at => found.get(at) ?? { at, cost: 0, tokens: 0, unknown: 0, included: 0 });
}

/** The days of a month, up to its end. */
export function daysOfMonth(today: string): readonly string[] {
  const [year = 0, month = 1] = today.split('-').map(Number);
  const count = new Date(year, month, 0).getDate();
  return Array.from({ length: count }, (_, day) => `${today.slice(0, 8)}${two(day + 1)}`);
}

/** A round number that is at least `value`, and half of which is round too. */
export function roundUp(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 4, 5, 6, 8, 10].find(step => value <= step * power * 1.000001) ?? 10) * power;
}

const hours = Array.from({ length: 24 }, (_, hour) => two(hour));
const most = 400;

function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** A clock that was set back leaves moments after today. */
function last(today: string, buckets: readonly Bucket[]): string {
  const newest = buckets.at(-1)?.at ?? '';
  return newest > today ? newest : today;
}

function daysFrom(from: string, to: string): readonly string[] {
  const [year = 0, month = 1, day = 1] = from.split('-').map(Number);
  const days: string[] = [];
  for (let add = 0; add < most; add += 1) {
    const date = new Date(year, month - 1, day + add);
    const at = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
    days.push(at);
    if (at >= to) break;
  }
  return days;
}

function monthsFrom(from: string, to: string): readonly string[] {
  const [year = 0, month = 1] = from.split('-').map(Number);
  const months: string[] = [];
  for (let add = 0; add < most; add += 1) {
    const date = new Date(year, month - 1 + add, 1);
    const at = `${date.getFullYear()}-${two(date.getMonth() + 1)}`;
    months.push(at);
    if (at >= to.slice(0, 7)) break;
  }
  return months;
}
