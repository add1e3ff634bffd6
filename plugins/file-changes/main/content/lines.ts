import { diff } from './diff.ts';

/** A range of old lines that was replaced by a range of new lines. Counted from 0. */
export interface Region {
  readonly oldAt: number;
  readonly oldCount: number;
  readonly newAt: number;
  readonly newCount: number;
}

/** After this time a difference may be larger than necessary; it is never wrong. */
const limitMs = 400;

/** The lines of a text, each with its line end; joined, they are the text. */
export function linesOf(text: string): string[] {
  const lines: string[] = [];
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at) + 1;
    lines.push(end === 0 ? text.slice(at) : text.slice(at, end));
    at = end === 0 ? text.length : end;
  }
  return lines;
}

/** The differences of two texts, in order. */
export function regionsBetween(old: readonly string[], now: readonly string[]): Region[] {
  let start = 0;
  const shorter = Math.min(old.length, now.length);
  while (start < shorter && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < shorter - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1;
  const [oldMiddle, newMiddle] = [old.slice(start, old.length - end), now.slice(start, now.length - end)];
  if (oldMiddle.length === 0 && newMiddle.length === 0) return [];
  const whole = { oldAt: start, oldCount: oldMiddle.length, newAt: start, newCount: newMiddle.length };
  if (oldMiddle.length === 0 || newMiddle.length === 0) return [whole];
  const changes = diff()?.diffArrays(oldMiddle as string[], newMiddle as string[], { timeout: limitMs });
  if (changes === undefined) return [whole];
  const regions: Region[] = [];
  let [oldAt, newAt] = [start, start];
  let open: { oldAt: number; newAt: number } | undefined;
  const close = () => {
    if (open !== undefined) regions.push({ ...open, oldCount: oldAt - open.oldAt, newCount: newAt - open.newAt });
    open = undefined;
  };
  for (const { added, removed, count } of changes) {
    if (!added && !removed) {
      close();
      oldAt += count;
      newAt += count;
      continue;
    }
    open ??= { oldAt, newAt };
    if (removed) oldAt += count;
    else newAt += count;
  }
  close();
  return regions;
}

/** The numbers of added and removed lines. */
export function countsOf(regions: readonly Region[]): { added: number; removed: number } {
  return {
    added: regions.reduce((sum, { newCount }) => sum + newCount, 0),
    removed: regions.reduce((sum, { oldCount }) => sum + oldCount, 0),
  };
}
