import { diff } from './diff.ts';

/** Longer lines, and larger changes, get no marks: nobody would see them. */
const longest = 400;
const mostPairs = 40;

type Marks = [number, number][];

/** Which words of lines changed, where lines stand against each other in pairs. */
export function wordMarks(went: readonly string[], came: readonly string[]): { went: (Marks | undefined)[]; came: (Marks | undefined)[] } {
  const result: { went: (Marks | undefined)[]; came: (Marks | undefined)[] } = { went: [], came: [] };
  const words = diff()?.diffWordsWithSpace;
  if (words === undefined || went.length !== came.length || went.length > mostPairs) return result;
  for (const [at, old] of went.entries()) {
    const now = came[at]!;
    if (old.length > longest || now.length > longest) continue;
    const [oldMarks, newMarks]: [Marks, Marks] = [[], []];
    let [oldAt, newAt, same] = [0, 0, 0];
    for (const { value, added, removed } of words(old, now)) {
      const { length } = value;
      if (!added && !removed) {
        same += value.trim().length;
        oldAt += length;
        newAt += length;
      } else if (removed) {
        add(oldMarks, oldAt, oldAt + length);
        oldAt += length;
      } else {
        add(newMarks, newAt, newAt + length);
        newAt += length;
      }
    }
    // Lines that share next to nothing are simply other lines.
    if (same * 4 < Math.min(old.trim().length, now.trim().length)) continue;
    result.went[at] = oldMarks;
    result.came[at] = newMarks;
  }
  return result;
}

function add(marks: Marks, from: number, to: number): void {
  const last = marks.at(-1);
  if (last !== undefined && last[1] === from) last[1] = to;
  else marks.push([from, to]);
}
