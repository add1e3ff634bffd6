import { visibleText } from '../../markdown/visible-text.ts';

/** One line of a change: its old and new line numbers, and which of its characters changed. */
export interface UiDiffLine {
  readonly kind: 'same' | 'added' | 'removed';
  readonly old?: number;
  readonly new?: number;
  readonly text: string;
  /** Changed words: from, to. */
  readonly marks?: readonly (readonly [from: number, to: number])[];
  /** Tokens of the language: from, to, and a name of `--code-*`. */
  readonly tokens?: readonly (readonly [from: number, to: number, kind: string])[];
}

/** Consecutive lines. */
export interface UiDiffHunk {
  /** Its place, such as "Lines 41 to 44, forecast()". */
  readonly heading?: string;
  readonly lines: readonly UiDiffLine[];
}

/** One row of the screen: a heading, a line, a fold, or two lines side by side. */
export type DiffRow =
  | { readonly hunk: UiDiffHunk; readonly index: number }
  | { readonly line: UiDiffLine }
  | { readonly folded: number; readonly index: number }
  | { readonly left: UiDiffLine | undefined; readonly right: UiDiffLine | undefined };

/** All rows of a change, from top to bottom, with the first `shownOf` lines of each hunk. */
export function diffRows(
  hunks: readonly UiDiffHunk[],
  layout: 'unified' | 'split',
  shownOf: (hunk: UiDiffHunk, index: number) => number = ({ lines }) => lines.length,
): readonly DiffRow[] {
  return hunks.flatMap((hunk, index): readonly DiffRow[] => {
    const shown = shownOf(hunk, index);
    const some = shown < hunk.lines.length ? hunk.lines.slice(0, shown) : hunk.lines;
    const lines = layout === 'unified' ? some.map(line => ({ line })) : paired(some);
    const head = hunk.heading === undefined ? [] : [{ hunk, index }];
    const tail = some === hunk.lines ? [] : [{ folded: hunk.lines.length - shown, index }];
    return [...head, ...lines, ...tail];
  });
}

/** Pairs each removed line with the added line that replaces it. */
function paired(lines: readonly UiDiffLine[]): readonly DiffRow[] {
  const rows: DiffRow[] = [];
  let removed: UiDiffLine[] = [];
  let added: UiDiffLine[] = [];
  const flush = () => {
    for (let at = 0; at < Math.max(removed.length, added.length); at++) rows.push({ left: removed[at], right: added[at] });
    removed = [];
    added = [];
  };
  for (const line of lines) {
    if (line.kind === 'removed' && added.length > 0) flush();
    if (line.kind === 'removed') removed.push(line);
    else if (line.kind === 'added') added.push(line);
    else {
      flush();
      rows.push({ left: line, right: line });
    }
  }
  flush();
  return rows;
}

/** A part of a line with one style. */
export interface Stretch {
  readonly text: string;
  readonly marked: boolean;
  readonly token: string | undefined;
}

/** Splits a line where a mark or a token begins or ends. */
export function stretches({ text, marks = [], tokens = [] }: UiDiffLine): readonly Stretch[] {
  const inside = (at: number) => Math.max(0, Math.min(text.length, at));
  const cuts = new Set([0, text.length]);
  for (const [from, to] of [...marks, ...tokens]) cuts.add(inside(from)).add(inside(to));
  const sorted = [...cuts].toSorted((a, b) => a - b);
  return sorted.slice(0, -1).map((from, at) => {
    const to = sorted[at + 1]!;
    const covers = ([start, end]: readonly [number, number, ...unknown[]]) => start <= from && to <= end;
    return { text: visibleText(text.slice(from, to), 'code'), marked: marks.some(covers), token: tokens.find(covers)?.[2] };
  });
}
