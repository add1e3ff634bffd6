import { settledEnd, withClosedMarks } from './incomplete-text.ts';
import { endOfLine, type Links, lex, type Token, type Tokens } from './lexer.ts';
import { NodeMaker } from './maker.ts';
import { OpenFence } from './open-fence.ts';
import { type Piece, patch } from './pieces.ts';
import type { UiCode } from './ui-code.ts';

/** The characters processed per flush, so that a long text costs many short tasks and no long one. */
const slice = 12_000;
const longParagraph = 4000;
const longList = 40;
/** A block of any kind is cut here, wherever that is: a model may write one that never ends. */
const longBlock = 40_000;
/** A text of more addresses than this shows the further references as they are written. */
const mostLinks = 1000;

/** One text as nodes under `root`: settled blocks are never touched again, only the last block is parsed again. */
export class MarkdownStream {
  readonly maker = new NodeMaker();
  readonly #root: Element;
  readonly #links: Links = Object.create(null) as Links;
  /** Settled blocks with a reference that was not defined yet. */
  #unresolved: { readonly piece: Piece; readonly source: string }[] = [];
  #pieces: Piece[] = [];
  #tail = '';
  #waiting = '';
  #fence: OpenFence | undefined;

  constructor(root: Element) {
    this.#root = root;
  }

  /** Adds text; shown by the next `flush`. */
  push(text: string): void {
    this.#waiting += text;
  }

  /** Shows the text added so far; true while some is left for the next flush. `isLast` means that no text will follow. */
  flush(isLast: boolean): boolean {
    const end = this.#waiting.length > slice ? boundary(this.#waiting, slice) : this.#waiting.length;
    const isWhole = end === this.#waiting.length;
    // Half of a line end or of a surrogate pair waits for its other half; an emoji waits for a joiner.
    const held =
      isWhole && !isLast ? (/(?:\r|[\ud800-\udbff]|\p{Extended_Pictographic}?[\ufe0f\u200d])$/u.exec(this.#waiting)?.[0].length ?? 0) : 0;
    this.#tail += this.#waiting.slice(0, end - held).replace(/\r\n?/g, '\n');
    this.#waiting = this.#waiting.slice(end - held);
    this.#show(isLast && isWhole);
    return !isWhole;
  }

  #show(isLast: boolean): void {
    for (;;) {
      if (this.#fence !== undefined) {
        const rest = this.#fence.feed(this.#tail, isLast);
        this.#tail = '';
        if (rest === undefined) return;
        this.#fence = undefined;
        this.#tail = rest;
        if (rest === '') return;
      }
      this.#read(isLast);
      if (this.#fence === undefined) break;
    }
    if (isLast) this.#resolve();
  }

  #read(isLast: boolean): void {
    const source = isLast ? this.#tail : withClosedMarks(settledEnd(this.#tail));
    // A definition that is not settled may be half an address: only this block resolves it.
    const tokens = lex(source, Object.assign(Object.create(null) as Links, this.#links));
    patch(this.#root, this.#pieces, tokens, this.maker);
    let last = tokens.length - 1;
    while (last > 0 && tokens[last]?.type === 'space') last -= 1;
    if (isLast) return this.#settle(tokens, tokens.length);
    const token = tokens[last];
    if (token === undefined) return;
    this.#settle(tokens, last);
    if (token.type === 'code' && this.#openFence(token as Tokens.Code)) return;
    this.#cap(token);
  }

  /** Settles the first `count` tokens: they do not change any more. */
  #settle(tokens: readonly Token[], count: number): void {
    for (const [index, token] of tokens.slice(0, count).entries()) {
      this.#tail = this.#tail.slice(token.raw.length);
      if (token.raw.includes(']:') && Object.keys(this.#links).length < mostLinks) lex(token.raw, this.#links);
      const piece = this.#pieces[index];
      if (piece !== undefined && mayRefer(token.raw)) this.#unresolved.push({ piece, source: token.raw });
    }
    this.#pieces = this.#pieces.slice(count);
  }

  /** False for code that is only indented. */
  #openFence(token: Tokens.Code): boolean {
    const code = this.#pieces[0]?.node as UiCode;
    const fence = OpenFence.at(this.#tail, code);
    if (fence === undefined) return false;
    this.#fence = fence.opened;
    this.#tail = fence.rest;
    this.#pieces = [];
    // Its text is added again from the start, so that all of it passes through `feed`.
    if (token.text !== '') code.clear();
    return true;
  }

  /** Splits a block that grows too long, so that the cost of adding text stays bounded. */
  #cap(token: Token): void {
    if (token.type === 'list' && (token as Tokens.List).items.length > longList) {
      const { items } = token as Tokens.List;
      const kept = items.at(-1)?.raw.length ?? 0;
      const length = items.reduce((sum, item) => sum + item.raw.length, 0) - kept;
      return this.#cut(length);
    }
    if (token.type === 'paragraph' && token.raw.length > longParagraph) {
      const at = this.#tail.lastIndexOf('\n', longParagraph) + 1 || this.#tail.lastIndexOf(' ', longParagraph) + 1;
      if (at > 0 && withClosedMarks(this.#tail.slice(0, at)) === this.#tail.slice(0, at)) return this.#cut(at, 'continued');
    }
    if (token.raw.length > longBlock) this.#cut(endOfLine(this.#tail, longBlock / 2), token.type === 'paragraph' ? 'continued' : undefined);
  }

  #cut(at: number, mark?: string): void {
    const [first] = lex(this.#tail.slice(0, at), this.#links);
    if (first === undefined) return;
    const rest = this.#tail.slice(first.raw.length);
    patch(this.#root, this.#pieces, [first], this.maker);
    const node = this.#pieces[0]?.node;
    this.#pieces = [];
    this.#tail = rest;
    if (mark !== undefined && node instanceof Element) node.className = mark;
  }

  /** A reference can precede its definition; only the blocks with such a reference are rendered again, once, at the end. */
  #resolve(): void {
    const known = new Set(Object.keys(this.#links));
    if (known.size > 0) {
      for (const { piece, source } of this.#unresolved) {
        const names = [...source.matchAll(/\[([^[\]]+)\]/g)].map(found => (found[1] ?? '').toLowerCase().replace(/\s+/g, ' ').trim());
        if (!names.some(name => known.has(name)) || !(piece.node instanceof Element) || piece.inner === undefined) continue;
        const [token] = lex(source, this.#links);
        if (token?.type !== piece.token.type) continue;
        piece.inner.replaceChildren();
        const parts: Piece[] = [];
        patch(piece.inner, parts, [token], this.maker);
        const inner = parts[0]?.inner;
        if (inner !== undefined) piece.inner.replaceChildren(...inner.childNodes);
      }
    }
    this.#unresolved = [];
  }
}

const sample = '# a\n\nb **c** `d` [e](https://example.org)\n\n- f\n- g\n\n| h |\n| - |\n| i |\n\n> j\n';

/** Parses a little of everything once, so that the first text does not pay for lazy initialisation. */
export function warmUp(): void {
  const stream = new MarkdownStream(document.createElement('div'));
  stream.push(sample);
  stream.flush(true);
}

function mayRefer(raw: string): boolean {
  return raw.includes('[') && /\[[^[\]\n]+\](?!\()/.test(raw);
}

function boundary(text: string, around: number): number {
  const at = text.lastIndexOf('\n', around);
  return at > around / 2 ? at + 1 : around;
}
