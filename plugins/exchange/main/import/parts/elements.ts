const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket] = [0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d];

/** One conversation is parsed as a whole; one that is larger than this is said to be, and left out. */
export const largestElement = 256 * 1024 * 1024;

export type Element = { readonly text: string } | { readonly tooLarge: number };

/** How a text ended, so that what was cut off is not taken for all there was. */
export interface Ending {
  isTorn: boolean;
}

/**
 * Cuts a JSON array into its objects while it streams by, so that only one is in memory; an object by itself is its only one. It
 * looks for where they end and leaves reading them to `JSON.parse`: a parser that makes values of every token in JavaScript took
 * four times as long, and one broken element would be the end of all that follow.
 */
export async function* elementsOf(chunks: AsyncIterable<Buffer>, ending: Ending): AsyncGenerator<Element> {
  ending.isTorn = true;
  let held: Buffer[] = [];
  let length = 0;
  let depth = 0;
  // The depth at which objects lie, once the first bracket was seen.
  let floor = -1;
  let isText = false;
  let isEscaped = false;
  let isInside = false;

  for await (const chunk of chunks) {
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at];
      if (isText) {
        if (isEscaped) isEscaped = false;
        else if (byte === backslash) isEscaped = true;
        else if (byte === quote) isText = false;
      } else if (byte === quote) isText = true;
      else if (byte === openBrace || byte === openBracket) {
        if (floor === -1) floor = byte === openBracket ? 1 : 0;
        if (depth === floor) {
          isInside = true;
          from = at;
        }
        depth++;
      } else if (byte === closeBrace || byte === closeBracket) {
        depth--;
        if (isInside && depth === floor) {
          held.push(chunk.subarray(from, at + 1));
          length += at + 1 - from;
          isInside = false;
          yield length > largestElement ? { tooLarge: length } : { text: Buffer.concat(held).toString('utf8') };
          held = [];
          length = 0;
        }
        if (depth <= 0) {
          ending.isTorn = false;
          return;
        }
      }
    }
    if (!isInside) continue;
    length += chunk.length - from;
    if (length > largestElement) held = [];
    else held.push(chunk.subarray(from));
  }
}
