import { localOf } from '../words/calendar.ts';

/** A clock that is set forward: when, and the first and the end of the local times that it leaves out, as if they were of UTC. */
export interface LeftOut {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

const [minuteMs, dayMs] = [60_000, 86_400_000];
const known = new Map<string, readonly LeftOut[]>();

/** The local times that a zone leaves out in a year of UTC. */
export function leftOut(zone: string, year: number): readonly LeftOut[] {
  const key = `${zone} ${year}`;
  const there = known.get(key);
  if (there !== undefined) return there;
  const found: LeftOut[] = [];
  const [begin, end] = [Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1)];
  let before = offsetOf(begin, zone);
  for (let day = begin; day < end; day += dayMs) {
    const after = offsetOf(day + dayMs, zone);
    if (after > before) {
      let [early, late] = [day, day + dayMs];
      while (late - early > minuteMs) {
        const middle = early + Math.floor((late - early) / 2 / minuteMs) * minuteMs;
        if (offsetOf(middle, zone) > before) late = middle;
        else early = middle;
      }
      found.push({ at: late, from: late + before, to: late + after });
    }
    before = after;
  }
  known.set(key, found);
  return found;
}

function offsetOf(at: number, zone: string): number {
  const { year, month, day, hour, minute } = localOf(at, zone);
  return Date.UTC(year, month - 1, day, hour, minute) - at;
}
