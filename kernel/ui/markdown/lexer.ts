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
      start: src => /(?:^|\n) {0,3}(?:\$\$|\\\[)/.exec(src)?.index,
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

/** The block tokens of a piece of markdown; reference links are resolved from `links`, and its own are added to it. */
export function lex(source: string, links: Links): readonly Token[] {
  // A new lexer each time: the shared grammar does not grow, so the thousandth text costs as much as the first.
  const lexer = new Lexer(grammar.defaults);
  lexer.tokens.links = links;
  return lexer.lex(source);
}
