import { type Compared, compared } from './compare.ts';
import type { Region } from './lines.ts';

/**
 * The position of a region of an older text in a newer one, whose differences from it are `edits`. Undefined if one of its lines, or
 * the position between its neighbours, was edited.
 */
export function uneditedPosition(at: number, count: number, edits: readonly Region[]): number | undefined {
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

/** A text with some of its regions reverted. */
export function withRevertedRegions(
  now: readonly string[],
  back: readonly { readonly at: number; readonly count: number; readonly lines: readonly string[] }[],
): string[] {
  const result = [...now];
  // From the end, so that earlier positions stay valid.
  for (const { at, count, lines } of back.toSorted((a, b) => b.at - a.at)) result.splice(at, count, ...lines);
  return result;
}

/**
 * Applies the person's edits of the newer text to the older one, so that only the conversation's changes remain between the two.
 * Where an edit of the person touches a change of the conversation, the person's version is used.
 */
export function rebased(old: Buffer, left: Buffer, now: Buffer): string[] | undefined {
  const [own, foreign] = [compared(old, left), compared(left, now)];
  if (own === undefined || foreign === undefined) return undefined;
  const result: string[] = [];
  let [oldAt, nowAt] = [0, 0];
  for (const cluster of clusters(own, foreign)) {
    const { oldFrom, oldTo, nowFrom, nowTo, isForeign } = cluster;
    result.push(...own.old.slice(oldAt, oldFrom));
    result.push(...(isForeign ? foreign.now.slice(nowFrom, nowTo) : own.old.slice(oldFrom, oldTo)));
    [oldAt, nowAt] = [oldTo, nowTo];
  }
  result.push(...foreign.now.slice(nowAt));
  return result;
}

interface Cluster {
  readonly oldFrom: number;
  readonly oldTo: number;
  readonly nowFrom: number;
  readonly nowTo: number;
  readonly isForeign: boolean;
}

/** The differences on both sides of the middle text; differences that touch each other form one cluster. */
function* clusters({ regions: own }: Compared, { regions: foreign }: Compared): Generator<Cluster> {
  const all = [
    ...own.map(region => ({ from: region.newAt, to: region.newAt + region.newCount, region, isForeign: false })),
    ...foreign.map(region => ({ from: region.oldAt, to: region.oldAt + region.oldCount, region, isForeign: true })),
  ].toSorted((a, b) => a.from - b.from || a.to - b.to);
  let [toOld, toNow] = [0, 0];
  for (let at = 0; at < all.length; ) {
    const from = all[at]!.from;
    let to = all[at]!.to;
    const [oldFrom, nowFrom] = [from + toOld, from + toNow];
    let isForeign = false;
    let isFirst = true;
    for (; at < all.length && (isFirst || all[at]!.from < to || (all[at]!.from === to && all[at]!.to === from)); at += 1) {
      const one = all[at]!;
      isFirst = false;
      isForeign ||= one.isForeign;
      to = Math.max(to, one.to);
      if (one.isForeign) toNow += one.region.newCount - one.region.oldCount;
      else toOld += one.region.oldCount - one.region.newCount;
    }
    yield { oldFrom, oldTo: to + toOld, nowFrom, nowTo: to + toNow, isForeign };
  }
}
