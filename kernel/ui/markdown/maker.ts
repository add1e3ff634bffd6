import { decodeEntities } from './entities.ts';
import type { FootnoteToken, MathToken, Token, Tokens } from './lexer.ts';
import { linkNode, pictureNode } from './links.ts';
import type { Maker, Piece } from './pieces.ts';
import { type MarkdownTexts, markdownTexts } from './text.ts';
import type { UiCode } from './ui-code.ts';
import { visibleText } from './visible-text.ts';

/** Creates DOM nodes from tokens, only with createElement and text nodes: no other element can enter the page. */
export class NodeMaker implements Maker {
  /** The level that the first heading of the text has in the page. */
  level = 1;
  /** The depth of that heading in the source: many texts begin with `###`. */
  #firstDepth: number | undefined;
  /** Whether the text is still streamed, so that the height of a placed block must not change. */
  isLive = false;
  /** Called with each formula whose source is shown and that can now be rendered. */
  onMath: (place: HTMLElement, source: string, isBlock: boolean) => void = () => undefined;
  #texts: MarkdownTexts = markdownTexts();

  make(token: Token): { readonly node: Node | undefined; readonly inner?: Element } {
    switch (token.type) {
      case 'text':
      case 'escape':
        return (token as Tokens.Text).tokens === undefined ? { node: new Text(proseOf(token)) } : whole(element('p'));
      case 'html':
        return { node: htmlNode(token as Tokens.HTML) };
      case 'codespan':
        return { node: element('code', visibleText((token as Tokens.Codespan).text, 'code')) };
      case 'code':
        return { node: codeNode(token as Tokens.Code, this.isLive) };
      case 'heading':
        return whole(this.#heading(token as Tokens.Heading));
      case 'list':
        return whole(listNode(token as Tokens.List));
      case 'list_item':
        return whole(itemNode(token as Tokens.ListItem));
      case 'checkbox':
        return { node: checkbox((token as Tokens.Checkbox).checked, this.#texts) };
      case 'table':
        return tableNode();
      case 'tableCell':
        return whole(cellNode(token as unknown as Tokens.TableCell));
      case 'link':
        return linkNode(token as Tokens.Link, this.#texts);
      case 'image':
        return { node: pictureNode(token as Tokens.Image, this.#texts) };
      case 'math':
        return { node: this.#math(token as MathToken) };
      case 'footnote':
        return footnoteNode(token as FootnoteToken);
      case 'footnoteMark':
        return { node: footnoteMark(token as FootnoteToken, this.#texts) };
      default:
        return tags[token.type] === undefined ? { node: undefined } : whole(element(tags[token.type] ?? 'p'));
    }
  }

  update(piece: Piece, token: Token): boolean {
    const { node } = piece;
    switch (token.type) {
      case 'text':
        if (piece.inner !== undefined) return token.tokens !== undefined;
        return node instanceof Text && token.tokens === undefined && continueText(node, proseOf(token));
      case 'codespan':
        return node?.firstChild instanceof Text && continueText(node.firstChild, visibleText((token as Tokens.Codespan).text, 'code'));
      case 'code':
        return updateCode(node as UiCode, piece.token as Tokens.Code, token as Tokens.Code);
      case 'list_item':
        return (piece.token as Tokens.ListItem).loose === (token as Tokens.ListItem).loose;
      case 'list':
        return (piece.token as Tokens.List).ordered === (token as Tokens.List).ordered;
      case 'heading':
        return (piece.token as Tokens.Heading).depth === (token as Tokens.Heading).depth;
      default:
        return containers.has(token.type);
    }
  }

  #heading({ depth, text }: Tokens.Heading): HTMLElement {
    if (text !== '') this.#firstDepth ??= depth;
    const below = Math.max(0, depth - (this.#firstDepth ?? depth));
    const made = document.createElement(`h${Math.min(6, this.level + below)}`);
    made.dataset.depth = String(depth);
    return made;
  }

  #math({ text, isBlock, isClosed }: MathToken): Node {
    const place = element(isBlock ? 'div' : 'span', text);
    place.className = 'math';
    if (isBlock) place.dataset.block = '';
    if (isClosed) this.onMath(place, text, isBlock);
    return place;
  }
}

const tags: Readonly<Record<string, keyof HTMLElementTagNameMap>> = {
  paragraph: 'p',
  blockquote: 'blockquote',
  hr: 'hr',
  br: 'br',
  strong: 'strong',
  em: 'em',
  del: 'del',
  tableHead: 'thead',
  tableBody: 'tbody',
  tableRow: 'tr',
};

/** Tokens whose node changes only through its parts. */
const containers: ReadonlySet<string> = new Set([...Object.keys(tags), 'table', 'tableCell', 'space', 'def']);

function element<K extends keyof HTMLElementTagNameMap>(tag: K, text?: string): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  if (text !== undefined) made.append(new Text(text));
  return made;
}

function whole(node: Element): { readonly node: Element; readonly inner: Element } {
  return { node, inner: node };
}

function proseOf(token: Token): string {
  return visibleText(decodeEntities((token as Tokens.Text).text), 'prose');
}

function continueText(node: Text, text: string): boolean {
  const had = node.data;
  if (text.startsWith(had)) node.appendData(text.slice(had.length));
  else node.data = text;
  return true;
}

/** HTML is shown as its source; a comment is not shown. */
function htmlNode(token: Tokens.HTML): Node | undefined {
  if (/^\s*<!--[\s\S]*-->\s*$/.test(token.raw)) return undefined;
  const text = visibleText(token.raw.trimEnd(), 'prose');
  if (!token.block) return new Text(text);
  const node = element('p', text);
  node.className = 'html';
  return node;
}

function listNode(list: Tokens.List): HTMLElement {
  if (!list.ordered) return element('ul');
  const made = element('ol');
  if (list.start !== 1 && list.start !== '') made.start = list.start;
  return made;
}

function itemNode(item: Tokens.ListItem): HTMLElement {
  const made = element('li');
  if (item.task) made.className = 'task';
  return made;
}

function checkbox(isDone: boolean, words: MarkdownTexts): HTMLElement {
  const made = element('input');
  made.type = 'checkbox';
  made.disabled = true;
  made.checked = isDone;
  made.ariaLabel = isDone ? words.done : words.notDone;
  return made;
}

function tableNode(): { readonly node: Element; readonly inner: Element } {
  const node = element('div');
  node.className = 'table';
  // A table wider than the column scrolls, which must be possible by keyboard.
  node.tabIndex = 0;
  const inner = element('table');
  node.append(inner);
  return { node, inner };
}

function cellNode(cell: Tokens.TableCell): HTMLElement {
  const made = element(cell.header ? 'th' : 'td');
  if (cell.header) made.setAttribute('scope', 'col');
  if (cell.align === 'right' || cell.align === 'center') made.className = cell.align;
  return made;
}

function footnoteNode(token: FootnoteToken): { readonly node: Element; readonly inner: Element } {
  const node = element('p');
  node.className = 'note';
  node.dataset.note = token.label;
  node.tabIndex = -1;
  const inner = element('span');
  node.append(element('sup', visibleText(token.label, 'prose')), inner);
  return { node, inner };
}

function footnoteMark(token: FootnoteToken, words: MarkdownTexts): Node {
  const node = element('sup');
  const mark = element('a', visibleText(token.label, 'prose'));
  mark.role = 'link';
  mark.tabIndex = 0;
  mark.dataset.toNote = token.label;
  mark.ariaLabel = words.footnote(token.label);
  node.append(mark);
  return node;
}

const closedFence = /\n[ \t>]*(?:`{3,}|~{3,})[ \t]*\n*$/;

function codeNode(token: Tokens.Code, isLive: boolean): Node {
  const node = document.createElement('ui-code') as UiCode;
  node.mayCollapse = !isLive;
  node.language = languageOf(token);
  node.appendText(token.text);
  node.isClosed = !isLive || token.codeBlockStyle === 'indented' || closedFence.test(token.raw);
  return node;
}

function updateCode(node: UiCode, before: Tokens.Code, token: Tokens.Code): boolean {
  if (!token.text.startsWith(before.text)) return false;
  node.language = languageOf(token);
  node.appendText(token.text.slice(before.text.length));
  node.isClosed = closedFence.test(token.raw);
  return true;
}

function languageOf(token: Tokens.Code): string {
  return visibleText(/^\S*/.exec(token.lang ?? '')?.[0] ?? '', 'code');
}
