import { type Compared, compared } from './compare.ts';
import type { Region } from './lines.ts';

/**
 * Where a region of an older text lies in a newer one, whose differences from it are `edits`. Undefined where one of its lines, or
 * the place between its neighbours, was edited: it does not stand any more.
 */
export function standingAt(at: number, count: number, edits: readonly Region[]): number | undefined {
  let shift = 0;
  for (const { oldAt, oldCount, newCount } of edits) {
    const isBefore =
      count === 0 ? oldAt + oldCount < at || (oldCount > 0 && oldAt + oldCount === at && newCount > 0) : oldAt + oldCount <= at;
    const isBehind = count === 0 ? oldAt > at : oldAt >= at + count;
    if (isBehind) break;
    if (!isBefore) return undefined;
    shift += newCount - oldCount;
  }
  return at + shift;
}

/** A text with some of its regions put back to what they were. */
export function withRegionsBack(
  now: readonly string[],
  back: readonly { readonly at: number; readonly count: number; readonly lines: readonly string[] }[],
): string[] {
  const result = [...now];
  // From the end, so that what stands before keeps its place.
  for (const { at, count, lines } of back.toSorted((a, b) => b.at - a.at)) result.splice(at, count, ...lines);
  return result;
}

/**
 * The older text with the edits that somebody else made to the newer one, so that only our own differences are left between the two.
 * Where such an edit meets one of ours, that place is theirs from now on.
 */
export function rebased(old: Buffer, left: Buffer, now: Buffer): string[] | undefined {
  const [ours, theirs] = [compared(old, left), compared(left, now)];
  if (ours === undefined || theirs === undefined) return undefined;
  const result: string[] = [];
  let [oldAt, nowAt] = [0, 0];
  for (const cluster of clusters(ours, theirs)) {
    const { oldFrom, oldTo, nowFrom, nowTo, isTheirs } = cluster;
    result.push(...ours.old.slice(oldAt, oldFrom));
    result.push(...(isTheirs ? theirs.now.slice(nowFrom, nowTo) : ours.old.slice(oldFrom, oldTo)));
    [oldAt, nowAt] = [oldTo, nowTo];
  }
  result.push(...theirs.now.slice(nowAt));
  return result;
}

interface Cluster {
  readonly oldFrom: number;
  readonly oldTo: number;
  readonly nowFrom: number;
  readonly nowTo: number;
  readonly isTheirs: boolean;
}

/** Differences on either side of the middle text, those that touch each other taken together. */
function* clusters({ regions: ours }: Compared, { regions: theirs }: Compared): Generator<Cluster> {
  const all = [
    ...ours.map(region => ({ from: region.newAt, to: region.newAt + region.newCount, region, isTheirs: false })),
    ...theirs.map(region => ({ from: region.oldAt, to: region.oldAt + region.oldCount, region, isTheirs: true })),
  ].toSorted((a, b) => a.from - b.from || a.to - b.to);
  let [toOld, toNow] = [0, 0];
  for (let at = 0; at < all.length; ) {
    const from = all[at]!.from;
    let to = all[at]!.to;
    const [oldFrom, nowFrom] = [from + toOld, from + toNow];
    let isTheirs = false;
    let isFirst = true;
    for (; at < all.length && (isFirst || all[at]!.from < to || (all[at]!.from === to && all[at]!.to === from)); at += 1) {
      const one = all[at]!;
      isFirst = false;
      isTheirs ||= one.isTheirs;
      to = Math.max(to, one.to);
      if (one.isTheirs) toNow += one.region.newCount - one.region.oldCount;
      else toOld += one.region.oldCount - one.region.newCount;
    }
    yield { oldFrom, oldTo: to + toOld, nowFrom, nowTo: to + toNow, isTheirs };
  }
}
