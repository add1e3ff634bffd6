import { Lexer, Marked, type Token, type Tokens, type TokensList } from 'marked';

export type { Token, Tokens } from 'marked';

/** Targets of reference links, shared by all parts of one text. */
export type Links = TokensList['links'];

/** A formula, between `$` or `\(` in a line, between `$$` or `\[` on its own. */
export interface MathToken extends Tokens.Generic {
  readonly type: 'math';
  readonly text: string;
  readonly isBlock: boolean;
  readonly isClosed: boolean;
}

/** A footnote, or a reference to it. */
export interface FootnoteToken extends Tokens.Generic {
  readonly type: 'footnote' | 'footnoteMark';
  readonly label: string;
}

const closedMath = /^ {0,3}(?:\$\$([^$]+?)\$\$|\\\[([\s\S]+?)\\\])[ \t]*(?:\n|$)/;
const openMath = /^ {0,3}(?:\$\$|\\\[)[ \t]*\n([\s\S]*)$/;
const inlineMath = /^(?:\$((?:[^\s$\\]|\\.)(?:(?:[^$\n\\]|\\.)*(?:[^\s$\\]|\\.))?)\$(?!\d)|\\\(([^\n]+?)\\\))/;
const note = /^\[\^([^\]\s]{1,40})\]:[ \t]+([^\n]+(?:\n[ \t]{2,}[^\n]+)*)(?:\n|$)/;
const noteMark = /^\[\^([^\]\s]{1,40})\](?!:)/;

const grammar = new Marked({
  gfm: true,
  extensions: [
    {
      name: 'mathBlock',
      level: 'block',
      start: src => /\n {0,3}(?:\$\$|\\\[)/.exec(src)?.index,
      tokenizer(src) {
        const closed = closedMath.exec(src);
        if (closed !== null) {
          const text = (closed[1] ?? closed[2] ?? '').trim();
          return { type: 'math', raw: closed[0], text, isBlock: true, isClosed: true };
        }
        const open = openMath.exec(src);
        return open === null ? undefined : { type: 'math', raw: open[0], text: open[1] ?? '', isBlock: true, isClosed: false };
      },
    },
    {
      name: 'mathInline',
      level: 'inline',
      start: src => /\$|\\\(/.exec(src)?.index,
      tokenizer(src) {
        const found = inlineMath.exec(src);
        if (found === null) return undefined;
        return { type: 'math', raw: found[0], text: found[1] ?? found[2] ?? '', isBlock: false, isClosed: true };
      },
    },
    {
      name: 'footnote',
      level: 'block',
      tokenizer(src) {
        const found = note.exec(src);
        if (found === null) return undefined;
        const text = (found[2] ?? '').replace(/\n[ \t]+/g, '\n');
        return { type: 'footnote', raw: found[0], label: found[1], text, tokens: this.lexer.inline(text) };
      },
    },
    {
      name: 'footnoteMark',
      level: 'inline',
      start: src => src.indexOf('[^'),
      tokenizer(src) {
        const found = noteMark.exec(src);
        return found === null ? undefined : { type: 'footnoteMark', raw: found[0], label: found[1] };
      },
    },
  ],
});

/** Deeper quotations, lists and marks are shown as they are written. */
const deepest = 50;
/** Marks are read within so many characters, as the work of finding them grows faster than the text. */
const longestLine = 4000;

/** Bounds the work that a text asks for, however it is written. */
class BoundedLexer extends Lexer {
  #blocks = 0;
  #marks = 0;

  override blockTokens(src: string, tokens?: Token[], isLastParagraphClipped?: boolean): Token[];
  override blockTokens(src: string, tokens?: TokensList, isLastParagraphClipped?: boolean): TokensList;
  override blockTokens(src: string, tokens: Token[] = [], isLastParagraphClipped?: boolean): Token[] {
    if (this.#blocks >= deepest) {
      tokens.push({ type: 'paragraph', raw: src, text: src, tokens: this.inline(src) });
      return tokens;
    }
    this.#blocks += 1;
    try {
      return super.blockTokens(src, tokens, isLastParagraphClipped);
    } finally {
      this.#blocks -= 1;
    }
  }

  override inlineTokens(src: string, tokens: Token[] = []): Token[] {
    if (this.#marks >= deepest) {
      tokens.push({ type: 'text', raw: src, text: src, escaped: false });
      return tokens;
    }
    this.#marks += 1;
    try {
      for (let from = 0; from < src.length; ) {
        const end = endOfLine(src, from);
        super.inlineTokens(src.slice(from, end), tokens);
        from = end;
      }
      return tokens;
    } finally {
      this.#marks -= 1;
    }
  }
}

/** Where the marks of a long text are cut: after a line, after a word, or at the length that is the limit. */
export function endOfLine(text: string, from: number): number {
  const limit = from + longestLine;
  if (limit >= text.length) return text.length;
  const at = Math.max(text.lastIndexOf('\n', limit - 1), text.lastIndexOf(' ', limit - 1)) + 1;
  if (at > from + longestLine / 2) return at;
  const isHalf = /[\ud800-\udbff]/.test(text[limit - 1] ?? '');
  return isHalf ? limit - 1 : limit;
}

/** The block tokens of a piece of markdown; reference links are resolved from `links`, and its own are added to it. */
export function lex(source: string, links: Links): readonly Token[] {
  // A new lexer each time: the shared grammar does not grow, so the thousandth text costs as much as the first.
  const lexer = new BoundedLexer(grammar.defaults);
  lexer.tokens.links = links;
  return lexer.lex(source);
}
