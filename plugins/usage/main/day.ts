import type { Range } from '../contract/index.ts';

/** The local day of a moment, `2026-11-23`. */
export function dayOf(moment: number | Date): string {
  const date = new Date(moment);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The first day of a range that ends today; undefined for everything. */
export function firstDay(range: Range, now: number): string | undefined {
  if (range === 'all') return undefined;
  const date = new Date(now);
  const back = range === 'today' ? 0 : range === 'week' ? 6 : 29;
  return dayOf(new Date(date.getFullYear(), date.getMonth(), date.getDate() - back));
}

/** The first moment of the next day. */
export function nextMidnight(now: number): number {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1).getTime();
}

/** The first moment of the day. */
export function midnight(now: number): number {
  return new Date(now).setHours(0, 0, 0, 0);
}
