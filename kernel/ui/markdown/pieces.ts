import type { Token, Tokens } from './lexer.ts';

/** A rendered part of a text: its token, its node, and the element that holds its parts. */
export interface Piece {
  token: Token;
  readonly node: Node | undefined;
  readonly inner: Element | undefined;
  readonly parts: Piece[];
}

/** Creates the node of a token; undefined for a token that is not shown. */
export interface Maker {
  make(token: Token): { readonly node: Node | undefined; readonly inner?: Element };
  /** Changes a node in place; false where it must be created again. */
  update(piece: Piece, token: Token): boolean;
}

/** Changes `pieces` and their nodes in `parent` to match `tokens`, without touching unchanged nodes. */
export function patch(parent: Element, pieces: Piece[], tokens: readonly Token[], maker: Maker): void {
  for (const [index, token] of tokens.entries()) {
    const piece = pieces[index];
    if (piece === undefined) pieces.push(added(parent, token, maker));
    else if (!isSame(piece.token, token)) pieces[index] = changed(parent, piece, token, maker);
  }
  for (const { node } of pieces.splice(tokens.length)) node?.parentNode?.removeChild(node);
}

function changed(parent: Element, piece: Piece, token: Token, maker: Maker): Piece {
  if (piece.token.type === token.type && maker.update(piece, token)) {
    piece.token = token;
    if (piece.inner !== undefined) patch(piece.inner, piece.parts, partsOf(token), maker);
    return piece;
  }
  const next = made(token, maker);
  if (piece.node === undefined && next.node !== undefined) parent.appendChild(next.node);
  else if (piece.node !== undefined && next.node !== undefined) parent.replaceChild(next.node, piece.node);
  else if (piece.node !== undefined) parent.removeChild(piece.node);
  return next;
}

function added(parent: Element, token: Token, maker: Maker): Piece {
  const piece = made(token, maker);
  if (piece.node !== undefined) parent.appendChild(piece.node);
  return piece;
}

function made(token: Token, maker: Maker): Piece {
  const { node, inner } = maker.make(token);
  const parts: Piece[] = [];
  // Filled before it is inserted, so that the page changes once.
  if (inner !== undefined) patch(inner, parts, partsOf(token), maker);
  return { token, node, inner, parts };
}

function isSame(one: Token, other: Token): boolean {
  return one.raw === other.raw && one.type === other.type && (one as Tokens.ListItem).loose === (other as Tokens.ListItem).loose;
}

/** The parts of a token; rows and cells of a table are tokens here too. */
function partsOf(token: Token): readonly Token[] {
  switch (token.type) {
    case 'list':
      return (token as Tokens.List).items;
    case 'list_item':
      return itemParts(token as Tokens.ListItem);
    case 'table':
      return tableParts(token as Tokens.Table);
    case 'tableHead':
    case 'tableBody':
    case 'tableRow':
      return (token as Tokens.Generic).parts as readonly Token[];
    default:
      return (token as Tokens.Generic).tokens ?? [];
  }
}

/** In a tight list the text is in the item itself, in a loose one in paragraphs. */
function itemParts(item: Tokens.ListItem): readonly Token[] {
  return item.tokens.flatMap<Token>(token => {
    if (token.type !== 'text' || token.tokens === undefined) return [token];
    return item.loose ? [{ ...token, type: 'paragraph' } as Token] : token.tokens;
  });
}

function tableParts(table: Tokens.Table): readonly Token[] {
  const row = (cells: readonly Tokens.TableCell[]): Token => ({
    type: 'tableRow',
    raw: cells.map(cell => cell.text).join('|'),
    parts: cells.map(cell => ({ ...cell, type: 'tableCell', raw: cell.text })),
  });
  const rows = table.rows.map(row);
  const head = row(table.header);
  return [
    { type: 'tableHead', raw: head.raw, parts: [head] },
    ...(rows.length === 0 ? [] : [{ type: 'tableBody', raw: rows.map(one => one.raw).join('\n'), parts: rows }]),
  ];
}
