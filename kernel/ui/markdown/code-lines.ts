import type { Marks } from './highlighter.ts';
import { visibleText } from './visible-text.ts';

/** Lines per block: appending to the last block does not touch the others. */
const linesTogether = 12;
const letters = 2000;
const names = ['comment', 'punct', 'keyword', 'string', 'number', 'function', 'type'] as const;

/** Code as a list of small blocks of lines, so that appending to and colouring long code stays cheap. */
export class CodeLines {
  readonly element = document.createElement('code');
  /** The shown and copied text: the code, with invisible characters made visible. */
  text = '';
  lineCount = 0;
  /** How many lines are in the page; the rest is held as text. */
  #limit = Number.POSITIVE_INFINITY;
  #last: Text | undefined;
  #linesInLast = 0;
  #placed = 0;
  #painting = 0;

  append(delta: string): void {
    const shown = visibleText(delta, 'code');
    if (this.text === '') this.lineCount = 1;
    this.text += shown;
    for (let at = shown.indexOf('\n'); at !== -1; at = shown.indexOf('\n', at + 1)) this.lineCount += 1;
    if (this.#limit === Number.POSITIVE_INFINITY) this.#place(shown);
  }

  clear(): void {
    this.text = '';
    this.lineCount = 0;
    this.#reset();
  }

  /** Shows at most this many lines. */
  limit(lines: number): void {
    this.#limit = lines;
    this.#reset();
    let end = this.text.length;
    if (lines < this.lineCount) {
      end = -1;
      for (let line = 0; line < lines; line += 1) end = this.text.indexOf('\n', end + 1);
    }
    this.#place(this.text.slice(0, end));
  }

  /** Colours the lines in the page, a few blocks a frame. `isNow` colours the first blocks before the next paint. */
  paint(marks: Marks, isNow: boolean): void {
    cancelAnimationFrame(this.#painting);
    const blocks = [...this.element.children];
    let block = 0;
    let at = 0;
    let mark = 0;
    const some = () => {
      const began = performance.now();
      while (block < blocks.length && performance.now() - began < 5) {
        const one = blocks[block++] as Element;
        const text = one.textContent ?? '';
        mark = colour(one, text, at, marks, mark);
        at += text.length;
      }
      if (block < blocks.length) this.#painting = requestAnimationFrame(some);
    };
    if (isNow) some();
    else this.#painting = requestAnimationFrame(some);
    this.#last = undefined;
  }

  #reset(): void {
    cancelAnimationFrame(this.#painting);
    this.element.replaceChildren();
    this.#last = undefined;
    this.#linesInLast = 0;
    this.#placed = 0;
  }

  #place(shown: string): void {
    let from = 0;
    while (from < shown.length) {
      if (this.#last === undefined || this.#linesInLast >= linesTogether || this.#last.length > letters * 8) this.#startBlock();
      const wanted = linesTogether - this.#linesInLast;
      let end = from;
      let lines = 0;
      while (lines < wanted && end < shown.length && (lines === 0 || end - from < letters)) {
        const next = shown.indexOf('\n', end);
        if (next === -1) end = shown.length;
        else {
          end = next + 1;
          lines += 1;
        }
      }
      this.#last?.appendData(shown.slice(from, end));
      this.#linesInLast += lines;
      this.#placed += end - from;
      from = end;
    }
  }

  #startBlock(): void {
    const block = document.createElement('span');
    this.#last = new Text();
    this.#linesInLast = 0;
    block.append(this.#last);
    this.element.append(block);
  }
}

/** Wraps the words of one block in spans; returns the first mark that does not end in it. */
function colour(block: Element, text: string, start: number, marks: Marks, first: number): number {
  const end = start + text.length;
  const parts = document.createDocumentFragment();
  let at = start;
  let mark = first;
  for (; mark < marks.length; mark += 3) {
    const from = Math.max(marks[mark] ?? 0, start);
    const to = Math.min(marks[mark + 1] ?? 0, end);
    if (from >= end) break;
    if (to > from) {
      if (from > at) parts.append(new Text(text.slice(at - start, from - start)));
      const word = document.createElement('span');
      word.className = names[marks[mark + 2] ?? 0] ?? '';
      word.append(new Text(text.slice(from - start, to - start)));
      parts.append(word);
      at = to;
    }
    if ((marks[mark + 1] ?? 0) > end) break;
  }
  if (at < end) parts.append(new Text(text.slice(at - start)));
  block.replaceChildren(parts);
  return mark;
}
