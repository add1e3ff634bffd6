import type { LeftOut, LeftOutReason } from '../../contract/index.ts';
import { isCount, type Settings } from '../store/settings.ts';

const daysKept = 30;
const dayMs = 24 * 3600 * 1000;
/** In the order in which they are shown. */
const reasons: readonly LeftOutReason[] = [
  ...(['secret-said', 'secret', 'order', 'forgotten', 'outdated'] as const),
  ...(['not-said', 'unsure', 'known', 'unreadable'] as const),
];

export type Counts = Partial<Record<LeftOutReason, number>>;
type Days = Readonly<Record<string, Counts>>;

const isDays = (value: unknown): value is Days =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).every(([day, counts]) => isCount(Number(day)) && Object.values(Object(counts)).every(isCount));

/** How much capture left out in the last thirty days, and why: numbers alone, never what it was. */
export function openLeftOut(settings: Settings, now: () => number) {
  const today = () => Math.floor(now() / dayMs);
  const kept = (): Days =>
    Object.fromEntries(
      Object.entries(settings.read('leftOut', isDays) ?? {}).filter(([day]) => Number(day) > today() - daysKept && Number(day) <= today()),
    );
  return {
    /** Inside the transaction that stores what was found, so that each is counted once. */
    add(counts: Counts): void {
      if (Object.values(counts).every(count => count === 0)) return;
      const days = kept();
      settings.write('leftOut', { ...days, [today()]: sum([days[today()] ?? {}, counts]) });
    },
    counts(): LeftOut[] {
      const all = sum(Object.values(kept()));
      return reasons.flatMap(reason => ((all[reason] ?? 0) > 0 ? [{ reason, count: all[reason] as number }] : []));
    },
  };
}

export function sum(all: readonly Counts[]): Counts {
  return Object.fromEntries(reasons.map(reason => [reason, all.reduce((total, counts) => total + (counts[reason] ?? 0), 0)]));
}
