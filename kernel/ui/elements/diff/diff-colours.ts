import { highlight, type Marks } from '../../markdown/highlighter.ts';
import type { UiDiffHunk, UiDiffLine } from '../ui-diff.ts';

type Token = readonly [from: number, to: number, kind: string];

/** As `--code-*` name them, in the order in which marks number them. */
const kinds = ['comment', 'punct', 'keyword', 'string', 'number', 'function', 'type'];

/** The coloured words of lines, once they are known; the older and the newer side of a hunk are each read as code of their own. */
export class DiffColours {
  readonly #changed: () => void;
  readonly #tokens = new WeakMap<UiDiffLine, readonly Token[]>();
  readonly #asked = new WeakMap<UiDiffHunk, string>();

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  of(line: UiDiffLine): readonly Token[] | undefined {
    return this.#tokens.get(line);
  }

  /** What was coloured before is there at once. */
  ask(hunk: UiDiffHunk, language: string): void {
    if (this.#asked.get(hunk) === language) return;
    this.#asked.set(hunk, language);
    for (const other of ['added', 'removed'] as const) {
      const lines = hunk.lines.filter(({ kind }) => kind !== other);
      const marks = highlight(lines.map(({ text }) => text).join('\n'), language);
      if (marks instanceof Uint32Array) this.#share(lines, marks);
      else
        void marks?.then(later => {
          if (later === undefined) return;
          this.#share(lines, later);
          this.#changed();
        });
    }
  }

  /** Cuts marks at the ends of lines; both come in order. */
  #share(lines: readonly UiDiffLine[], marks: Marks): void {
    let mark = 0;
    let begin = 0;
    for (const line of lines) {
      const end = begin + line.text.length;
      const found: Token[] = [];
      for (; mark < marks.length; mark += 3) {
        const [from = 0, to = 0, kind = 0] = marks.subarray(mark, mark + 3);
        if (from >= end) break;
        if (to > begin) found.push([Math.max(from, begin) - begin, Math.min(to, end) - begin, kinds[kind] ?? 'text']);
        // A comment may go on in the next line.
        if (to > end) break;
      }
      this.#tokens.set(line, found);
      begin = end + 1;
    }
  }
}
