/** A stretch of the old text that is kept, or a text that is new. */
type Piece = { readonly from: number; readonly to: number } | string;

/** How a text came out of another one: its pieces in order. What no piece has of the old text is deleted. */
export type Change = readonly Piece[];

/** A replaced stretch; several of them follow one another, each in the text that the one before has left. */
export interface Splice {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

export const unchanged = (length: number): Change => joined([{ from: 0, to: length }]);

export function applied(text: string, change: Change): string {
  return change.map(piece => (typeof piece === 'string' ? piece : text.slice(piece.from, piece.to))).join('');
}

export function lengthAfter(change: Change): number {
  return change.reduce((length, piece) => length + lengthOf(piece), 0);
}

/** Both changes one after the other, as one. */
export function composed(first: Change, second: Change): Change {
  let [index, start] = [0, 0];
  const slice = (from: number, to: number): Piece[] => {
    const found: Piece[] = [];
    while (index < first.length) {
      const piece = first[index]!;
      const end = start + lengthOf(piece);
      const [a, b] = [Math.max(from, start) - start, Math.min(to, end) - start];
      if (a < b) found.push(typeof piece === 'string' ? piece.slice(a, b) : { from: piece.from + a, to: piece.from + b });
      if (end > to) break;
      [index, start] = [index + 1, end];
    }
    return found;
  };
  return joined(second.flatMap(piece => (typeof piece === 'string' ? [piece] : slice(piece.from, piece.to))));
}

/** The splices as one change of a text of this length; undefined if they are of no such text. */
export function spliced(length: number, splices: readonly Splice[]): Change | undefined {
  let change = unchanged(length);
  for (const { from, to, text } of splices) {
    const now = lengthAfter(change);
    if (from > to || to > now) return undefined;
    change = composed(change, [{ from: 0, to: from }, text, { from: to, to: now }]);
  }
  return change;
}

/** Deletes the stretches from a text of this length; they are in order. */
export function without(length: number, stretches: readonly { readonly from: number; readonly to: number }[]): Change {
  let at = 0;
  const kept = stretches.map(({ from, to }) => {
    const piece = { from: at, to: Math.max(at, from) };
    at = Math.max(at, to);
    return piece;
  });
  return joined([...kept, { from: at, to: length }]);
}

/** The stretches of the new text that come out of a stretch of the old one. */
export function keptOf(change: Change, from: number, to: number): readonly { readonly from: number; readonly to: number }[] {
  let start = 0;
  return change.flatMap(piece => {
    const at = start;
    start += lengthOf(piece);
    if (typeof piece === 'string') return [];
    const [a, b] = [Math.max(from, piece.from), Math.min(to, piece.to)];
    return a < b ? [{ from: at + a - piece.from, to: at + b - piece.from }] : [];
  });
}

export function joined(pieces: Change): Change {
  const all: Piece[] = [];
  for (const piece of pieces) {
    if (lengthOf(piece) === 0) continue;
    const last = all.at(-1);
    if (typeof piece === 'string' && typeof last === 'string') all.splice(-1, 1, last + piece);
    else if (typeof piece === 'object' && typeof last === 'object' && last.to === piece.from)
      all.splice(-1, 1, { from: last.from, to: piece.to });
    else all.push(piece);
  }
  return all;
}

function lengthOf(piece: Piece): number {
  return typeof piece === 'string' ? piece.length : piece.to - piece.from;
}
