import type { UiCode } from './ui-code.ts';

const opening = /^( {0,3})(`{3,}(?!`)|~{3,}(?!~))[^\n]*\n/;

/** A code block that is not closed yet: lines are added to it without being parsed as markdown. */
export class OpenFence {
  readonly #code: UiCode;
  readonly #indent: number;
  readonly #mark: string;
  #line = '';
  #isInLine = false;
  #isFirst = true;

  /** The open fence that `source` begins with, and what follows its first line. */
  static at(source: string, code: UiCode): { readonly opened: OpenFence; readonly rest: string } | undefined {
    const found = opening.exec(source);
    if (found === null) return undefined;
    return { opened: new OpenFence(code, (found[1] ?? '').length, found[2] ?? '```'), rest: source.slice(found[0].length) };
  }

  constructor(code: UiCode, indent: number, mark: string) {
    this.#code = code;
    this.#indent = indent;
    this.#mark = mark;
  }

  /** Adds text; returns what follows the block once it is closed. */
  feed(text: string, isLast: boolean): string | undefined {
    const source = this.#line + text;
    let at = 0;
    let out = '';
    this.#line = '';
    while (at < source.length) {
      const end = source.indexOf('\n', at);
      const line = source.slice(at, end === -1 ? undefined : end);
      if (!this.#isInLine) {
        if (this.#closes(line) && (end !== -1 || isLast)) return this.#close(out, end === -1 ? '' : source.slice(end + 1));
        if (end === -1 && !isLast && this.#mayClose(line)) {
          this.#line = line;
          break;
        }
        out += this.#isFirst ? '' : '\n';
        this.#isFirst = false;
        out += this.#indent === 0 ? line : line.replace(new RegExp(`^ {0,${this.#indent}}`), '');
      } else out += line;
      this.#isInLine = end === -1;
      at = end === -1 ? source.length : end + 1;
    }
    if (out !== '') this.#code.appendText(out);
    if (isLast) this.#code.isClosed = true;
    return isLast ? '' : undefined;
  }

  #close(out: string, rest: string): string {
    if (out !== '') this.#code.appendText(out);
    this.#code.isClosed = true;
    return rest;
  }

  #closes(line: string): boolean {
    const found = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1];
    return found !== undefined && found[0] === this.#mark[0] && found.length >= this.#mark.length;
  }

  /** An incomplete line is held back while it can still become the closing fence. */
  #mayClose(line: string): boolean {
    return this.#mark[0] === '`' ? /^ {0,3}`*[ \t]*$/.test(line) : /^ {0,3}~*[ \t]*$/.test(line);
  }
}
