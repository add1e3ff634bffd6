import { diff } from './diff.ts';

/** Longer lines, and larger changes, get no marks. */
const maxLineLength = 400;
const maxPairs = 40;

type Marks = [number, number][];

export interface LineMarks {
  readonly removed: (Marks | undefined)[];
  readonly added: (Marks | undefined)[];
}

/** Marks the changed words in pairs of removed and added lines. */
export function wordMarks(removedLines: readonly string[], addedLines: readonly string[]): LineMarks {
  const result: LineMarks = { removed: [], added: [] };
  const words = diff()?.diffWordsWithSpace;
  if (words === undefined || removedLines.length !== addedLines.length || removedLines.length > maxPairs) return result;
  for (const [at, old] of removedLines.entries()) {
    const now = addedLines[at]!;
    if (old.length > maxLineLength || now.length > maxLineLength) continue;
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
    // Lines with almost nothing in common get no marks.
    if (same * 4 < Math.min(old.trim().length, now.trim().length)) continue;
    result.removed[at] = oldMarks;
    result.added[at] = newMarks;
  }
  return result;
}

function add(marks: Marks, from: number, to: number): void {
  const last = marks.at(-1);
  if (last !== undefined && last[1] === from) last[1] = to;
  else marks.push([from, to]);
}
