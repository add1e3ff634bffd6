const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket] = [0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d];

/** A conversation is parsed as a whole; larger ones are reported and skipped. */
export const maxElementBytes = 256 * 1024 * 1024;

export type Element = { readonly text: string } | { readonly tooLarge: number };

/** Whether a stream ended before its JSON was complete. */
export interface StreamEnd {
  isTruncated: boolean;
}

/**
 * Splits a streamed JSON array into its objects, so that only one is in memory; a single object is its own only element. It finds
 * their ends and leaves the parsing to `JSON.parse`: a streaming parser in JavaScript took four times as long, and one invalid
 * element would have prevented reading all that follow.
 */
export async function* elementsOf(chunks: AsyncIterable<Buffer>, end: StreamEnd): AsyncGenerator<Element> {
  end.isTruncated = true;
  let buffered: Buffer[] = [];
  let length = 0;
  let depth = 0;
  // The nesting depth of the elements, known from the first bracket.
  let elementDepth = -1;
  let isInString = false;
  let isEscaped = false;
  let isInElement = false;

  for await (const chunk of chunks) {
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at];
      if (isInString) {
        if (isEscaped) isEscaped = false;
        else if (byte === backslash) isEscaped = true;
        else if (byte === quote) isInString = false;
      } else if (byte === quote) isInString = true;
      else if (byte === openBrace || byte === openBracket) {
        if (elementDepth === -1) elementDepth = byte === openBracket ? 1 : 0;
        if (depth === elementDepth) {
          isInElement = true;
          from = at;
        }
        depth++;
      } else if (byte === closeBrace || byte === closeBracket) {
        depth--;
        if (isInElement && depth === elementDepth) {
          buffered.push(chunk.subarray(from, at + 1));
          length += at + 1 - from;
          isInElement = false;
          yield length > maxElementBytes ? { tooLarge: length } : { text: Buffer.concat(buffered).toString('utf8') };
          buffered = [];
          length = 0;
        }
        if (depth <= 0) {
          end.isTruncated = false;
          return;
        }
      }
    }
    if (!isInElement) continue;
    length += chunk.length - from;
    if (length > maxElementBytes) buffered = [];
    else buffered.push(chunk.subarray(from));
  }
}
