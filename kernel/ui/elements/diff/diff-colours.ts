import { highlight, type Marks } from '../../markdown/highlighter.ts';
import type { UiDiffHunk, UiDiffLine } from './diff-rows.ts';

type Token = readonly [from: number, to: number, kind: string];

/** The names of `--code-*`, in the order in which marks number them. */
const kinds = ['comment', 'punct', 'keyword', 'string', 'number', 'function', 'type'];

/** The coloured words of lines, once they are known; the old and the new side of a hunk are highlighted separately. */
export class DiffColours {
  readonly #changed: () => void;
  readonly #tokens = new WeakMap<UiDiffLine, readonly Token[]>();
  readonly #requested = new WeakMap<UiDiffHunk, string>();

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  of(line: UiDiffLine): readonly Token[] | undefined {
    return this.#tokens.get(line);
  }

  /** Requests the colours of a hunk; those of code that was highlighted before are available at once. */
  request(hunk: UiDiffHunk, language: string): void {
    if (this.#requested.get(hunk) === language) return;
    this.#requested.set(hunk, language);
    for (const other of ['added', 'removed'] as const) {
      const lines = hunk.lines.filter(({ kind }) => kind !== other);
      const marks = highlight(lines.map(({ text }) => text).join('\n'), language);
      if (marks instanceof Uint32Array) this.#assign(lines, marks);
      else
        void marks?.then(later => {
          if (later === undefined) return;
          this.#assign(lines, later);
          this.#changed();
        });
    }
  }

  /** Splits marks at the ends of lines; marks and lines are both in order. */
  #assign(lines: readonly UiDiffLine[], marks: Marks): void {
    let mark = 0;
    let begin = 0;
    for (const line of lines) {
      const end = begin + line.text.length;
      const found: Token[] = [];
      for (; mark < marks.length; mark += 3) {
        const [from = 0, to = 0, kind = 0] = marks.subarray(mark, mark + 3);
        if (from >= end) break;
        if (to > begin) found.push([Math.max(from, begin) - begin, Math.min(to, end) - begin, kinds[kind] ?? 'text']);
        // A comment can continue in the next line.
        if (to > end) break;
      }
      this.#tokens.set(line, found);
      begin = end + 1;
    }
  }
}
