import type { PartName, Understood } from '../../contract/index.ts';

/** A stretch of the sentence: of a part, not understood, or neither. */
export interface Piece {
  readonly text: string;
  readonly part?: PartName;
  readonly isUnknown?: true;
  /** The last stretch of its part, where its number stands. */
  readonly isLast?: true;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** The sentence in stretches. What was typed since it was read moves the parts behind it, and ends the part that it is in. */
export function piecesOf(text: string, read: string, { parts, unknown }: Pick<Understood, 'parts' | 'unknown'>): readonly Piece[] {
  const moved = mover(read, text);
  const ranges = [...parts, ...unknown.map(range => ({ ...range, part: undefined }))]
    .map(({ part, ...range }) => ({ part, at: moved(range) }))
    .filter((one): one is { part: PartName | undefined; at: Range } => one.at !== undefined)
    .toSorted((a, b) => a.at.start - b.at.start);
  const pieces: Piece[] = [];
  let at = 0;
  ranges.forEach(({ part, at: { start, end } }, index) => {
    if (start < at) return;
    if (start > at) pieces.push({ text: text.slice(at, start) });
    const isLast = ranges.slice(index + 1).every(later => later.part !== part);
    pieces.push({ text: text.slice(start, end), ...(part === undefined ? { isUnknown: true } : { part, ...(isLast && { isLast }) }) });
    at = end;
  });
  if (at < text.length) pieces.push({ text: text.slice(at) });
  return pieces;
}

function mover(before: string, now: string): (range: Range) => Range | undefined {
  const most = Math.min(before.length, now.length);
  let [head, tail] = [0, 0];
  while (head < most && before[head] === now[head]) head += 1;
  while (tail < most - head && before.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const shift = now.length - before.length;
  return ({ start, end }) => {
    if (end <= head) return { start, end };
    return start >= before.length - tail ? { start: start + shift, end: end + shift } : undefined;
  };
}

/** The part that the caret is in. */
export function partAt(pieces: readonly Piece[], caret: number): PartName | undefined {
  let at = 0;
  for (const { text, part } of pieces) {
    if (part !== undefined && caret >= at && caret <= at + text.length) return part;
    at += text.length;
  }
  return undefined;
}
