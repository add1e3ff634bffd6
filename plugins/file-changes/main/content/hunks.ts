import type { DiffHunk, DiffLine } from '../../contract/index.ts';
import { type Compared, readable } from './compare.ts';
import { enclosing } from './enclosing.ts';
import type { Region } from './lines.ts';
import { uneditedPosition } from './merge.ts';
import { hash } from './snapshot.ts';
import { wordMarks } from './words.ts';

/** The number of context lines around a change; the heading shows the enclosing function. */
const context = 1;
/** The limits of one file's diff. */
const maxHunks = 400;
const maxLines = 4000;
const maxLineLength = 2000;

/** Regions that are shown and reverted together. */
export interface RegionGroup {
  readonly id: string;
  readonly regions: readonly Region[];
}

/** Groups regions whose contexts touch into hunks. The id of a hunk depends on its lines only. */
export function groups({ old, now, regions }: Compared): RegionGroup[] {
  const found: Region[][] = [];
  for (const region of regions) {
    const last = found.at(-1);
    const before = last?.at(-1);
    if (last !== undefined && before !== undefined && region.oldAt - (before.oldAt + before.oldCount) <= 2 * context) last.push(region);
    else found.push([region]);
  }
  const times = new Map<string, number>();
  return found.map(regions => {
    const words = regions.flatMap(({ oldAt, oldCount, newAt, newCount }) => [
      ...old.slice(oldAt, oldAt + oldCount).map(line => `-${line}`),
      ...now.slice(newAt, newAt + newCount).map(line => `+${line}`),
    ]);
    const id = hash(Buffer.from(words.join(''), 'latin1')).slice(0, 24);
    const time = times.get(id) ?? 0;
    times.set(id, time + 1);
    return { id: `${id}-${time}`, regions };
  });
}

/** Whether a hunk is still unedited in a newer text, whose differences are `edits`. */
export function isUnedited(regions: readonly Region[], edits: readonly Region[]): boolean {
  return regions.every(({ newAt, newCount }) => uneditedPosition(newAt, newCount, edits) !== undefined);
}

/** The hunks of a comparison for the page. `edits` are the person's changes of the newer text since. */
export function hunksOf(both: Compared, edits: readonly Region[] = []): { hunks: DiffHunk[]; more: number } {
  const all = groups(both);
  const hunks: DiffHunk[] = [];
  let left = maxLines;
  for (const group of all.slice(0, maxHunks)) {
    if (left <= 0) break;
    const hunk = hunkOf(both, group, edits, left);
    left -= hunk.lines.length;
    hunks.push(hunk);
  }
  return { hunks, more: all.length - hunks.length };
}

function hunkOf(both: Compared, { id, regions }: RegionGroup, edits: readonly Region[], limit: number): DiffHunk {
  const { old, now } = both;
  const [first, last] = [regions[0]!, regions.at(-1)!];
  const lead = Math.min(context, first.oldAt, first.newAt);
  const lines: DiffLine[] = [];
  let [oldAt, newAt] = [first.oldAt - lead, first.newAt - lead];
  const from = newAt;
  const same = (upTo: number) => {
    for (; newAt < upTo; oldAt += 1, newAt += 1) lines.push({ kind: 'same', old: oldAt + 1, new: newAt + 1, text: shown(now[newAt]!) });
  };
  for (const region of regions) {
    same(region.newAt);
    const removed = old.slice(region.oldAt, region.oldAt + region.oldCount).map(shown);
    const added = now.slice(region.newAt, region.newAt + region.newCount).map(shown);
    const marks = wordMarks(removed, added);
    removed.forEach((text, at) => void lines.push({ kind: 'removed', old: region.oldAt + at + 1, text, ...marked(marks.removed[at]) }));
    added.forEach((text, at) => void lines.push({ kind: 'added', new: region.newAt + at + 1, text, ...marked(marks.added[at]) }));
    [oldAt, newAt] = [region.oldAt + region.oldCount, region.newAt + region.newCount];
  }
  same(Math.min(now.length, last.newAt + last.newCount + context, newAt + old.length - oldAt));
  const inside = enclosing(now, first.newAt);
  const isEdited = edits.length > 0 && !isUnedited(regions, edits);
  return {
    id,
    from: Math.min(from + 1, Math.max(1, newAt)),
    to: Math.max(1, newAt),
    added: regions.reduce((sum, { newCount }) => sum + newCount, 0),
    removed: regions.reduce((sum, { oldCount }) => sum + oldCount, 0),
    ...(inside !== undefined && { inside }),
    ...(isEdited && { edited: true }),
    lines: lines.slice(0, limit),
    ...(lines.length > limit && { more: lines.length - limit }),
  };
}

function marked(marks: [number, number][] | undefined): { marks?: [number, number][] } {
  return marks === undefined || marks.length === 0 ? {} : { marks };
}

function shown(line: string): string {
  const text = readable(line);
  return text.length > maxLineLength ? `${text.slice(0, maxLineLength)}…` : text;
}
