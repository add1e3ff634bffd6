import { anyCharacter, anyName } from './shell/shell-line.ts';

/** The texts between the stars of a pattern, in which `*` stands for any text and `\*` for itself. */
type Pieces = readonly string[];

/** Patterns are the person's own, and few. */
const cache = new Map<string, Pieces>();
const maxCached = 1_000;

function piecesOf(pattern: string): Pieces {
  const known = cache.get(pattern);
  if (known !== undefined) return known;
  const pieces = [''];
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern.charAt(at);
    const isEscape = character === '\\' && /[\\*]/.test(pattern.charAt(at + 1));
    if (character === '*') pieces.push('');
    else {
      if (isEscape) at += 1;
      pieces[pieces.length - 1] += pattern.charAt(at);
    }
  }
  if (cache.size >= maxCached) cache.clear();
  cache.set(pattern, pieces);
  return pieces;
}

/** Makes a pattern that matches exactly this text. */
export function literal(text: string): string {
  return text.replace(/[\\*]/g, character => `\\${character}`);
}

/** Returns the text that was passed to `literal`. */
export function plain(pattern: string): string {
  return pattern.replace(/\\([\\*])/g, '$1');
}

export function isLiteral(pattern: string): boolean {
  return piecesOf(pattern).length === 1;
}

/** Whether a pattern is nothing but stars, or none. */
export function isAnything(pattern: string | undefined): boolean {
  return pattern === undefined || (pattern !== '' && piecesOf(pattern).every(piece => piece === ''));
}

/** The text of a pattern before its first star. */
export function beginningOf(pattern: string): string {
  return piecesOf(pattern)[0] ?? '';
}

/** Whether a pattern matches a text. Each piece is searched for once, from where the one before it ended. */
export function matches(pattern: string, text: string): boolean {
  return matchesPieces(piecesOf(pattern), text, () => true);
}

/** The same for a pattern in which a star behind a word begins with the next word: `npm test*` does not match `npm testevil`. */
export function matchesWords(pattern: string, text: string): boolean {
  return matchesPieces(piecesOf(pattern), text, (piece, end) => !/[\p{L}\p{N}_-]$/u.test(piece) || /^\s?$/.test(text.charAt(end)));
}

function matchesPieces(pieces: Pieces, text: string, mayEnd: (piece: string, end: number) => boolean): boolean {
  const [first = '', ...others] = pieces;
  const last = others.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first) || !mayEnd(first, first.length)) return false;
  let at = first.length;
  for (const piece of others) {
    let found = text.indexOf(piece, at);
    while (found >= 0 && !mayEnd(piece, found + piece.length)) found = text.indexOf(piece, found + 1);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

/** Whether a pattern matches a text in which `anyName` and `anyCharacter` stand for text that is not known. */
export function mayMatch(pattern: string, text: string): boolean {
  const tokens = piecesOf(pattern).flatMap((piece, at) => (at === 0 ? [...piece] : [undefined, ...piece]));
  // By how much of the pattern is used up: whether the text so far can be matched with it. A star is undefined.
  let row = closed([true, ...tokens.map(() => false)], tokens);
  for (const character of text) {
    const isOpen = character === anyName;
    const next = row.map((can, at) => {
      if (can && (isOpen || (at < tokens.length && tokens[at] === undefined))) return true;
      const token = tokens[at - 1];
      return row[at - 1] === true && token !== undefined && (character === anyCharacter || token === character);
    });
    if (isOpen) for (let at = 1; at < next.length; at += 1) next[at] ||= next[at - 1] === true;
    row = closed(next, tokens);
  }
  return row[tokens.length] === true;
}

/** A star may also match nothing. */
function closed(row: boolean[], tokens: readonly (string | undefined)[]): boolean[] {
  for (let at = 0; at < tokens.length; at += 1) if (row[at] && tokens[at] === undefined) row[at + 1] = true;
  return row;
}
